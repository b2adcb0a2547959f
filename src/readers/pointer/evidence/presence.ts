import { type Attention, attentions } from "../attention.ts";
import type { Evidence } from "./evidence.ts";

/** How often a candidate is named where the bullet looks, in each way of looking, and its share of all mentions there. */
export const presence: Evidence = {
  name: "presence",
  columns: [
    ...["chapter", ...attentions].flatMap((name) => [`mentions, ${name}`, `share, ${name}`]),
    "paragraphs, likely",
    "paragraphs, blind",
    "paragraphs, place",
    "paragraphs, words",
    "closest, likely",
    "closest, around",
    "distance",
    "first after",
    "last before",
  ],
  gather({ asked: { question, story, chapter }, attention }) {
    const named = new Set(question.named);
    const totals = attentions.map((name) =>
      story.mentions.reduce((sum, m) => sum + (named.has(m.entity) ? 0 : attention[name][m.paragraph]!), 0),
    );
    const all = story.mentions.filter(({ entity }) => !named.has(entity)).length;
    const centre = centreOf(attention, (question.paragraph + 0.5) / chapter.chapter.summary.length);
    const length = chapter.chapter.story.length;
    const over = ["likely", "blind", "place", "words"] as const;
    const of = Object.fromEntries(
      over.map((name) => [name, attention[name].reduce((a, b) => a + b, 0) + 1e-9]),
    ) as Record<keyof Attention, number>;
    return (entity) => {
      const own = (story.byEntity.get(entity) ?? []).map((k) => story.mentions[k]!.paragraph);
      const sums = attentions.map((name) => own.reduce((sum, paragraph) => sum + attention[name][paragraph]!, 0));
      const paragraphs = [...new Set(own)];
      const share = (name: keyof Attention) => paragraphs.reduce((sum, k) => sum + attention[name][k]!, 0) / of[name];
      const most = (name: keyof Attention) => own.reduce((best, k) => Math.max(best, attention[name][k]!), 0);
      return [
        Math.log1p(own.length),
        own.length / (all || 1),
        ...sums.flatMap((sum, k) => [Math.log1p(sum), totals[k]! > 0 ? sum / totals[k]! : 0]),
        ...over.map((name) => share(name)),
        most("likely"),
        most("around"),
        Math.log1p(own.reduce((least, k) => Math.min(least, Math.abs(k - centre)), 100)),
        own.length > 0 ? (own[0]! - centre) / length : 1,
        own.length > 0 ? (own.at(-1)! - centre) / length : -1,
      ];
    };
  },
};

/** The paragraph about which the likely ones lie. */
export function centreOf({ likely }: Attention, place: number): number {
  const total = likely.reduce((a, b) => a + b, 0);
  const prior = 0.1;
  return (likely.reduce((sum, p, k) => sum + p * k, 0) + prior * place * likely.length) / (total + prior);
}
