// node bench/outside.mjs CORPUS [--chapters N] [--draws N] [--split validation] [--weights FOLDER | --encoder FOLDER]: what becomes of
// the links when the guides of a corpus with gold are changed: fewer bullets, other orders, repeats, strangers, guides of other
// books, joined guides without headings; what looking for the order costs guides that keep it; and how honest the confidences
// are, before and after a calibration with three chapters. What is drawn at random (which bullets, which order) is drawn several
// times. Guides of other books come from the same corpus and from corpora/open. Weights that have learned from a work say so: its
// figures flatter. With --weights each chapter is aligned by the weights file of FOLDER that has not learned from its
// work (the folds of a run); with --encoder by an encoder's vectors ("shipped" is ours).
import { calibrationOf, linksUnder } from "../packages/align/dist/guide/calibrate.js";
import { leastGain } from "../packages/align/dist/guide/constants.js";
import { foundIn } from "../packages/align/dist/guide/guide.js";
import { guided } from "../packages/align/dist/guide/similarity.js";
import { noPins } from "../packages/align/dist/method.js";
import { placeAlong } from "../packages/align/dist/outline/along.js";
import { pointsOf } from "../packages/align/dist/outline/points.js";
import { plotline, shippedWithEncoder } from "../packages/align/dist/plotline.js";
import { shippedScorer } from "../packages/align/dist/shipped-scorer.js";
import { below, random, shuffled } from "../packages/base/dist/random.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { shippedTable } from "../packages/text/dist/pieces/shipped.js";
import {
  all,
  calibratedDraws,
  calibrationError,
  casesOf,
  changes,
  encoderIn,
  f,
  foldsIn,
  goldOf,
  goldRow,
  judge,
  key,
} from "./changed-guides.mjs";
import { commandLine, mean, percent, sample, seconds, share, timed } from "./kit.mjs";

const { positionals, values } = commandLine({
  chapters: 60,
  draws: 10,
  split: undefined,
  weights: undefined,
  encoder: undefined,
});
const scorerFor = await scorers();
const folder = positionals[0] ?? sample;
const corpus = await openCorpus(folder);
const works = corpus.works.filter(({ split }) => values.split === undefined || split === values.split);
const chapters = shuffled(await goldOf(corpus, works), random("outside")).slice(0, values.chapters);
const others = folder.includes("open")
  ? chapters
  : [...chapters, ...(await goldOf(await openCorpus("corpora/open"))).slice(0, 400)];
const seen = chapters.filter(({ work }) => plotline.learnedFrom.includes(work)).length;
const flattered = seen > 0 && values.weights === undefined && values.encoder === undefined;
console.log(
  `${folder}: ${chapters.length} chapters with gold${flattered ? `, ${seen} of them of works that the weights learned from` : ""}`,
);

for (const [name, { pick, isDrawn }] of Object.entries(changes)) await line(name, pick, isDrawn ? values.draws : 1);
await inItsOwnOrder();
await prose();
await wrongGuides();
await strangers();
await calibration();
if (values.encoder === undefined) await wholeBooks();

/** F of the links when the bullets are picked and ordered otherwise, the calibration error, and the orders that were found. */
async function line(name, pick, draws) {
  const [judged, orders, means] = [[], {}, []];
  for (let draw = 0; draw < draws; draw++) {
    const scores = [];
    for (const { chapter, summary, gold } of casesOf(chapters, name, pick, draw)) {
      const { links, order } = await aligned(chapter, summary);
      scores.push(f(links, gold));
      judged.push(...judge(links, gold));
      orders[order.verdict] = (orders[order.verdict] ?? 0) + 1;
    }
    means.push(mean(scores));
  }
  const range = `${share(Math.min(...means))} to ${share(Math.max(...means))} in ${draws} draws`;
  const counts = Object.entries(orders).map(([order, count]) => `${order} ${count}`);
  show(
    name,
    `F ${share(mean(means))}${draws > 1 ? ` (${range})` : ""}`,
    `calibration error ${share(calibrationError(judged))}`,
    counts.join(", "),
  );
}

/** The guides as they are, where no other order may win. */
async function inItsOwnOrder() {
  const { order, someMoved } = leastGain;
  Object.assign(leastGain, { order: Number.POSITIVE_INFINITY, someMoved: Number.POSITIVE_INFINITY });
  await line("as it is, order as given", changes["as it is"].pick, 1);
  Object.assign(leastGain, { order, someMoved });
}

/** Bullets joined to paragraphs of five: F by paragraph, cut into sentences and not. */
async function prose() {
  const distinct = (links) => [...new Map(links.map((link) => [key(link), link])).values()];
  for (const choice of ["auto", "paragraphs"]) {
    const scores = [];
    for (const chapter of chapters.filter(({ summary }) => summary.length >= 5)) {
      const paragraphs = [];
      for (let k = 0; k < chapter.summary.length; k += 5) paragraphs.push(chapter.summary.slice(k, k + 5).join(" "));
      const gold = distinct(chapter.gold.map(({ summary, story }) => ({ summary: Math.floor(summary / 5), story })));
      const { links, points } = await aligned(chapter, paragraphs, choice);
      const cells = links.map(({ summary, story }) => ({ summary: points.list[summary].paragraph, story }));
      scores.push(f(distinct(cells), gold));
    }
    show(`prose, ${choice}`, `F ${share(mean(scores))}`);
  }
}

