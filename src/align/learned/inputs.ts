import { Problem } from "../../problem.ts";
import { type ChapterFeatures, type PlaneName, softness } from "./features.ts";
import type { Meaning, MeaningSource } from "./meaning.ts";
import { steepest } from "./paths.ts";
import type { AmongRivals } from "./rivals.ts";

/** One number for a cell of a chapter, by its row, its column and its place in a plane. */
type CellValue = (row: number, column: number, cell: number) => number;

/** What the network sees of a cell. */
export interface Feature {
  readonly name: string;
  /** Where its vectors come from, if it needs any. */
  readonly source?: MeaningSource;
  readonly of: (chapter: ChapterFeatures) => CellValue;
}

/** Features on one scale: value ← (value − middle) / spread, no further than `furthest` from 0. */
export interface Scale {
  readonly middles: Float32Array;
  readonly spreads: Float32Array;
}

const furthest = 4;

/** What words say: scores as logarithms, next to those of rivals, on paths, and places. */
const wordFeatures: readonly Feature[] = [
  ...(["words", "reverse", "starts", "names", "signs", "content", "pairs", "sentence", "rarest"] as const).map((name) =>
    logarithm(name, 1),
  ),
  plane("cosine"),
  feature(
    "words of all",
    ({ planes, byRow }) =>
      (row, _, cell) =>
        planes.words[cell]! * byRow.reach[row]!,
  ),
  ...(["near 2", "near 5", "company"] as const).map(plane),
  ...(["words", "content", "cosine"] as const).flatMap((name) => [
    feature(`${name} of the row's best`, ({ planes, byRow }) => {
      const [values, best] = [planes[name], byRow[name]];
      return (row, _, cell) => values[cell]! * best[row]!;
    }),
    feature(`${name} of the column's best`, ({ planes, byColumn }) => {
      const [values, best] = [planes[name], byColumn[name]];
      return (_, column, cell) => values[cell]! * best[column]!;
    }),
  ]),
  feature(
    "share of the row",
    ({ planes, byRow }) =>
      (row, _, cell) =>
        soft(planes.words[cell]!) * byRow.soft[row]!,
  ),
  feature(
    "share of the column",
    ({ planes, byColumn }) =>
      (_, column, cell) =>
        soft(planes.words[cell]!) * byColumn.soft[column]!,
  ),
  ...(
    ["paths by words 12", "paths by words 6", "paths by words 3", "paths by cosine", "paths by mixed"] as const
  ).flatMap((name) => [plane(name), logarithm(name, 1e-6)]),
  ...(["inParagraphs", "inWords"] as const).flatMap((measure) => [
    feature(`distance ${measure}`, (chapter) => {
      const ahead = lag(chapter, measure);
      return (row, column) => Math.abs(ahead(row, column));
    }),
    feature(`lag ${measure}`, (chapter) => lag(chapter, measure)),
  ]),
  feature("side of the diagonal", (chapter) => {
    const ahead = lag(chapter, "inParagraphs");
    return (row, column) => 1 / (1 + Math.exp(-bounded(chapter.rows * ahead(row, column))));
  }),
  ...["bullet's length", "first bullet", "last bullet"].map((name, k) =>
    feature(
      name,
      ({ ofBullet }) =>
        (row) =>
          ofBullet[k]![row]!,
    ),
  ),
  ...[
    ...["paragraph's length", "speech", "quotation marks", "heading"],
    ...["cohesion", "names", "near the start", "near the end"],
  ].map((name, k) =>
    feature(
      name,
      ({ ofParagraph }) =>
        (_, column) =>
          ofParagraph[k]![column]!,
    ),
  ),
  ...["paragraphs for a bullet", "bullets", "paragraphs"].map((name, k) =>
    feature(
      name,
      ({ ofChapter }) =>
        () =>
          ofChapter[k]!,
    ),
  ),
];

/**
 * What the aligner sees in each of its tiers: words alone; the table's vectors too; those of any encoder as well; or those
 * of the one encoder that the weights were trained with.
 */
export const tiers = {
  words: wordFeatures,
  table: [...wordFeatures, ...asTheyAre("table")],
  encoder: [...wordFeatures, ...asTheyAre("table"), ...onChapterScale("encoder")],
  oneEncoder: [...wordFeatures, ...asTheyAre("encoder")],
} as const satisfies Readonly<Record<string, readonly Feature[]>>;

