// Chapters with gold, their guides changed in several ways, calibrations and scores: for outside.mjs, wider.mjs, languages.mjs
// and training/fit-guide.mjs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bestExpectedF } from "../packages/align/dist/choose.js";
import { shippedEncoder } from "../packages/align/dist/encoder/model-folder.js";
import { reliability } from "../packages/align/dist/evaluate/calibration.js";
import { score } from "../packages/align/dist/evaluate/score.js";
import { likelyOptions, posterior } from "../packages/align/dist/posterior.js";
import { bm25 } from "../packages/align/dist/similarity/bm25.js";
import { below, random, shuffled } from "../packages/base/dist/random.js";
import { encoderOf } from "../packages/runs/dist/methods/methods.js";

/** The chapters of some works whose gold has links. */
export async function goldOf(corpus, works = corpus.works) {
  const found = [];
  for await (const chapter of corpus.chapters({ works, goldOnly: true }))
    if (chapter.gold?.length > 0 && chapter.summary.length > 0 && chapter.story.length > 0) found.push(chapter);
  return found;
}

/** The weights files of a folder, the folds of a run; each names the works that it learned from. */
export function foldsIn(folder) {
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

/** An encoder ("shipped" is ours) with its aligner's weights; it reads each story once, however often its guide is changed. */
export async function encoderIn(folder) {
  const { contextual } = await encoderOf({ encoder: folder === "shipped" ? shippedEncoder() : folder });
  const { tokens, weights } = contextual;
  const known = new Map();
  const read = (paragraphs) => {
    const name = JSON.stringify(paragraphs);
    if (!known.has(name)) known.set(name, tokens.read(paragraphs));
    return known.get(name);
  };
  return { weights, tokens: { name: tokens.name, read, products: (...sides) => tokens.products(...sides) } };
}

/** Which bullets of a chapter a changed guide has, in their order there, and whether that is drawn at random. */
export const changes = {
  "as it is": { pick: all },
  "one bullet": { pick: some(1), isDrawn: true },
  "two bullets": { pick: some(2), isDrawn: true },
  "three bullets": { pick: some(3), isDrawn: true },
  "five bullets": { pick: some(5), isDrawn: true },
  reversed: { pick: (chapter) => all(chapter).reverse() },
  shuffled: { pick: (chapter, next) => shuffled(all(chapter), next), isDrawn: true },
  "halves swapped": { pick: (chapter) => rotated(all(chapter)) },
  "two moved": { pick: (chapter, next) => moved(moved(all(chapter), next), next), isDrawn: true },
  "every bullet twice": { pick: (chapter) => all(chapter).flatMap((k) => [k, k]) },
};

/** This many bullets that have links. */
function some(count) {
  return (chapter, next) => {
    const linked = all(chapter).filter((k) => chapter.gold.some((link) => link.summary === k));
    return shuffled(linked, next)
      .slice(0, count)
      .sort((a, b) => a - b);
  };
}

/** The chapters with changed guides, where these have links; another draw picks other bullets, or another order. */
export function casesOf(chapters, name, pick, draw = 0) {
  return chapters.flatMap((chapter) => {
    const picked = pick(chapter, random(name, chapter.work, chapter.number, draw));
    const gold = picked.flatMap((k, summary) => goldRow(chapter, k).map((story) => ({ summary, story })));
    return gold.length === 0 ? [] : [{ chapter, summary: picked.map((k) => chapter.summary[k]), gold }];
  });
}

export function goldRow({ gold }, bullet) {
  return gold.filter(({ summary }) => summary === bullet).map(({ story }) => story);
}

export function all({ summary }) {
  return [...summary.keys()];
}

function rotated(list) {
  const half = Math.ceil(list.length / 2);
  return [...list.slice(half), ...list.slice(0, half)];
}

function moved(list, next) {
  const [one] = list.splice(below(list.length, next), 1);
  return list.toSpliced(below(list.length + 1, next), 0, one);
}

/** Posterior-BM25, next to which guides of other kinds are measured. */
export const lexical = bm25({ stopWords: true, stems: true }).prepare();

export function byPosterior(matrix, options = likelyOptions) {
  return bestExpectedF(posterior(matrix, options));
}

/** Of each draw: three chapters at random calibrate, and the others are measured. */
export function calibratedDraws(chapters, { name, draws, calibrate }, measure) {
  return Array.from({ length: draws }, (_, draw) => {
    const mixed = shuffled(chapters, random(name, draw));
    return measure(mixed.slice(3), calibrate(mixed.slice(0, 3)));
  });
}

export function f(links, gold) {
  return score(links, gold).f;
}

/** Each link's confidence, and whether gold has it. */
export function judge(links, gold) {
  const right = new Set(gold.map(key));
  return links.map((link) => ({ confidence: link.confidence, right: right.has(key(link)) }));
}

export function calibrationError(judged) {
  return reliability(judged).expectedCalibrationError;
}

export function key({ summary, story }) {
  return `${summary} ${story}`;
}
