import { Problem } from "@plotline/base";
import type { TokenTable } from "@plotline/text";
import { posterior } from "../posterior.ts";
import type { TokenEncoder } from "../similarity/encoder.ts";
import { type Ground, matrix, type Passages } from "../similarity/similarity.ts";
import type { Feature } from "./inputs.ts";
import { encoderMeaning, type Meaning, type MeaningSource, tableMeaning } from "./meaning.ts";
import { type Places, paragraphFeatures, places, pointShapes, shapeFeatures } from "./paragraphs.ts";
import { steepest } from "./paths.ts";
import {
  bestSentence,
  company,
  nearby,
  overlap,
  type Plane,
  reachOf,
  shareWords,
  type Weighed,
  weigh,
} from "./planes.ts";
import { type ChapterReader, type ChapterReading, chapterReader } from "./reading.ts";
import { type AmongRivals, amongRivals, type Rivals, reciprocals, rivalsInColumns, rivalsInRows } from "./rivals.ts";

/** What is computed of every cell, wherever in the guide its point comes. */
const orderlessNames = [
  ...(["words", "reverse", "starts", "names", "signs", "content", "pairs", "sentence", "rarest"] as const),
  ...(["cosine", "near 2", "near 5"] as const),
] as const;

type OrderlessName = (typeof orderlessNames)[number];

/** What the order of the points makes of it. Paths: how likely a staircase passes, by a score and a temperature. */
type OrderedName =
  | "company"
  | "paths by words 12"
  | "paths by words 6"
  | "paths by words 3"
  | "paths by cosine"
  | "paths by mixed";

export type PlaneName = OrderlessName | OrderedName;

/** The words' score over this counts as an exponent where it is compared with its rivals'. */
export const softness = 3;

/** A chapter as numbers without a unit, bounded whatever the text is. */
export interface ChapterFeatures {
  readonly rows: number;
  readonly columns: number;
  readonly planes: Readonly<Record<PlaneName, Plane>>;
  /** The words' scores as exponentials. */
  readonly soft: Plane;
  /** What the words of a cell are divided by, by point and by paragraph. */
  readonly byRow: Rivals & { readonly reach: Float32Array };
  readonly byColumn: Rivals;
  readonly pointPlaces: Places;
  readonly paragraphPlaces: Places;
  readonly ofPoint: ReturnType<typeof pointShapes>;
  readonly ofParagraph: ReturnType<typeof paragraphFeatures>;
  readonly ofChapter: ReturnType<typeof shapeFeatures>;
  /** What vectors say, by where they come from. */
  readonly meaning: Readonly<Partial<Record<MeaningSource, Readonly<Record<keyof Meaning, AmongRivals>>>>>;
}

/** The features of a chapter with its points in some order: the row that comes first, second … */
export type FeaturesInOrder = (sequence?: readonly number[]) => ChapterFeatures;

type Meanings = Readonly<Partial<Record<MeaningSource, Meaning>>>;

/**
 * The features of a chapter with at least one paragraph on each side, for any order of the points: most of it is computed
 * once, and rows are moved.
 */
export function featuresInOrder(read: ChapterReader, passages: Passages, meanings: Meanings = {}): FeaturesInOrder {
  const reading = read(passages);
  const [rows, columns] = [passages.summary.length, passages.story.length];
  const weighed = weigh(reading);
  const reach = reachOf(weighed);
  const asGiven = orderlessPlanes(reading, weighed, reach);
  const ofStory = {
    paragraphPlaces: places(reading.storyLengths),
    ofParagraph: paragraphFeatures(reading, weighed, passages.story),
    ofChapter: shapeFeatures(rows, columns),
  };
  return (sequence) => {
    const moved = rowMover(sequence, columns);
    const orderless = mapped(asGiven, moved.plane);
    const lengths = moved.numbers(reading.summaryLengths);
    const soft = exponentials(orderless.words);
    const compared = { ...orderless, soft };
    return {
      ...{ rows, columns, ...ofStory, soft },
      planes: { ...orderless, ...orderedPlanes(orderless, weighed) },
      byRow: { ...rivalsInRows(compared, rows, columns), reach: reciprocals(moved.numbers(reach)) },
      byColumn: rivalsInColumns(compared, rows, columns),
      pointPlaces: places(lengths),
      ofPoint: pointShapes(lengths),
      meaning: mapped(meanings, (meaning) =>
        mapped(meaning, (plane) => amongRivals(moved.plane(plane), rows, columns)),
      ),
    };
  };
}

