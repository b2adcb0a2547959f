import { type Attention, attentions } from "../attention.ts";
import { evidence } from "./evidence.ts";

/** How often a candidate is named where the bullet looks, in each way of looking, and its share of all mentions there. */
export const presence = evidence({
  name: "presence",
  see({ asked: { question, story, chapter }, attention }) {
    const named = new Set(question.named);
    const others = story.mentions.filter(({ entity }) => !named.has(entity)).map(({ paragraph }) => paragraph);
    const centre = centreOf(attention, (question.paragraph + 0.5) / chapter.chapter.summary.length);
    return (entity) => {
      const own = (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!.paragraph);
      return { attention, others, own, centre, length: chapter.chapter.story.length };
    };
  },
  columns: [
    { name: "mentions, chapter", of: ({ own }) => Math.log1p(own.length) },
    { name: "share, chapter", of: ({ own, others }) => own.length / (others.length || 1) },
    ...attentions.flatMap((name) => [
      { name: `mentions, ${name}`, of: ({ own, attention }: Seen) => Math.log1p(sumOf(attention[name], own)) },
      {
        name: `share, ${name}`,
        of: ({ own, others, attention }: Seen) => {
          const total = sumOf(attention[name], others);
          return total > 0 ? sumOf(attention[name], own) / total : 0;
        },
      },
    ]),
    ...(["likely", "blind", "meant", "meantBlind", "place", "words"] as const).map((name) => ({
      name: `paragraphs, ${name}`,
      of: ({ own, attention }: Seen) =>
        sumOf(attention[name], [...new Set(own)]) / (attention[name].reduce((a, b) => a + b, 0) + 1e-9),
    })),
    { name: "closest, likely", of: ({ own, attention }) => mostOf(attention.likely, own) },
    { name: "closest, meant", of: ({ own, attention }) => mostOf(attention.meant, own) },
    { name: "closest, around", of: ({ own, attention }) => mostOf(attention.around, own) },
    {
      name: "distance",
      of: ({ own, centre }) => Math.log1p(own.reduce((least, k) => Math.min(least, Math.abs(k - centre)), 100)),
    },
    { name: "first after", of: ({ own, centre, length }) => (own.length > 0 ? (own[0]! - centre) / length : 1) },
    { name: "last before", of: ({ own, centre, length }) => (own.length > 0 ? (own.at(-1)! - centre) / length : -1) },
  ],
});

/** The paragraphs that name the candidate, and those that name anybody whom the bullet does not. */
interface Seen {
  readonly attention: Attention;
  readonly own: readonly number[];
  readonly others: readonly number[];
  readonly centre: number;
  readonly length: number;
}

function sumOf(weights: Float64Array, paragraphs: readonly number[]): number {
  return paragraphs.reduce((sum, paragraph) => sum + weights[paragraph]!, 0);
}

function mostOf(weights: Float64Array, paragraphs: readonly number[]): number {
  return paragraphs.reduce((most, paragraph) => Math.max(most, weights[paragraph]!), 0);
}

/** The paragraph about which the likely ones lie. */
export function centreOf({ likely }: Attention, place: number): number {
  const total = likely.reduce((a, b) => a + b, 0);
  const prior = 0.1;
  return (likely.reduce((sum, p, k) => sum + p * k, 0) + prior * place * likely.length) / (total + prior);
}
