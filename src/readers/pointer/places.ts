import type { Column } from "../column.ts";
import type { Attention } from "./attention.ts";
import type { Sight } from "./evidence/evidence.ts";
import { centreOf } from "./evidence/presence.ts";
import type { StoryPlace } from "./reading.ts";

/** What is known of one paragraph that names a candidate, or means it by a pronoun. */
const columns: readonly Column<Place>[] = [
  { name: "mentions", of: ({ mentions }) => Math.log1p(mentions.length) },
  { name: "pronouns", of: ({ pronouns }) => Math.log1p(pronouns) },
  {
    name: "share of the paragraph's mentions",
    of: ({ mentions, allMentions }) => mentions.length / (allMentions || 1),
  },
  { name: "opens", of: ({ mentions }) => Number(mentions.some(({ opens }) => opens)) },
  { name: "speaks", of: ({ mentions }) => Number(mentions.some(({ speaks }) => speaks)) },
  { name: "quoted", of: ({ mentions }) => Number(mentions.some(({ quoted }) => quoted)) },
  { name: "first of the chapter", of: ({ isFirst }) => Number(isFirst) },
  { name: "likely", of: ({ k, attention }) => attention.likely[k]! },
  { name: "likely next to the best", of: ({ k, attention, mostLikely }) => attention.likely[k]! / mostLikely },
  { name: "blind", of: ({ k, attention }) => attention.blind[k]! },
  { name: "meant", of: ({ k, attention }) => attention.meant[k]! },
  { name: "meant next to the best", of: ({ k, attention, mostMeant }) => attention.meant[k]! / mostMeant },
  { name: "meantBlind", of: ({ k, attention }) => attention.meantBlind[k]! },
  { name: "meantAround", of: ({ k, attention }) => attention.meantAround[k]! },
  { name: "around", of: ({ k, attention }) => attention.around[k]! },
  { name: "linked", of: ({ k, attention }) => attention.linked[k]! },
  { name: "place", of: ({ k, attention }) => attention.place[k]! },
  { name: "words", of: ({ k, attention }) => attention.words[k]! },
  { name: "score", of: ({ k, attention }) => attention.scores[k]! / 10 },
  { name: "score next to the best", of: ({ k, attention, mostScore }) => attention.scores[k]! / mostScore },
  { name: "score before", of: ({ k, attention, mostScore }) => (attention.scores[k - 1] ?? 0) / mostScore },
  { name: "score after", of: ({ k, attention, mostScore }) => (attention.scores[k + 1] ?? 0) / mostScore },
  { name: "rank by score", of: ({ k, ranks }) => Math.log1p(ranks[k]!) / 3 },
  { name: "from the centre", of: ({ k, centre }) => (Math.sign(k - centre) * Math.log1p(Math.abs(k - centre))) / 3 },
  { name: "far from the centre", of: ({ k, centre }) => Math.log1p(Math.abs(k - centre)) / 3 },
  { name: "from the bullet's place", of: (place) => (3 * fromBullet(place)) / place.length },
  { name: "far from the bullet's place", of: (place) => (3 * Math.abs(fromBullet(place))) / place.length },
  { name: "best of 6", of: ({ six }) => six },
  { name: "best of 15", of: ({ fifteen }) => fifteen },
  { name: "near the gap", of: ({ close }) => close },
  { name: "others named there", of: ({ anchors }) => Math.log1p(anchors.length) },
  { name: "close to one named", of: ({ mentions, anchors }) => 1 - nearestOf(mentions, anchors) / farthest },
  { name: "length", of: ({ words }) => Math.log1p(words) / 3 },
  { name: "begins or ends the chapter", of: ({ k, length }) => (k === 0 ? -1 : k === length - 1 ? 1 : 0) },
];

export const placeColumns: readonly string[] = columns.map(({ name }) => name);

/** How the bullet looks at the chapter, whoever the candidate is. */
interface View {
  readonly attention: Attention;
  readonly mostLikely: number;
  readonly mostMeant: number;
  readonly mostScore: number;
  /** By paragraph: how many have a higher score. */
  readonly ranks: Int32Array;
  /** The paragraph about which the likely ones lie; the bullet's place in the summary, from 0 to 1. */
  readonly centre: number;
  readonly bulletPlace: number;
  readonly length: number;
}

/** Paragraph `k` of the chapter, as a place of one candidate. */
interface Place extends View {
  readonly k: number;
  /** The candidate's mentions and pronouns there, and the mentions of anybody. */
  readonly mentions: readonly StoryPlace[];
  readonly pronouns: number;
  readonly allMentions: number;
  /** Whether the chapter names the candidate here first. */
  readonly isFirst: boolean;
  /** The best overlap of its occurrences with the bullet: within 6 and 15 words, and with the words near the gap. */
  readonly six: number;
  readonly fifteen: number;
  readonly close: number;
  /** The places of those whom the bullet names. */
  readonly anchors: readonly number[];
  readonly words: number;
}

