// Fits the weights of packages/align/src/evidence and writes them to its weights.json.
//   npm run train -- evidence [CORPUS ENCODER] [--out FILE]
// The weights without an encoder learn from the train works of corpora/open, and are checked on its validation works. With a
// corpus that ENCODER has not learned from (ours has read corpora/open), those with an encoder learn from the gold of CORPUS,
// and are checked on every fifth work of it; else they stay as they are.
//
// Gold links points with paragraphs, not with sentences. So only points that cover up to four sentences in all are used, and
// the weights w make it likely that the sentence with the highest sum is one of these:
//   loss of a point = ln Σ exp(w · x) over all sentences of the chapter − ln Σ exp(w · x) over those that its links cover
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Passages, TokenEncoder } from "@plotline/align";
import { openEncoder } from "@plotline/align/node";
import { random, shuffled } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { shippedTable, type TokenTable } from "@plotline/text";
import { type GoldChapter, goldOf, needed, open, program, root } from "../bench/kit/kit.ts";
import { encodedStory } from "../packages/align/src/evidence/evidence.ts";
import {
  encoderFeatures,
  type FeatureName,
  ownFeatures,
  planesReader,
} from "../packages/align/src/evidence/features.ts";
import { logOfSum, type RankWeights } from "../packages/align/src/evidence/rank.ts";
import { storySentences } from "../packages/align/src/evidence/story-sentences.ts";
import type { Meaning } from "../packages/align/src/learned/meaning.ts";
import { logistic, type Observation } from "./guide/logistic.ts";

/** A point with more sentences than this says too little about which of them carries it. */
const mostSentences = 4;
const [fewestInChapter, mostWords] = [20, 9000];
const file = join(root, "packages", "align", "src", "evidence", "weights.json");

/** A point of a chapter: each feature of every sentence, and which of these its links cover. */
export interface Point {
  readonly work: string;
  readonly rows: readonly Float32Array[];
  readonly covered: readonly boolean[];
}

program(import.meta.url, { out: file }, async ({ positionals: [corpusFolder, encoderFolder], values: { out } }) => {
  const weights = JSON.parse(readFileSync(file, "utf8"));
  const table = await shippedTable();
  const { works } = await openCorpus(open);
  const validation = new Set(works.filter(({ split }) => split === "validation").map(({ title }) => title));
  const points = await pointsOf(open, ownFeatures, table);
  weights.own = fitted(
    points.filter(({ work }) => !validation.has(work)),
    points.filter(({ work }) => validation.has(work)),
  );
  if (corpusFolder !== undefined) {
    const encoder = needed(encoderFolder, "the folder of an encoder that has not learned from the corpus");
    weights.encoder = await fittedWith(encoder, corpusFolder, table);
  }
  writeFileSync(out, `${JSON.stringify(weights, null, 2)}\n`);
});

/** Checked on every fifth work, then fitted to all. */
async function fittedWith(encoder: string, corpus: string, table: TokenTable): Promise<RankWeights> {
  const { tokens } = await openEncoder(encoder, { threads: 2 });
  const points = await pointsOf(corpus, encoderFeatures, table, tokens);
  const works = [...new Set(points.map(({ work }) => work))].sort();
  const isHeldOut = ({ work }: Point) => works.indexOf(work) % 5 === 4;
  fitted(
    points.filter((point) => !isHeldOut(point)),
    points.filter(isHeldOut),
  );
  return fitted(points, points);
}

async function pointsOf(
  folder: string,
  features: readonly FeatureName[],
  table: TokenTable,
  encoder?: TokenEncoder,
): Promise<Point[]> {
  const found: Point[] = [];
  for (const chapter of await goldOf(await openCorpus(folder)))
    found.push(...(await pointsOfChapter(chapter, features, table, encoder)));
  return found;
}

async function pointsOfChapter(
  { work, summary, story, gold }: GoldChapter,
  features: readonly FeatureName[],
  table: TokenTable,
  encoder?: TokenEncoder,
): Promise<Point[]> {
  const sentences = storySentences(story);
  const covered = summary.map((_, point) => {
    const paragraphs = new Set(gold.filter((link) => link.summary === point).map((link) => link.story));
    return sentences.map(({ paragraph }) => paragraphs.has(paragraph));
  });
  const sizes = covered.map((row) => row.filter(Boolean).length);
  const used = [...summary.keys()].filter((point) => sizes[point]! > 0 && sizes[point]! <= mostSentences);
  const words = story.join(" ").split(/\s+/).length;
  if (used.length === 0 || sentences.length < fewestInChapter || words > mostWords) return [];
  const passages = { summary: used.map((point) => summary[point]!), story: sentences.map(({ text }) => text) };
  const planes = planesReader(table)(passages, encoder && (await meaningOf(passages, encoder, table)));
  const columns = sentences.length;
  return used.map((point, row) => ({
    work,
    covered: covered[point]!,
    rows: features.map((name) => Float32Array.from(planes[name]!.slice(row * columns, (row + 1) * columns))),
  }));
}