export type Tier = keyof typeof tiers;

/** The features that weights were trained with. */
export function featuresNamed(names: readonly string[]): Feature[] {
  return names.map((name) => {
    const found = known.get(name);
    if (found === undefined) throw new Problem("The weights of the aligner are of another version; train them again.");
    return found;
  });
}

const known = new Map(Object.values(tiers).flatMap((tier) => tier.map((each) => [each.name, each])));

/** Features of a chapter, plane after plane, on a scale or as they are. */
export function networkInput(chapter: ChapterFeatures, features: readonly Feature[], scale?: Scale): Float32Array {
  const { rows, columns } = chapter;
  const input = new Float32Array(features.length * rows * columns);
  features.forEach((each, k) => {
    const value = each.of(chapter);
    const [middle, factor, most] = scale ? [scale.middles[k]!, 1 / scale.spreads[k]!, furthest] : [0, 1, Infinity];
    for (let row = 0, cell = 0, at = k * rows * columns; row < rows; row++)
      for (let column = 0; column < columns; column++, cell++, at++) {
        const scaled = (value(row, column, cell) - middle) * factor;
        input[at] = scaled > most ? most : scaled < -most ? -most : scaled;
      }
  });
  return input;
}

/** What vectors say, as it is and next to the best of its row and column. */
function asTheyAre(source: MeaningSource): Feature[] {
  return versionsOf(source, source, {
    "":
      ({ plane }) =>
      (_row, _column, cell) =>
        plane[cell]!,
    " − the row's best":
      ({ plane, bestOfRow }) =>
      (row, _, cell) =>
        plane[cell]! - bestOfRow[row]!,
    " − the column's best":
      ({ plane, bestOfColumn }) =>
      (_, column, cell) =>
        plane[cell]! - bestOfColumn[column]!,
  });
}

/** The same on the chapter's own scale: encoders differ in how alike they find any two texts. */
function onChapterScale(source: MeaningSource): Feature[] {
  const width = ({ deviation }: AmongRivals) => deviation + 1e-3;
  return versionsOf(source, `${source}, chapter's scale`, {
    "": (own) => (_row, _column, cell) => (own.plane[cell]! - own.mean) / width(own),
    " − the row's best": (own) => (row, _, cell) => (own.plane[cell]! - own.bestOfRow[row]!) / width(own),
    " − the column's best": (own) => (_, column, cell) => (own.plane[cell]! - own.bestOfColumn[column]!) / width(own),
  });
}

function versionsOf(
  source: MeaningSource,
  name: string,
  versions: Readonly<Record<string, (own: AmongRivals) => CellValue>>,
): Feature[] {
  const kinds: readonly (keyof Meaning)[] = ["pooled", "bulletFound", "paragraphFound"];
  return Object.entries(versions).flatMap(([version, read]) =>
    kinds.map((kind) => ({
      name: `${name}: ${kind}${version}`,
      source,
      of: ({ meaning }) => read(meaning[source]![kind]),
    })),
  );
}

function feature(name: string, of: Feature["of"]): Feature {
  return { name, of };
}

function plane(name: PlaneName): Feature {
  return feature(name, ({ planes }) => {
    const values = planes[name];
    return (_row, _column, cell) => values[cell]!;
  });
}

function logarithm(name: PlaneName, above: number): Feature {
  return feature(`ln ${name}`, ({ planes }) => {
    const values = planes[name];
    const ofNothing = Math.log(above);
    // most pairs share nothing
    return (_row, _column, cell) => (values[cell] === 0 ? ofNothing : Math.log(values[cell]! + above));
  });
}

/** How far the bullet is ahead of the paragraph. */
function lag({ bulletPlaces, paragraphPlaces }: ChapterFeatures, measure: "inParagraphs" | "inWords") {
  const [ofBullets, ofParagraphs] = [bulletPlaces[measure], paragraphPlaces[measure]];
  return (row: number, column: number) => ofBullets[row]! - ofParagraphs[column]!;
}

function soft(score: number): number {
  return Math.exp(bounded(score / softness));
}

function bounded(exponent: number): number {
  return exponent > steepest ? steepest : exponent < -steepest ? -steepest : exponent;
}
