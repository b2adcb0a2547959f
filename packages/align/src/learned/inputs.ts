import { logistic, once, Problem } from "@plotline/base";
import { Kernel } from "@plotline/nn";
import type { ChapterFeatures, PlaneName } from "./features.ts";
import type { Meaning, MeaningSource } from "./meaning.ts";
import { steepest } from "./paths.ts";
import type { Plane } from "./planes.ts";
import { type AmongRivals, deviationOf } from "./rivals.ts";

/** Writes one number for every cell, row by row. */
type Writer = (chapter: ChapterFeatures, out: Float32Array) => void;

/** What the network sees of a cell. */
export interface Feature {
  readonly name: string;
  /** Where its vectors come from, if it needs any. */
  readonly source?: MeaningSource;
  readonly write: Writer;
}

/** Features on one scale: value ← (value − middle) / spread, no further than `furthest` from 0. */
export interface Scale {
  readonly middles: ArrayLike<number>;
  readonly spreads: ArrayLike<number>;
}

const furthest = 4;

/** What both networks see of a paragraph itself. */
export const ofParagraphs = [
  "paragraph's length",
  "speech",
  "quotation marks",
  "heading",
  "cohesion",
  "names",
] as const;

/** What words say: scores as logarithms, next to those of rivals, on paths, and places. */
const wordFeatures: readonly Feature[] = [
  ...(["words", "reverse", "starts", "names", "signs", "content", "pairs", "sentence", "rarest"] as const).map((name) =>
    logarithm(name, 1),
  ),
  plane("cosine"),
  feature("words of all", ({ planes, byRow }, out) => scaleRows(planes.words, byRow.reach, out)),
  ...(["near 2", "near 5", "company"] as const).map(plane),
  ...(["words", "content", "cosine"] as const).flatMap((name) => [
    feature(`${name} of the row's best`, ({ planes, byRow }, out) => scaleRows(planes[name], byRow[name], out)),
    feature(`${name} of the column's best`, ({ planes, byColumn }, out) =>
      scaleColumns(planes[name], byColumn[name], out),
    ),
  ]),
  feature("share of the row", ({ soft, byRow }, out) => scaleRows(soft, byRow.soft, out)),
  feature("share of the column", ({ soft, byColumn }, out) => scaleColumns(soft, byColumn.soft, out)),
  ...(
    ["paths by words 12", "paths by words 6", "paths by words 3", "paths by cosine", "paths by mixed"] as const
  ).flatMap((name) => [plane(name), logarithm(name, 1e-6)]),
  ...(["inParagraphs", "inWords"] as const).flatMap((measure) => [
    feature(`distance ${measure}`, (chapter, out) => {
      lag(chapter, measure, out);
      for (let cell = 0; cell < out.length; cell++) out[cell] = Math.abs(out[cell]!);
    }),
    feature(`lag ${measure}`, (chapter, out) => lag(chapter, measure, out)),
  ]),
  feature("side of the diagonal", (chapter, out) => {
    lag(chapter, "inParagraphs", out);
    for (let cell = 0; cell < out.length; cell++)
      out[cell] = logistic(Math.max(-steepest, Math.min(steepest, chapter.rows * out[cell]!)));
  }),
  ...(["point's length", "first point", "last point"] as const).map((name) =>
    feature(name, ({ ofPoint, columns }, out) => {
      ofPoint[name].forEach((value, row) => void out.fill(value, row * columns, (row + 1) * columns));
    }),
  ),
  ...([...ofParagraphs, "near the start", "near the end"] as const).map((name) =>
    feature(name, ({ ofParagraph }, out) => inEachRow(ofParagraph[name], out)),
  ),
  ...(["paragraphs for a point", "points", "paragraphs"] as const).map((name) =>
    feature(name, ({ ofChapter }, out) => void out.fill(ofChapter[name])),
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

/** The name of a tier. */
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

/** Features of a chapter, plane after plane, on a scale or as they are; written to `input`. */
export function networkInput(
  chapter: ChapterFeatures,
  features: readonly Feature[],
  scale?: Scale,
  input: Float32Array = new Float32Array(features.length * chapter.rows * chapter.columns),
): Float32Array {
  const cells = chapter.rows * chapter.columns;
  features.forEach(({ write }, k) => {
    write(chapter, input.subarray(k * cells, (k + 1) * cells));
  });
  if (scale !== undefined) rescale(input, cells, scale);
  return input;
}

/** Puts planes of `size` numbers on a scale, in place. */
export function rescale(planes: Float32Array, size: number, { middles, spreads }: Scale): void {
  const on = kernel();
  const { plane: address } = on.layOut({ plane: 4 * size });
  const plane = on.floats(address, size);
  for (let k = 0; k < middles.length; k++) {
    plane.set(planes.subarray(k * size, (k + 1) * size));
    on.loops.rescale(address, size, middles[k]!, 1 / spreads[k]!, furthest);
    planes.set(plane, k * size);
  }
}

const kernel = once(() => new Kernel());

/** What vectors say, as it is and next to the best of its row and column. */
function asTheyAre(source: MeaningSource): Feature[] {
  return versionsOf(source, source, () => ({ mean: 0, width: 1 }));
}

/** The same on the chapter's own scale: encoders differ in how alike they find any two texts. */
function onChapterScale(source: MeaningSource): Feature[] {
  const scaleOf = ({ plane }: AmongRivals) => {
    const { mean, deviation } = deviationOf(plane);
    return { mean, width: deviation + 1e-3 };
  };
  return versionsOf(source, `${source}, chapter's scale`, scaleOf);
}

function versionsOf(
  source: MeaningSource,
  name: string,
  scaleOf: (own: AmongRivals) => { readonly mean: number; readonly width: number },
): Feature[] {
  const kinds: readonly (keyof Meaning)[] = ["pooled", "pointFound", "paragraphFound"];
  const version = (ending: string, less: (own: AmongRivals, mean: number, width: number, out: Float32Array) => void) =>
    kinds.map((kind) => ({
      name: `${name}: ${kind}${ending}`,
      source,
      write: ({ meaning }: ChapterFeatures, out: Float32Array) => {
        const own = meaning[source]![kind];
        const { mean, width } = scaleOf(own);
        less(own, mean, width, out);
      },
    }));
  return [
    ...version("", ({ plane }, mean, width, out) => minusRow(plane, Float64Array.of(mean), width, out)),
    ...version(" − the row's best", ({ plane, bestOfRow }, _, width, out) => minusRow(plane, bestOfRow, width, out)),
    ...version(" − the column's best", ({ plane, bestOfColumn }, _, width, out) =>
      minusColumn(plane, bestOfColumn, width, out),
    ),
  ];
}

function feature(name: string, write: Writer): Feature {
  return { name, write };
}

function plane(name: PlaneName): Feature {
  return feature(name, ({ planes }, out) => void out.set(planes[name]));
}

function logarithm(name: PlaneName, above: number): Feature {
  return feature(`ln ${name}`, ({ planes }, out) => writeLogarithms(planes[name], above, out));
}

function writeLogarithms(values: Plane, above: number, out: Float32Array): void {
  const ofNothing = Math.log(above);
  for (let cell = 0; cell < out.length; cell++)
    // most pairs share nothing
    out[cell] = values[cell] === 0 ? ofNothing : Math.log(values[cell]! + above);
}

/** A number for each column, the same in every row. */
export function inEachRow(values: Float32Array, out: Float32Array): void {
  for (let at = 0; at < out.length; at += values.length) out.set(values, at);
}

export function scaleRows(plane: Plane, factors: Float32Array, out: Float32Array): void {
  const columns = plane.length / factors.length;
  for (let row = 0, cell = 0; row < factors.length; row++)
    for (const end = cell + columns; cell < end; cell++) out[cell] = plane[cell]! * factors[row]!;
}

function scaleColumns(plane: Plane, factors: Float32Array, out: Float32Array): void {
  for (let cell = 0; cell < out.length; )
    for (let column = 0; column < factors.length; column++, cell++) out[cell] = plane[cell]! * factors[column]!;
}

/** `best`: a number for each row, or one for all. */
export function minusRow(plane: Plane, best: Float64Array, width: number, out: Float32Array): void {
  const columns = plane.length / best.length;
  for (let row = 0, cell = 0; row < best.length; row++)
    for (const end = cell + columns; cell < end; cell++) out[cell] = (plane[cell]! - best[row]!) / width;
}

function minusColumn(plane: Plane, best: Float64Array, width: number, out: Float32Array): void {
  for (let cell = 0; cell < out.length; )
    for (let column = 0; column < best.length; column++, cell++) out[cell] = (plane[cell]! - best[column]!) / width;
}

/** How far ahead of the paragraph the point is. */
function lag(
  { pointPlaces, paragraphPlaces }: ChapterFeatures,
  measure: "inParagraphs" | "inWords",
  out: Float32Array,
): void {
  const [ofPoints, ofParagraphs] = [pointPlaces[measure], paragraphPlaces[measure]];
  for (let row = 0, cell = 0; row < ofPoints.length; row++)
    for (let k = 0; k < ofParagraphs.length; k++, cell++) out[cell] = ofPoints[row]! - ofParagraphs[k]!;
}