/** Puts rows, or one number per row, into another order. */
function rowMover(sequence: readonly number[] | undefined, columns: number) {
  if (sequence === undefined) return { plane: (plane: Plane) => plane, numbers: <N>(numbers: N) => numbers };
  return {
    plane: (plane: Plane): Plane => {
      const made = new Float32Array(plane.length);
      sequence.forEach((row, k) => void made.set(plane.subarray(row * columns, (row + 1) * columns), k * columns));
      return made;
    },
    numbers: <N extends Int32Array | Float64Array>(numbers: N): N => numbers.map((_, k) => numbers[sequence[k]!]!) as N,
  };
}

function mapped<Key extends string, From, To>(
  values: { readonly [key in Key]?: From },
  change: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries(values) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)])) as Record<Key, To>;
}

function orderlessPlanes(reading: ChapterReading, weighed: Weighed, reach: Float64Array): Record<OrderlessName, Plane> {
  const { rows, columns } = weighed;
  const made = new Map(orderlessNames.map((name) => [name, new Float32Array(rows * columns)]));
  const planes = Object.fromEntries(made) as Record<OrderlessName, Plane>;
  const { words, names, cosine, content, reverse, rarest } = planes;
  shareWords(weighed, { words, names, cosine, reverse, rarest });
  withoutNames(words, names, content);
  overlap(reading.starts, planes.starts);
  overlap(reading.signs, planes.signs);
  overlap(reading.pairs, planes.pairs);
  bestSentence(weighed, reading.sentences, reading.sentenceRows, planes.sentence);
  nearby(weighed, reach, 2, planes["near 2"]);
  nearby(weighed, reach, 5, planes["near 5"]);
  return planes;
}

function orderedPlanes(planes: Record<OrderlessName, Plane>, weighed: Weighed): Record<OrderedName, Plane> {
  const { words, content, starts, sentence, cosine } = planes;
  const paths = (scores: Plane, temperature: number, most = steepest) =>
    passing(scores, weighed.rows, weighed.columns, temperature, most);
  const byWords = (temperature: number) => paths(words, temperature, (3 * 12) / temperature);
  const mixed = paths(meanOf(content, starts, sentence), 4.3);
  return {
    "paths by cosine": paths(cosine, 1 / 8),
    "paths by mixed": mixed,
    "paths by words 12": byWords(12),
    "paths by words 6": byWords(6),
    "paths by words 3": byWords(softness),
    company: company(weighed, mixed),
  };
}

function meanOf(a: Plane, b: Plane, c: Plane): Plane {
  const mean = new Float32Array(a.length);
  for (let cell = 0; cell < mean.length; cell++) mean[cell] = (a[cell]! + b[cell]! + c[cell]!) / 3;
  return mean;
}

function exponentials(scores: Plane): Plane {
  const made = new Float32Array(scores.length);
  // Most pairs share nothing.
  for (let cell = 0; cell < made.length; cell++)
    made[cell] = scores[cell] === 0 ? 1 : Math.exp(Math.min(steepest, scores[cell]! / softness));
  return made;
}

/** How likely a staircase passes through each cell, by scores over a temperature, none of them above `most`. */
function passing(scores: Plane, rows: number, columns: number, temperature: number, most: number): Plane {
  return posterior(matrix(rows, columns, scores), { temperature, steepest: most }).values as Plane;
}

function withoutNames(words: Plane, names: Plane, content: Plane): void {
  for (let cell = 0; cell < words.length; cell++) {
    const rest = words[cell]! - names[cell]!;
    content[cell] = rest > 0 ? rest : 0;
  }
}

/** Reads chapters as far as these features need it; the points may then be in any order. */
export function featureReader(
  features: readonly Feature[],
  { reader, table }: Ground = {},
): (passages: Passages) => FeaturesInOrder {
  const read = chapterReader(reader);
  if (!features.some(({ source }) => source === "table")) return (passages) => featuresInOrder(read, passages);
  const meaning = tableMeaning(needed(table));
  return (passages) => featuresInOrder(read, passages, { table: meaning(passages) });
}

/** The same with the vectors of an encoder and of the table. */
export function encodedFeatureReader(
  encoder: TokenEncoder,
  { reader, table }: Ground = {},
): (passages: Passages) => Promise<FeaturesInOrder> {
  const read = chapterReader(reader);
  const byEncoder = encoderMeaning(encoder, needed(table));
  const byTable = tableMeaning(needed(table));
  return async (passages) =>
    featuresInOrder(read, passages, { encoder: await byEncoder(passages), table: byTable(passages) });
}

function needed(table: TokenTable | undefined): TokenTable {
  if (table !== undefined) return table;
  throw new Problem("These weights of the aligner need the token table; hand it to prepare().");
}
