// node bench/outside.mjs CORPUS [--chapters N] [--split validation] [--weights FOLDER]: what becomes of the links when the guides of a
// corpus with gold are changed: fewer bullets, other orders, repeats, strangers, guides of other books, joined guides without
// headings; and how honest the confidences are, before and after a calibration with three chapters. Guides of other books
// come from the same corpus and from corpora/open. Weights that have learned from a work say so: its figures flatter.
// With --weights each chapter is aligned by the weights file of FOLDER that has not learned from its work (the folds of a run).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { calibrationOf, linksUnder } from "../dist/align/guide/calibrate.js";
import { alignPoints } from "../dist/align/guide/guide.js";
import { guided } from "../dist/align/guide/similarity.js";
import { plotline } from "../dist/align/learned/plotline.js";
import { shippedScorer } from "../dist/align/learned/shipped-scorer.js";
import { openCorpus } from "../dist/corpus/open.js";
import { reliability } from "../dist/evaluate/calibration.js";
import { placeAlong } from "../dist/outline/along.js";
import { below, random, shuffled } from "../dist/random.js";
import { shippedTable } from "../dist/text/pieces/shipped.js";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { chapters: { type: "string", default: "60" }, split: { type: "string" }, weights: { type: "string" } },
});
const folds = values.weights === undefined ? [] : await foldsIn(values.weights);
const folder = positionals[0] ?? "corpora/sample";
const corpus = await openCorpus(folder);
const works = corpus.works.filter(({ split }) => values.split === undefined || split === values.split);
const chapters = shuffled(await goldOf(corpus, works), random("outside")).slice(0, Number(values.chapters));
const others = folder.includes("open")
  ? chapters
  : [...chapters, ...(await goldOf(await openCorpus("corpora/open"))).slice(0, 400)];
const seen = folds.length > 0 ? 0 : chapters.filter(({ work }) => plotline.learnedFrom.includes(work)).length;
console.log(
  `${folder}: ${chapters.length} chapters with gold${seen > 0 ? `, ${seen} of them of works that the weights learned from` : ""}`,
);

const all = ({ summary }) => [...summary.keys()];
const linked = ({ summary, gold }) => [...summary.keys()].filter((k) => gold.some((link) => link.summary === k));
const some = (count) => (chapter, next) =>
  shuffled(linked(chapter), next)
    .slice(0, count)
    .sort((a, b) => a - b);
const half = (list) => Math.ceil(list.length / 2);

line("as it is", all);
line("one bullet", some(1), 3);
line("two bullets", some(2), 2);
line("three bullets", some(3), 2);
line("five bullets", some(5));
line("reversed", (chapter) => all(chapter).reverse());
line("shuffled", (chapter, next) => shuffled(all(chapter), next));
line("halves swapped", (chapter) => [
  ...all(chapter).slice(half(all(chapter))),
  ...all(chapter).slice(0, half(all(chapter))),
]);
line("two moved", (chapter, next) => moved(all(chapter), 2, next));
line("every bullet twice", (chapter) => all(chapter).flatMap((k) => [k, k]));
prose();
wrongGuides();
strangers();
calibration();
await wholeBooks();

/** F of the links when the bullets are picked and ordered otherwise, the calibration error, and the orders that were found. */
function line(name, pick, times = 1) {
  const [scores, judged, orders] = [[], [], {}];
  for (let time = 0; time < times; time++)
    for (const chapter of chapters) {
      const picked = pick(chapter, random(name, chapter.work, chapter.number, time));
      const gold = picked.flatMap((k, row) => goldRow(chapter, k).map((story) => ({ summary: row, story })));
      if (gold.length === 0) continue;
      const { links, order } = aligned(
        chapter,
        picked.map((k) => chapter.summary[k]),
      );
      scores.push(f(links, gold));
      judged.push(...judge(links, gold));
      orders[order.verdict] = (orders[order.verdict] ?? 0) + 1;
    }
  show(
    name,
    `F ${digits(mean(scores))}`,
    `calibration error ${digits(reliability(judged).expectedCalibrationError)}`,
    counts(orders),
  );
}

/** Bullets joined to paragraphs of five: F by paragraph, cut into sentences and not. */
function prose() {
  for (const points of ["auto", "paragraphs"]) {
    const scores = chapters
      .filter(({ summary }) => summary.length >= 5)
      .map((chapter) => {
        const paragraphs = [];
        for (let k = 0; k < chapter.summary.length; k += 5) paragraphs.push(chapter.summary.slice(k, k + 5).join(" "));
        const gold = distinct(chapter.gold.map(({ summary, story }) => ({ summary: Math.floor(summary / 5), story })));
        const found = aligned(chapter, paragraphs, points);
        const links = found.links.map(({ summary, story }) => ({
          summary: found.points.list[summary].paragraph,
          story,
        }));
        return f(distinct(links), gold);
      });
    show(`prose, ${points}`, `F ${digits(mean(scores))}`);
  }
}

function wrongGuides() {
  let [flagged, accused, likely] = [0, 0, 0];
  for (const chapter of chapters) {
    const next = random("wrong", chapter.work, chapter.number);
    const other = shuffled(
      others.filter(({ work, summary }) => work !== chapter.work && summary.length > 2),
      next,
    )[0];
    const wrong = aligned(chapter, other.summary, "auto");
    if (isFlagged(wrong)) flagged++;
    if (isFlagged(aligned(chapter, chapter.summary, "auto"))) accused++;
    likely += wrong.links.filter(({ confidence }) => confidence >= 0.5).length;
  }
  show(
    "guide of another book",
    `flagged ${percent(flagged / chapters.length)}`,
    `the right one ${percent(accused / chapters.length)}`,
    `its links at .5 or more: ${likely}`,
  );
}

