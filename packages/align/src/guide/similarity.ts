import { groupedBy, once, Problem } from "@plotline/base";
import { languageOf, likeStem } from "@plotline/text";
import { mostPairs } from "../chapter/words.ts";
import {
  type ChapterFeatures,
  encodedFeatureReader,
  type FeaturesInOrder,
  featureReader,
} from "../learned/features.ts";
import { tiers } from "../learned/inputs.ts";
import { oddsScorer, type PackedModel, unpack } from "../learned/model.ts";
import packed from "../learned/weights.json" with { type: "json" };
import type { TokenEncoder } from "../similarity/encoder.ts";
import { type Matrix, matrix, type Passages, type Similarity } from "../similarity/similarity.ts";
import { combined, lengthsOf, mixFor, shownGain, sparseness } from "./combine.ts";
import { encoderMixtures, type Mixtures, tableMixtures } from "./constants.ts";
import { findOrder, type InOrder, inSequence, type OrderKind, outOfSequence, type Sequence } from "./order.ts";
import { type RowOdds, rowScorer, unpackRowModel } from "./row/model.ts";
import rowWeights from "./row/weights.json" with { type: "json" };
import { joinWindows, mostCells, windowsFor } from "./windows.ts";

/** The log-odds of every cell, and what was found out about the guide on the way. */
export interface GuideOdds extends Matrix {
  /** The points in the order in which the story has them. */
  readonly sequence: Sequence;
  readonly order: OrderKind;
  /** How likely the story has each point's passage at all, as log-odds of the row network. */
  readonly matched: Float32Array;
  /** What the log-odds of chosen links gain before they are shown as confidences. */
  readonly gain: Float32Array;
}

const described = { name: "learned", countsAs: likeStem, needsTable: true };

/** Scores guides of any shape: a few points, points given twice, in another order, or for a whole book. */
export function guided(packed: PackedModel): Similarity<GuideOdds> {
  return {
    ...described,
    prepare: (ground) => {
      const read = featureReader(tiers.table, ground);
      const networks = networksOf(packed, tableMixtures);
      return (passages) => {
        const { parts, join } = planOf(passages);
        return join(parts.map((part) => scoreDistinct(part, read(part), networks)));
      };
    },
  };
}

/** What ships: our features, networks trained on gold alignments. */
export const shipped: Similarity<GuideOdds> = guided(packed);

/** The same by an encoder's vectors, for which the weights were trained. */
export function guidedWithEncoder(packed: PackedModel, encoder: TokenEncoder): Similarity<Promise<GuideOdds>> {
  return {
    ...described,
    prepare: (ground) => {
      const read = encodedFeatureReader(encoder, ground);
      const networks = networksOf(packed, encoderMixtures);
      return async (passages) => {
        const { parts, join } = planOf(passages);
        const scored: GuideOdds[] = [];
        for (const part of parts) scored.push(scoreDistinct(part, await read(part), networks));
        return join(scored);
      };
    },
  };
}

/** The two networks over a chapter, and how they are added up. */
export interface Networks {
  readonly ordered: (chapter: ChapterFeatures) => Matrix;
  readonly single: (chapter: ChapterFeatures, passages: Passages) => RowOdds;
  readonly mixtures: Mixtures;
}

function networksOf(packed: PackedModel, mixtures: Mixtures): Networks {
  return { ordered: oddsScorer(unpack(packed)), single: singlePoints(), mixtures };
}

const singlePoints = once(() => rowScorer(unpackRowModel(rowWeights)));

/** What is scored of a guide, and how the whole guide's odds come from it: nothing is scored twice, long books in windows. */
export interface Plan {
  readonly parts: readonly Passages[];
  readonly join: (scored: readonly GuideOdds[]) => GuideOdds;
}

export function planOf(passages: Passages): Plan {
  const { summary, story } = passages;
  const [rows, columns] = [summary.length, story.length];
  if (rows * columns > mostPairs)
    throw new Problem(`${rows} points and ${columns} paragraphs are too many for one chapter; divide it.`);
  if (rows * columns === 0) return { parts: [], join: () => nothing(rows, columns) };
  // Points that are the same word for word share their links: each is aligned once.
  const distinct = { summary: [...new Set(summary)], story, language: languageOf(passages).code };
  const whole = (odds: GuideOdds) => unfolded(withoutEmpty(odds, distinct.summary), distinct.summary, summary);
  if (distinct.summary.length * columns <= mostCells) return { parts: [distinct], join: ([odds]) => whole(odds!) };
  const windows = windowsFor(distinct);
  return {
    parts: windows.map((window) => window.passages),
    join: (scored) => whole(joinWindows(distinct, windows, scored)),
  };
}

function nothing(rows: number, columns: number): GuideOdds {
  const sequence = [...Array(rows).keys()];
  const matched = new Float32Array(rows).fill(impossible);
  return { ...matrix(rows, columns), sequence, order: "kept", matched, gain: new Float32Array(rows) };
}

/** Log-odds that no evidence outweighs. */
const impossible = -20;

/** The odds of a guide in which nothing is repeated, from its features in any order. */
export function scoreDistinct(passages: Passages, featuresIn: FeaturesInOrder, networks: Networks): GuideOdds {
  const features = featuresIn();
  const { cells: single, matched } = withoutStrangeWords(networks.single(features, passages), features);
  const points = passages.summary.length;
  const lengths = lengthsOf(passages);
  const sparse = sparseness(lengths);
  const inOrder: InOrder = {
    ordered: (sequence) => {
      const asGiven = sequence.every((row, k) => row === k);
      return outOfSequence(networks.ordered(asGiven ? features : featuresIn(sequence)), sequence);
    },
    addedUp: (ordered, kind) => combined(ordered, single, mixFor(points, sparse, networks.mixtures, kind), lengths),
  };
  const { kind, sequence, odds } = findOrder(single, inOrder);
  const gain = new Float32Array(points).fill(shownGain(points, sparse, networks.mixtures));
  return { ...odds, sequence, order: kind, matched, gain };
}

/** A point that shares not even the beginning of a word with the story is at best a guess. */
function withoutStrangeWords(odds: RowOdds, { planes, rows, columns }: ChapterFeatures): RowOdds {
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * columns, (row + 1) * columns];
    const shared = [planes.words, planes.starts].some((plane) => plane.subarray(from, to).some((value) => value > 0));
    if (!shared) odds.matched[row] = Math.min(odds.matched[row]!, strange);
  }
  return odds;
}

/** Log-odds that the story has the passage of a point that shares no word with it. */
const strange = -3;

/** A point without a word says nothing. */
function withoutEmpty(odds: GuideOdds, summary: readonly string[]): GuideOdds {
  summary.forEach((point, row) => {
    if (/[\p{L}\p{N}]/u.test(point)) return;
    odds.values.fill(impossible, row * odds.columns, (row + 1) * odds.columns);
    odds.matched[row] = impossible;
  });
  return odds;
}

/** Every point again, copies with what their first has. */
function unfolded(odds: GuideOdds, distinct: readonly string[], points: readonly string[]): GuideOdds {
  if (distinct.length === points.length) return odds;
  const placeOf = new Map(distinct.map((point, place) => [point, place]));
  const places = points.map((point) => placeOf.get(point)!);
  const copies = groupedBy(places.keys(), (row) => places[row]!);
  return {
    ...inSequence(odds, places),
    order: odds.order,
    sequence: odds.sequence.flatMap((place) => copies.get(place)!),
    matched: Float32Array.from(places, (place) => odds.matched[place]!),
    gain: Float32Array.from(places, (place) => odds.gain[place]!),
  };
}
