// node training/fit-evidence.mjs [CORPUS ENCODER]: fits the weights of packages/align/src/evidence and writes them to
// packages/align/src/evidence/weights.json. The weights without an encoder learn from the train works of corpora/open, and are checked
// on its validation works. With a corpus that ENCODER has not learned from (ours has read corpora/open), those with an
// encoder learn from the gold of CORPUS, and are checked on every fifth work of it; else they stay as they are.
//
// Gold links points with paragraphs, not with sentences. So only points that cover up to four sentences in all are used, and
// the weights w make it likely that the sentence with the highest sum is one of these:
//   loss of a point = ln Σ exp(w · x) over all sentences of the chapter − ln Σ exp(w · x) over those that its links cover
import { readFileSync, writeFileSync } from "node:fs";
import { openEncoder } from "../packages/align/dist/encoder/open.js";
import { encodedMeaning } from "../packages/align/dist/evidence/encoded.js";
import { encoderFeatures, ownFeatures, sentencePlanes } from "../packages/align/dist/evidence/features.js";
import { logOfSum } from "../packages/align/dist/evidence/rank.js";
import { storySentences } from "../packages/align/dist/evidence/story-sentences.js";
import { random, shuffled } from "../packages/base/dist/random.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { shippedTable } from "../packages/text/dist/pieces/shipped.js";
import { compiled } from "./compile.mjs";

const { logistic } = await compiled("guide/logistic.ts");

/** A point with more sentences than this says too little about which of them carries it. */
const mostSentences = 4;
const [fewestInChapter, mostWords] = [20, 9000];
const file = "packages/align/src/evidence/weights.json";
const table = await shippedTable();
const [corpusFolder, encoderFolder] = process.argv.slice(2);
const weights = JSON.parse(readFileSync(file, "utf8"));

const open = await pointsOf("corpora/open", ownFeatures);
const isValidation = ({ split }) => split === "validation";
weights.own = fitted(
  open.filter((point) => !isValidation(point)),
  open.filter(isValidation),
);
if (corpusFolder !== undefined) {
  const encoder = (await openEncoder(encoderFolder, { threads: 2 })).tokens;
  const points = await pointsOf(corpusFolder, encoderFeatures, encodedMeaning(encoder, table));
  const works = [...new Set(points.map(({ work }) => work))].sort();
  const isHeldOut = ({ work }) => works.indexOf(work) % 5 === 4;
  fitted(
    points.filter((point) => !isHeldOut(point)),
    points.filter(isHeldOut),
  );
  weights.encoder = fitted(points, points);
}
writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);

async function pointsOf(folder, features, byEncoder) {
  const corpus = await openCorpus(folder);
  const splits = new Map(corpus.works.map(({ title, split }) => [title, split]));
  const found = [];
  for await (const chapter of corpus.chapters({ goldOnly: true }))
    for (const point of await pointsOfChapter(chapter, features, byEncoder))
      found.push({ ...point, work: chapter.work, split: splits.get(chapter.work) });
  return found;
}

async function pointsOfChapter({ summary, story, gold }, features, byEncoder) {
  const sentences = storySentences(story);
  const covered = summary.map((_, point) => {
    const paragraphs = new Set(gold.filter((link) => link.summary === point).map((link) => link.story));
    return sentences.map(({ paragraph }) => paragraphs.has(paragraph));
  });
  const sizes = covered.map((row) => row.filter(Boolean).length);
  const used = [...summary.keys()].filter((point) => sizes[point] > 0 && sizes[point] <= mostSentences);
  const words = story.join(" ").split(/\s+/).length;
  if (used.length === 0 || sentences.length < fewestInChapter || words > mostWords) return [];
  const passages = { summary: used.map((point) => summary[point]), story: sentences.map(({ text }) => text) };
  const planes = sentencePlanes(passages, table)(await byEncoder?.(passages));
  const columns = sentences.length;
  return used.map((point, row) => ({
    covered: covered[point],
    rows: features.map((name) => planes[name].slice(row * columns, (row + 1) * columns)),
  }));
}

function fitted(points, held) {
  const features = descended(points);
  const [sum, share, shift] = logistic(observations(points, features), 2);
  const made = { features: features.map(rounded), calibration: { sum, share, shift } };
  console.log(
    `${points.length} points; of ${held.length} others, the share with a covered sentence among the first k:`,
  );
  console.log([1, 3, 5, 10].map((k) => `${k}: ${recall(held, features, k).toFixed(3)}`).join(", "));
  return made;
}

/** Adam on the loss, features on the scale of their deviations. */
function descended(points) {
  const size = points[0].rows.length;
  const scale = Array.from({ length: size }, (_, k) => deviation(points, k));
  const [weights, mean, square] = [0, 0, 0].map(() => new Float64Array(size));
  const next = random("evidence");
  const steps = 300;
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(size);
    const some = shuffled(points, next).slice(0, 400);
    for (const point of some) addGradient(point, weights, scale, gradient);
    for (let k = 0; k < size; k++) {
      const slope = gradient[k] / some.length + 1e-3 * weights[k];
      mean[k] = 0.9 * mean[k] + 0.1 * slope;
      square[k] = 0.99 * square[k] + 0.01 * slope * slope;
      const move = mean[k] / (1 - 0.9 ** step) / (Math.sqrt(square[k] / (1 - 0.99 ** step)) + 1e-8);
      weights[k] -= 0.05 * (1 - (step - 1) / steps) * move;
    }
  }
  return Array.from(weights, (weight, k) => weight / scale[k]);
}

function addGradient({ rows, covered }, weights, scale, gradient) {
  const sums = sumsOf(
    rows,
    Array.from(weights, (weight, k) => weight / scale[k]),
  );
  const [all, own] = [logOfSum(sums), logOfSum(sums.filter((_, sentence) => covered[sentence]))];
  for (let sentence = 0; sentence < sums.length; sentence++) {
    const pull = Math.exp(sums[sentence] - all) - (covered[sentence] ? Math.exp(sums[sentence] - own) : 0);
    for (let k = 0; k < rows.length; k++) gradient[k] += (pull * rows[k][sentence]) / scale[k];
  }
}

function sumsOf(rows, weights) {
  const sums = new Float64Array(rows[0].length);
  for (let k = 0; k < rows.length; k++)
    for (let sentence = 0; sentence < sums.length; sentence++) sums[sentence] += weights[k] * rows[k][sentence];
  return sums;
}

function deviation(points, feature) {
  let [count, sum, squares] = [0, 0, 0];
  for (const { rows } of points)
    for (const value of rows[feature]) {
      count++;
      sum += value;
      squares += value * value;
    }
  return Math.sqrt(squares / count - (sum / count) ** 2) + 1e-6;
}

/** What the sums mean: whether a sentence is covered, by its sum and by its share of all. */
function* observations(points, weights) {
  for (const { rows, covered } of points) {
    const sums = sumsOf(rows, weights);
    const total = logOfSum(sums);
    for (let sentence = 0; sentence < sums.length; sentence++)
      yield { inputs: [sums[sentence], sums[sentence] - total], target: covered[sentence] ? 1 : 0, weight: 1 };
  }
}

function recall(points, weights, k) {
  const hits = points.filter(({ rows, covered }) => {
    const sums = sumsOf(rows, weights);
    const first = [...sums.keys()].sort((a, b) => sums[b] - sums[a]).slice(0, k);
    return first.some((sentence) => covered[sentence]);
  });
  return hits.length / points.length;
}

function rounded(value) {
  return Number(value.toPrecision(5));
}