async function wrongGuides() {
  const isFlagged = ({ fit }) => fit.verdict === "does not fit" || fit.verdict === "swapped";
  let [flagged, accused, likely] = [0, 0, 0];
  for (const chapter of chapters) {
    const strange = others.filter(({ work, summary }) => work !== chapter.work && summary.length > 2);
    const [other] = shuffled(strange, random("wrong", chapter.work, chapter.number));
    const wrong = await aligned(chapter, other.summary, "auto");
    if (isFlagged(wrong)) flagged++;
    if (isFlagged(await aligned(chapter, chapter.summary, "auto"))) accused++;
    likely += wrong.links.filter(({ confidence }) => confidence >= 0.5).length;
  }
  show(
    "guide of another book",
    `flagged ${percent(flagged / chapters.length)}`,
    `the right one ${percent(accused / chapters.length)}`,
    `its links at .5 or more: ${likely}`,
  );
}

async function strangers() {
  let [hits, wrong, missed] = [0, 0, 0];
  const scores = [];
  for (const chapter of chapters) {
    const list = withStrangers(chapter);
    const guide = list.map(({ text }) => text);
    const { links, unmatched } = await aligned(chapter, guide);
    const lost = new Set(unmatched);
    list.forEach(({ own }, row) => {
      if (own < 0 && lost.has(row)) hits++;
      else if (own < 0) missed++;
      else if (lost.has(row) && goldRow(chapter, own).length > 0) wrong++;
    });
    const gold = list.flatMap(({ own }, row) => goldRow(chapter, own).map((story) => ({ summary: row, story })));
    const trueLinks = links.filter(({ summary }) => list[summary].own >= 0);
    scores.push(f(trueLinks, gold));
  }
  show(
    "strangers, 30 %",
    `found with P ${share(hits / (hits + wrong))} R ${share(hits / (hits + missed))} F ${share((2 * hits) / (2 * hits + wrong + missed))}`,
    `F of the true bullets ${share(mean(scores))}`,
  );
}

function withStrangers(chapter) {
  const next = random("strangers", chapter.work, chapter.number);
  const list = all(chapter).map((own) => ({ text: chapter.summary[own], own }));
  const strange = others.filter(({ work }) => work !== chapter.work);
  for (let k = Math.round((0.3 / 0.7) * list.length); k > 0; k--) {
    const [other] = shuffled(strange, next);
    list.splice(below(list.length + 1, next), 0, { text: other.summary[below(other.summary.length, next)], own: -1 });
  }
  return list;
}

/** Three chapters calibrate, all others are judged; the mean of twenty draws. */
async function calibration() {
  const judged = [];
  for (const { work, summary, story, gold } of chapters)
    judged.push({ work, odds: await scorerFor(work)({ summary, story }), gold });
  const error = (some, calibration) =>
    calibrationError(some.flatMap((chapter) => judge(linksUnder(chapter, calibration), chapter.gold)));
  const after = calibratedDraws(judged, { name: "calibrate", draws: 20, calibrate: calibrationOf }, error);
  show(
    "calibration error",
    `as shipped ${share(error(judged))}`,
    `calibrated by three chapters ${share(mean(after))} (${share(Math.min(...after))} to ${share(Math.max(...after))} in ${after.length} draws)`,
  );
}

/** Guides without headings: the bullets of a whole book joined, a quarter of the chapters left out. */
async function wholeBooks() {
  const long = corpus.works.filter(
    ({ chapters, summarised, kind }) =>
      kind !== "play" && chapters.length >= 8 && summarised.length >= 0.8 * chapters.length,
  );
  const shares = [];
  for (const work of shuffled(long, random("whole books")).slice(0, 10)) {
    const next = random("whole", work.title);
    const [parts, points, truth] = [[], [], []];
    for (const number of work.chapters) {
      const { summary, story } = await corpus.chapter(work, number);
      parts.push(story);
      if (next() < 0.25) continue;
      points.push(...summary);
      truth.push(...summary.map(() => parts.length - 1));
    }
    const { result: placed, ms } = await timed(() => placeAlong(points, parts));
    const right = placed.filter(({ part }, k) => part === truth[k]).length / placed.length;
    shares.push(right);
    show(
      `  ${work.title.slice(0, 30)}`,
      `${points.length} points, ${parts.length} chapters, ${parts.flat().length} paragraphs`,
      `${percent(right)} in the right chapter`,
      `claimed ${percent(mean(placed.map(({ confidence }) => confidence)))}`,
      seconds(ms),
    );
  }
  if (shares.length > 0)
    show(
      "guides without headings",
      `${percent(mean(shares))} of the points in the right chapter, ${shares.length} books`,
    );
}

async function aligned({ work, story }, summary, choice = "paragraphs") {
  const points = pointsOf(summary, choice);
  const passages = { summary: points.list.map(({ text }) => text), story };
  return { ...foundIn(await scorerFor(work)(passages), passages, noPins), points };
}

/** What ships, an encoder's, or for each work the fold that has not learned from it. */
async function scorers() {
  const table = await shippedTable();
  if (values.encoder !== undefined) {
    const score = shippedWithEncoder(await encoderIn(values.encoder)).prepare({ table });
    return () => score;
  }
  if (values.weights === undefined) return () => shippedScorer();
  const folds = foldsIn(values.weights).map((weights) => ({
    works: weights.works,
    score: guided(weights).prepare({ table }),
  }));
  return (work) => folds.find(({ works }) => !works.includes(work)).score;
}

function show(name, ...rest) {
  console.log(`${name.padEnd(24)} ${rest.filter(Boolean).join(" · ")}`);
}