function strangers() {
  let [hits, wrong, missed] = [0, 0, 0];
  const scores = [];
  for (const chapter of chapters) {
    const next = random("strangers", chapter.work, chapter.number);
    const list = all(chapter).map((own) => ({ text: chapter.summary[own], own }));
    for (let k = Math.round((0.3 / 0.7) * list.length); k > 0; k--) {
      const other = shuffled(
        others.filter(({ work }) => work !== chapter.work),
        next,
      )[0];
      list.splice(below(list.length + 1, next), 0, { text: other.summary[below(other.summary.length, next)], own: -1 });
    }
    const { links, unmatched } = aligned(
      chapter,
      list.map(({ text }) => text),
    );
    const lost = new Set(unmatched);
    list.forEach(({ own }, row) => {
      if (own < 0 && lost.has(row)) hits++;
      else if (own < 0) missed++;
      else if (lost.has(row) && goldRow(chapter, own).length > 0) wrong++;
    });
    const gold = list.flatMap(({ own }, row) => goldRow(chapter, own).map((story) => ({ summary: row, story })));
    scores.push(
      f(
        links.filter(({ summary }) => list[summary].own >= 0),
        gold,
      ),
    );
  }
  show(
    "strangers, 30 %",
    `found with P ${digits(hits / (hits + wrong))} R ${digits(hits / (hits + missed))} F ${digits((2 * hits) / (2 * hits + wrong + missed))}`,
    `F of the true bullets ${digits(mean(scores))}`,
  );
}

/** Three chapters calibrate, all others are judged; the mean of five draws. */
function calibration() {
  const judged = chapters.map(({ work, summary, story, gold }) => ({
    work,
    odds: scorerFor(work)({ summary, story }),
    gold,
  }));
  const error = (some, calibration) =>
    reliability(some.flatMap((chapter) => judge(linksUnder(chapter, calibration), chapter.gold)))
      .expectedCalibrationError;
  const after = [0, 1, 2, 3, 4].map((draw) => {
    const mixed = shuffled(judged, random("calibrate", draw));
    return error(mixed.slice(3), calibrationOf(mixed.slice(0, 3)));
  });
  show(
    "calibration error",
    `as shipped ${digits(error(judged))}`,
    `after calibrate with three chapters ${digits(mean(after))}`,
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
    const began = performance.now();
    const placed = placeAlong(points, parts);
    const right = placed.filter(({ part }, k) => part === truth[k]).length / placed.length;
    shares.push(right);
    show(
      `  ${work.title.slice(0, 30)}`,
      `${points.length} points, ${parts.length} chapters, ${parts.flat().length} paragraphs`,
      `${percent(right)} in the right chapter`,
      `claimed ${percent(mean(placed.map(({ confidence }) => confidence)))}`,
      `${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
  }
  if (shares.length > 0)
    show(
      "guides without headings",
      `${percent(mean(shares))} of the points in the right chapter, ${shares.length} books`,
    );
}

function aligned({ work, story }, summary, points = "paragraphs") {
  return alignPoints({ summary, story }, scorerFor(work), { points });
}

/** What ships, or the fold that has not learned from this work. */
function scorerFor(work) {
  return folds.find(({ works }) => !works.includes(work))?.score ?? shippedScorer();
}

async function foldsIn(folder) {
  const table = await shippedTable();
  return readdirSync(folder).map((file) => {
    const weights = JSON.parse(readFileSync(join(folder, file), "utf8"));
    return { works: weights.works, score: guided(weights).prepare({ table }) };
  });
}

async function goldOf(from, chosen = from.works) {
  const found = [];
  for await (const chapter of from.chapters({ works: chosen, goldOnly: true }))
    if (chapter.gold?.length > 0 && chapter.summary.length > 0 && chapter.story.length > 0) found.push(chapter);
  return found;
}

function goldRow({ gold }, bullet) {
  return gold.filter(({ summary }) => summary === bullet).map(({ story }) => story);
}

function moved(list, count, next) {
  for (let k = 0; k < count; k++) {
    const [one] = list.splice(below(list.length, next), 1);
    list.splice(below(list.length + 1, next), 0, one);
  }
  return list;
}

function judge(links, gold) {
  const right = new Set(gold.map(key));
  return links.map((link) => ({ confidence: link.confidence, right: right.has(key(link)) }));
}

function f(links, gold) {
  const right = new Set(gold.map(key));
  const hits = links.filter((link) => right.has(key(link))).length;
  return links.length + right.size === 0 ? 1 : (2 * hits) / (links.length + right.size);
}

function distinct(links) {
  return [...new Map(links.map((link) => [key(link), link])).values()];
}

function isFlagged({ fit }) {
  return fit.verdict === "does not fit" || fit.verdict === "swapped";
}

function key({ summary, story }) {
  return `${summary} ${story}`;
}

function counts(orders) {
  return Object.entries(orders)
    .map(([order, count]) => `${order} ${count}`)
    .join(", ");
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function digits(value) {
  return value.toFixed(3).replace(/^0/, "");
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function show(name, ...rest) {
  console.log(`${name.padEnd(24)} ${rest.filter(Boolean).join(" · ")}`);
}