/** For each candidate the paragraphs where it occurs, a row each, in the order of `placeColumns`. */
export function placesOf(sight: Sight): (entity: number) => Float32Array[] {
  const { asked, reading } = sight;
  const { story, chapter } = asked;
  const echoes = reading.echoes(chapter);
  const look = looker(sight);
  return (entity) => {
    const own = new Map<number, Occurrence>();
    const at = (paragraph: number) => {
      const known = own.get(paragraph) ?? { mentions: [], pronouns: [] };
      own.set(paragraph, known);
      return known;
    };
    for (const k of story.byEntity.get(entity) ?? []) at(story.mentions[k]!.paragraph).mentions.push(k);
    echoes.forEach((echo, k) => {
      if (echo.entity === entity) at(echo.paragraph).pronouns.push(k);
    });
    const first = story.mentions[story.byEntity.get(entity)?.[0] ?? -1]?.paragraph;
    return [...own].map(([paragraph, occurrence]) => {
      const place = look(paragraph, occurrence, paragraph === first);
      return Float32Array.from(columns, ({ of }) => of(place));
    });
  };
}

/** The mentions and the pronouns of one candidate in one paragraph, by their numbers. */
interface Occurrence {
  readonly mentions: number[];
  readonly pronouns: number[];
}

function looker({ asked, attention }: Sight): (paragraph: number, own: Occurrence, isFirst: boolean) => Place {
  const { story, overlaps } = asked;
  const view = viewOf({ asked, attention });
  const { sizes, anchors } = namedThere(asked);
  const best = bestOverlaps(asked);
  const six = overlaps.mentions("all", 6);
  const fifteen = overlaps.mentions("all", 15);
  const echoFifteen = overlaps.pronouns(15);
  const close = overlaps.mentions("near", 8);
  return (paragraph, { mentions, pronouns }, isFirst) => ({
    ...view,
    k: paragraph,
    mentions: mentions.map((k) => story.mentions[k]!),
    pronouns: pronouns.length,
    allMentions: sizes[paragraph]!,
    isFirst,
    six: best(six, mentions),
    fifteen: Math.max(best(fifteen, mentions), best(echoFifteen, pronouns)),
    close: best(close, mentions),
    anchors: anchors[paragraph]!,
    words: story.starts[paragraph + 1]! - story.starts[paragraph]!,
  });
}

function viewOf({ asked: { question, chapter }, attention }: Pick<Sight, "asked" | "attention">): View {
  const bulletPlace = (question.paragraph + 0.5) / chapter.chapter.summary.length;
  const most = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b), 1e-6);
  return {
    attention,
    mostLikely: most(attention.likely),
    mostMeant: most(attention.meant),
    mostScore: most(attention.scores),
    ranks: rankOf(attention.scores),
    centre: centreOf(attention, bulletPlace),
    bulletPlace,
    length: chapter.chapter.story.length,
  };
}

/** Paragraphs from where the bullet would fall if both texts ran at one speed. */
function fromBullet({ k, bulletPlace, length }: Place): number {
  return k + 0.5 - bulletPlace * length;
}

/** How many mentions each paragraph has, and the places of those whom the bullet names. */
function namedThere({ story, question, chapter }: Sight["asked"]): { sizes: Float64Array; anchors: number[][] } {
  const length = chapter.chapter.story.length;
  const named = new Set(question.named);
  const anchors = Array.from({ length }, (): number[] => []);
  const sizes = new Float64Array(length);
  for (const { entity, place, paragraph } of story.mentions) {
    sizes[paragraph]!++;
    if (named.has(entity)) anchors[paragraph]!.push(place);
  }
  return { sizes, anchors };
}

/** The best overlap of some occurrences, as a share of all that the bullet could share. */
function bestOverlaps({ stems }: Sight["asked"]): (values: Float64Array, of: readonly number[]) => number {
  const reach = stems.reduce((sum, { weight }) => sum + weight, 0) + 1;
  return (values, of) => of.reduce((most, k) => Math.max(most, values[k]!), 0) / reach;
}

/** Words between the nearest two, or as far as it counts. */
function nearestOf(places: readonly StoryPlace[], anchors: readonly number[]): number {
  return Math.min(farthest, ...places.flatMap(({ place }) => anchors.map((anchor) => Math.abs(anchor - place))));
}

const farthest = 40;

function rankOf(values: Float64Array): Int32Array {
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b);
  const ranks = new Int32Array(values.length);
  order.forEach((k, rank) => {
    ranks[k] = rank;
  });
  return ranks;
}