/** Of every statement by itself, one after the other. */
async function meaningOf({ summary, story }: Passages, encoder: TokenEncoder, table: TokenTable): Promise<Meaning> {
  const ask = encodedStory(encoder, table, story);
  const each: Meaning[] = [];
  for (const statement of summary) each.push(await ask(statement));
  const joined = (plane: keyof Meaning) => Float32Array.from(each.flatMap((meaning) => [...meaning[plane]]));
  return { pooled: joined("pooled"), pointFound: joined("pointFound"), paragraphFound: joined("paragraphFound") };
}

function fitted(points: readonly Point[], held: readonly Point[]): RankWeights {
  const features = descended(points);
  const [sum, share, shift] = logistic(observations(points, features), 2);
  console.log(
    `${points.length} points; of ${held.length} others, the share with a covered sentence among the first k:`,
  );
  console.log([1, 3, 5, 10].map((k) => `${k}: ${recall(held, features, k).toFixed(3)}`).join(", "));
  return { features: features.map(rounded), calibration: { sum: sum!, share: share!, shift: shift! } };
}

/** Adam on the loss, features on the scale of their deviations. */
export function descended(points: readonly Point[]): number[] {
  const size = points[0]!.rows.length;
  const scale = Array.from({ length: size }, (_, k) => deviation(points, k));
  const [weights, mean, square] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const next = random("evidence");
  const steps = 300;
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(size);
    const some = shuffled(points, next).slice(0, 400);
    for (const point of some) addGradient(point, weights, scale, gradient);
    for (let k = 0; k < size; k++) {
      const slope = gradient[k]! / some.length + 1e-3 * weights[k]!;
      mean[k] = 0.9 * mean[k]! + 0.1 * slope;
      square[k] = 0.99 * square[k]! + 0.01 * slope * slope;
      const move = mean[k]! / (1 - 0.9 ** step) / (Math.sqrt(square[k]! / (1 - 0.99 ** step)) + 1e-8);
      weights[k]! -= 0.05 * (1 - (step - 1) / steps) * move;
    }
  }
  return Array.from(weights, (weight, k) => weight / scale[k]!);
}

function addGradient(
  { rows, covered }: Point,
  weights: Float64Array,
  scale: readonly number[],
  gradient: Float64Array,
) {
  const sums = sumsOf(
    rows,
    Array.from(weights, (weight, k) => weight / scale[k]!),
  );
  const [all, own] = [logOfSum(sums), logOfSum(sums.filter((_, sentence) => covered[sentence]))];
  for (let sentence = 0; sentence < sums.length; sentence++) {
    const pull = Math.exp(sums[sentence]! - all) - (covered[sentence] ? Math.exp(sums[sentence]! - own) : 0);
    for (let k = 0; k < rows.length; k++) gradient[k]! += (pull * rows[k]![sentence]!) / scale[k]!;
  }
}

function sumsOf(rows: Point["rows"], weights: readonly number[]): Float64Array {
  const sums = new Float64Array(rows[0]!.length);
  for (let k = 0; k < rows.length; k++)
    for (let sentence = 0; sentence < sums.length; sentence++) sums[sentence]! += weights[k]! * rows[k]![sentence]!;
  return sums;
}

function deviation(points: readonly Point[], feature: number): number {
  let [count, sum, squares] = [0, 0, 0];
  for (const { rows } of points)
    for (const value of rows[feature]!) {
      count++;
      sum += value;
      squares += value * value;
    }
  return Math.sqrt(squares / count - (sum / count) ** 2) + 1e-6;
}

/** What the sums mean: whether a sentence is covered, by its sum and by its share of all. */
function* observations(points: readonly Point[], weights: readonly number[]): Iterable<Observation> {
  for (const { rows, covered } of points) {
    const sums = sumsOf(rows, weights);
    const total = logOfSum(sums);
    for (const [sentence, sum] of sums.entries())
      yield { inputs: [sum, sum - total], target: covered[sentence] ? 1 : 0, weight: 1 };
  }
}

export function recall(points: readonly Point[], weights: readonly number[], k: number): number {
  const hits = points.filter(({ rows, covered }) => {
    const sums = sumsOf(rows, weights);
    const first = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!).slice(0, k);
    return first.some((sentence) => covered[sentence]);
  });
  return hits.length / points.length;
}

export function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
