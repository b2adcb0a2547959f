import { Problem } from "../../problem.ts";
import type { Plane } from "./evidence.ts";
import type { ChapterFeatures, PlaneName } from "./features.ts";
import type { Meaning, MeaningSource } from "./meaning.ts";
import { steepest } from "./paths.ts";
import type { AmongRivals } from "./rivals.ts";

/** Writes the numbers of a row of cells, from a place of `out` on. */
type RowWriter = (row: number, out: Float32Array, at: number) => void;

/** What the network sees of a cell. */
export interface Feature {
  readonly name: string;
  /** Where its vectors come from, if it needs any. */
  readonly source?: MeaningSource;
  readonly of: (chapter: ChapterFeatures) => RowWriter;
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
  feature("words of all", ({ planes, byRow }) => timesRow(planes.words, byRow.reach)),
  ...(["near 2", "near 5", "company"] as const).map(plane),
  ...(["words", "content", "cosine"] as const).flatMap((name) => [
    feature(`${name} of the row's best`, ({ planes, byRow }) => timesRow(planes[name], byRow[name])),
    feature(`${name} of the column's best`, ({ planes, byColumn }) => timesColumn(planes[name], byColumn[name])),
  ]),
  feature("share of the row", ({ soft, byRow }) => timesRow(soft, byRow.soft)),
  feature("share of the column", ({ soft, byColumn }) => timesColumn(soft, byColumn.soft)),
  ...(
    ["paths by words 12", "paths by words 6", "paths by words 3", "paths by cosine", "paths by mixed"] as const
  ).flatMap((name) => [plane(name), logarithm(name, 1e-6)]),
  ...(["inParagraphs", "inWords"] as const).flatMap((measure) => [
    feature(`distance ${measure}`, (chapter) => lag(chapter, measure, Math.abs)),
    feature(`lag ${measure}`, (chapter) => lag(chapter, measure)),
  ]),
  feature("side of the diagonal", (chapter) =>
    lag(chapter, "inParagraphs", (ahead) => 1 / (1 + Math.exp(-bounded(chapter.rows * ahead)))),
  ),
  ...["bullet's length", "first bullet", "last bullet"].map((name, k) =>
    feature(name, ({ ofBullet, columns }) => everywhere(columns, (row) => ofBullet[k]![row]!)),
  ),
  ...[
    ...["paragraph's length", "speech", "quotation marks", "heading"],
    ...["cohesion", "names", "near the start", "near the end"],
  ].map((name, k) =>
    feature(
      name,
      ({ ofParagraph }) =>
        (_, out, at) =>
          void out.set(ofParagraph[k]!, at),
    ),
  ),
  ...["paragraphs for a bullet", "bullets", "paragraphs"].map((name, k) =>
    feature(name, ({ ofChapter, columns }) => everywhere(columns, () => ofChapter[k]!)),
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

/** Features of a chapter, plane after plane, on a scale or as they are; written to `input`. */
export function networkInput(
  chapter: ChapterFeatures,
  features: readonly Feature[],
  scale?: Scale,
  input: Float32Array = new Float32Array(features.length * chapter.rows * chapter.columns),
): Float32Array {
  const { rows, columns } = chapter;
  features.forEach((each, k) => {
    const write = each.of(chapter);
    const [middle, factor] = scale ? [scale.middles[k]!, 1 / scale.spreads[k]!] : [0, 1];
    for (let row = 0, at = k * rows * columns; row < rows; row++, at += columns) {
      write(row, input, at);
      if (scale !== undefined) rescale(input, input, at, columns, middle, factor);
    }
  });
  return input;
}

/** (value − middle) · factor, no further than `furthest` from 0, of `count` values from a place on. */
export function rescale(
  values: Float32Array,
  made: Float32Array,
  from: number,
  count: number,
  middle: number,
  factor: number,
): void {
  for (let at = from; at < from + count; at++) {
    const scaled = (values[at]! - middle) * factor;
    made[at] = scaled > furthest ? furthest : scaled < -furthest ? -furthest : scaled;
  }
}

/** What vectors say, as it is and next to the best of its row and column. */
function asTheyAre(source: MeaningSource): Feature[] {
  return versionsOf(source, source, () => ({ mean: 0, width: 1 }));
}

/** The same on the chapter's own scale: encoders differ in how alike they find any two texts. */
function onChapterScale(source: MeaningSource): Feature[] {
  const scaleOf = ({ mean, deviation }: AmongRivals) => ({ mean, width: deviation + 1e-3 });
  return versionsOf(source, `${source}, chapter's scale`, scaleOf);
}

function versionsOf(
  source: MeaningSource,
  name: string,
  scaleOf: (own: AmongRivals) => { readonly mean: number; readonly width: number },
): Feature[] {
  const kinds: readonly (keyof Meaning)[] = ["pooled", "bulletFound", "paragraphFound"];
  const version = (ending: string, writer: (own: AmongRivals, mean: number, width: number) => RowWriter) =>
    kinds.map((kind) => ({
      name: `${name}: ${kind}${ending}`,
      source,
      of: ({ meaning }: ChapterFeatures) => {
        const own = meaning[source]![kind];
        const { mean, width } = scaleOf(own);
        return writer(own, mean, width);
      },
    }));
  return [
    ...version("", ({ plane, bestOfRow }, mean, width) =>
      lessRow(
        plane,
        bestOfRow.map(() => mean),
        width,
      ),
    ),
    ...version(" − the row's best", ({ plane, bestOfRow }, _, width) => lessRow(plane, bestOfRow, width)),
    ...version(" − the column's best", ({ plane, bestOfColumn }, _, width) => lessColumn(plane, bestOfColumn, width)),
  ];
}

function feature(name: string, of: Feature["of"]): Feature {
  return { name, of };
}

function plane(name: PlaneName): Feature {
  return feature(name, ({ planes, columns }) => (row, out, at) => {
    out.set(planes[name].subarray(row * columns, (row + 1) * columns), at);
  });
}

function logarithm(name: PlaneName, above: number): Feature {
  return feature(`ln ${name}`, ({ planes, columns }) => {
    const values = planes[name];
    const ofNothing = Math.log(above);
    return (row, out, at) => {
      for (let k = 0, cell = row * columns; k < columns; k++, cell++)
        // most pairs share nothing
        out[at + k] = values[cell] === 0 ? ofNothing : Math.log(values[cell]! + above);
    };
  });
}

function timesRow(plane: Plane, factors: Float32Array): RowWriter {
  const columns = plane.length / factors.length;
  return (row, out, at) => {
    const factor = factors[row]!;
    for (let k = 0, cell = row * columns; k < columns; k++, cell++) out[at + k] = plane[cell]! * factor;
  };
}

function timesColumn(plane: Plane, factors: Float32Array): RowWriter {
  const columns = factors.length;
  return (row, out, at) => {
    for (let k = 0, cell = row * columns; k < columns; k++, cell++) out[at + k] = plane[cell]! * factors[k]!;
  };
}

function lessRow(plane: Plane, best: Float64Array, width: number): RowWriter {
  const columns = plane.length / best.length;
  return (row, out, at) => {
    for (let k = 0, cell = row * columns; k < columns; k++, cell++) out[at + k] = (plane[cell]! - best[row]!) / width;
  };
}

function lessColumn(plane: Plane, best: Float64Array, width: number): RowWriter {
  const columns = best.length;
  return (row, out, at) => {
    for (let k = 0, cell = row * columns; k < columns; k++, cell++) out[at + k] = (plane[cell]! - best[k]!) / width;
  };
}

/** How far the bullet is ahead of the paragraph. */
function lag(
  { bulletPlaces, paragraphPlaces }: ChapterFeatures,
  measure: "inParagraphs" | "inWords",
  change = (ahead: number) => ahead,
): RowWriter {
  const [ofBullets, ofParagraphs] = [bulletPlaces[measure], paragraphPlaces[measure]];
  return (row, out, at) => {
    for (let k = 0; k < ofParagraphs.length; k++) out[at + k] = change(ofBullets[row]! - ofParagraphs[k]!);
  };
}

function everywhere(columns: number, value: (row: number) => number): RowWriter {
  return (row, out, at) => void out.fill(value(row), at, at + columns);
}

function bounded(exponent: number): number {
  return exponent > steepest ? steepest : exponent < -steepest ? -steepest : exponent;
}
