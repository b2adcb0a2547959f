import type { Sight } from "./evidence/evidence.ts";
import { centreOf } from "./evidence/presence.ts";
import type { StoryPlace } from "./reading.ts";

/** What is known of one paragraph that names a candidate, or means it by a pronoun. */
export const placeColumns = [
  "mentions",
  "pronouns",
  "share of the paragraph's mentions",
  "opens",
  "speaks",
  "quoted",
  "first of the chapter",
  "likely",
  "likely beside the best",
  "blind",
  "around",
  "linked",
  "place",
  "words",
  "score",
  "score beside the best",
  "score before",
  "score after",
  "rank by score",
  "from the centre",
  "far from the centre",
  "from the bullet's place",
  "far from the bullet's place",
  "best of 6",
  "best of 15",
  "near the gap",
  "others named there",
  "close to one named",
  "length",
  "begins or ends the chapter",
] as const;

/** For each candidate the paragraphs where it occurs, a row each. */
export function placesOf(sight: Sight): (entity: number) => Float32Array[] {
  const { asked, reading } = sight;
  const { story, chapter } = asked;
  const echoes = reading.echoes(chapter);
  const row = placeRow(sight);
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
    return [...own].map(([paragraph, occurrence]) => row(paragraph, occurrence, paragraph === first));
  };
}

/** The mentions and the pronouns of one candidate in one paragraph, by their numbers. */
interface Occurrence {
  readonly mentions: number[];
  readonly pronouns: number[];
}

/** The numbers of one paragraph for one candidate, in the order of `placeColumns`. */
function placeRow({ asked, attention }: Sight): (paragraph: number, own: Occurrence, isFirst: boolean) => Float32Array {
  const { story, chapter, overlaps } = asked;
  const length = chapter.chapter.story.length;
  const ground = paragraphRows({ asked, attention });
  const { sizes, anchors } = namedThere(asked);
  const best = bestOverlaps(asked);
  const [six, fifteen, close] = [
    overlaps.mentions("all", 6),
    overlaps.mentions("all", 15),
    overlaps.mentions("near", 8),
  ];
  const echoFifteen = overlaps.pronouns(15);
  return (paragraph, { mentions, pronouns }, isFirst) => {
    const places = mentions.map((k) => story.mentions[k]!);
    const some = (test: (mention: StoryPlace) => boolean) => (places.some(test) ? 1 : 0);
    return Float32Array.from([
      Math.log1p(places.length),
      Math.log1p(pronouns.length),
      places.length / (sizes[paragraph]! || 1),
      some(({ opens }) => opens),
      some(({ speaks }) => speaks),
      some(({ quoted }) => quoted),
      isFirst ? 1 : 0,
      ...ground(paragraph),
      best(six, mentions),
      Math.max(best(fifteen, mentions), best(echoFifteen, pronouns)),
      best(close, mentions),
      Math.log1p(anchors[paragraph]!.length),
      1 - nearestOf(places, anchors[paragraph]!) / farthest,
      Math.log1p(story.starts[paragraph + 1]! - story.starts[paragraph]!) / 3,
      paragraph === 0 ? -1 : paragraph === length - 1 ? 1 : 0,
    ]);
  };
}

/** How many mentions each paragraph has, and where those stand whom the bullet names. */
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

/** What does not depend on the candidate: how the bullet looks at a paragraph. */
function paragraphRows({ asked, attention }: Pick<Sight, "asked" | "attention">): (paragraph: number) => number[] {
  const { question, chapter } = asked;
  const { likely, blind, around, linked, place, words, scores } = attention;
  const length = chapter.chapter.story.length;
  const bulletPlace = (question.paragraph + 0.5) / chapter.chapter.summary.length;
  const centre = centreOf(attention, bulletPlace);
  const most = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b), 1e-6);
  const [mostLikely, mostScore] = [most(likely), most(scores)];
  const ranks = rankOf(scores);
  return (k) => {
    const [away, off] = [k - centre, k + 0.5 - bulletPlace * length];
    return [
      likely[k]!,
      likely[k]! / mostLikely,
      blind[k]!,
      around[k]!,
      linked[k]!,
      place[k]!,
      words[k]!,
      scores[k]! / 10,
      scores[k]! / mostScore,
      (scores[k - 1] ?? 0) / mostScore,
      (scores[k + 1] ?? 0) / mostScore,
      Math.log1p(ranks[k]!) / 3,
      (Math.sign(away) * Math.log1p(Math.abs(away))) / 3,
      Math.log1p(Math.abs(away)) / 3,
      (3 * off) / length,
      (3 * Math.abs(off)) / length,
    ];
  };
}

/** How many are higher. */
function rankOf(values: Float64Array): Int32Array {
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b);
  const ranks = new Int32Array(values.length);
  order.forEach((k, rank) => {
    ranks[k] = rank;
  });
  return ranks;
}
