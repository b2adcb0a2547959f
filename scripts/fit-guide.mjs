// node scripts/fit-guide.mjs --half FILE [--rows] [--gold CORPUS --folds FOLDER]: fits what src/align/guide needs to the weights
// that ship, on works that no network involved has learned from, and prints src/align/guide/constants.ts's numbers.
//
// The network that reads single bullets learns from the train works of corpora/open. So that there are works left on which
// its numbers can be fitted, one is trained on every other of these works (FILE; trained if it is not there), and the others
// are used for fitting: as they are, and once more those chapters of which the guide covers three quarters or more. With --gold,
// gold chapters of another corpus join them, each with the aligner's weights that have not learned from its work (FOLDER has
// the weights files of the folds). --rows trains the network on all train works and writes src/align/guide/row/weights.json.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { calibrationOf, linksUnder } from "../dist/align/guide/calibrate.js";
import { sparseness } from "../dist/align/guide/combine.js";
import * as constants from "../dist/align/guide/constants.js";
import { decided } from "../dist/align/guide/decide.js";
import { presencesOf } from "../dist/align/guide/fit.js";
import { rowFeatures } from "../dist/align/guide/row/features.js";
import { packRowModel, rowScorer, unpackRowModel } from "../dist/align/guide/row/model.js";
import { planOf, scoreDistinct } from "../dist/align/guide/similarity.js";
import { tiers } from "../dist/align/learned/inputs.js";
import { oddsScorer } from "../dist/align/learned/model.js";
import { orderedFeatureReader } from "../dist/align/learned/similarity.js";
import { unpack } from "../dist/align/learned/weights.js";
import shippedWeights from "../dist/align/learned/weights.json" with { type: "json" };
import { noPins } from "../dist/align/method.js";
import { openCorpus } from "../dist/corpus/open.js";
import { reliability } from "../dist/evaluate/calibration.js";
import { rowLesson, strangersFor } from "../dist/learn/guide/lesson.js";
import { logistic } from "../dist/learn/guide/logistic.js";
import { trainRows } from "../dist/learn/guide/train-rows.js";
import { below, random, shuffled } from "../dist/random.js";
import { shippedTable } from "../dist/text/pieces/shipped.js";

const { values: options } = parseArgs({
  options: {
    half: { type: "string" },
    rows: { type: "boolean", default: false },
    gold: { type: "string" },
    folds: { type: "string" },
    chapters: { type: "string", default: "80" },
  },
});
if (options.half === undefined) throw new Error("Name a file for the network of half the works: --half FILE.");

const pull = 1e-4;
/** What the log-odds of both networks together count for few bullets. */
const evidence = 1.15;
/** Cells that neither network believes in say nothing about the mixture. */
const hopeless = -6;

const readInOrder = orderedFeatureReader(tiers.table, { table: await shippedTable() });
const open = await openCorpus("corpora/open");
const trainWorks = open.works.filter(({ split }) => split === "train").sort((a, b) => (a.title < b.title ? -1 : 1));
const halves = [0, 1].map((half) => trainWorks.filter((_, k) => k % 2 === half));
const rows = rowScorer(unpackRowModel(await halfNetwork(options.half)));
const sets = await fittingSets(Number(options.chapters));
fitFullGuides();
fitFewBullets();
fitShown();
fitOrders();
fitPresence();
fitCaution();
if (options.rows) writeRows("src/align/guide/row/weights.json", await trainedOn(trainWorks));

async function halfNetwork(file) {
  if (!existsSync(file)) writeRows(file, await trainedOn(halves[0]));
  return JSON.parse(readFileSync(file, "utf8"));
}

async function trainedOn(works) {
  const chapters = await goldOf(open, works);
  const next = random("rows", 1);
  const lessons = chapters.map((chapter) => rowLesson((passages) => readInOrder(passages)(), chapter, chapters, next));
  return trainRows(lessons, undefined, (loss) => console.log(`loss ${loss.toFixed(4)}`));
}

function writeRows(file, model) {
  writeFileSync(file, `${JSON.stringify(packRowModel(model))}\n`);
}

/** Chapters of works that the networks have not learned from, each set counting alike. */
async function fittingSets(count) {
  const some = (chapters, name) => shuffled(chapters, random("fit", name)).slice(0, count);
  const unseen = await goldOf(open, halves[1]);
  const covered = ({ gold, story }) => new Set(gold.map((link) => link.story)).size / story.length;
  const shipped = networksWith(oddsScorer(unpack(shippedWeights)));
  const made = [
    some(unseen, "all").map((chapter) => ({ ...chapter, networks: shipped })),
    some(
      unseen.filter((chapter) => covered(chapter) >= 0.75),
      "dense",
    ).map((chapter) => ({ ...chapter, networks: shipped })),
  ];
  if (options.gold === undefined || options.folds === undefined) return made;
  const folds = readdirSync(options.folds).map((file) => {
    const weights = JSON.parse(readFileSync(join(options.folds, file), "utf8"));
    return { works: weights.works, networks: networksWith(oddsScorer(unpack(weights))) };
  });
  const gold = some(await goldOf(await openCorpus(options.gold)), "gold");
  const unseenBy = ({ work }) => folds.find(({ works }) => !works.includes(work)).networks;
  return [...made, gold.map((chapter) => ({ ...chapter, networks: unseenBy(chapter) }))];
}

/** The networks, with what they said of a guide in some order remembered. */
function networksWith(odds) {
  const known = new Map();
  const entryOf = (passages) => {
    const key = JSON.stringify(passages);
    const entry = known.get(key) ?? { orders: new Map() };
    known.set(key, entry);
    return entry;
  };
  return {
    mixtures: constants.byTable,
    read: (passages) => {
      const entry = entryOf(passages);
      if (entry.shape === undefined) {
        const features = readInOrder(passages)();
        const { rows: count, columns, planes } = features;
        entry.shape = { rows: count, columns, planes: { words: planes.words, starts: planes.starts } };
        entry.single = rows(rowFeatures(features, passages));
        entry.orders.set("", odds(features));
      }
      return (sequence) => ({ ...entry.shape, entry, passages, sequence });
    },
    ordered: ({ entry, passages, sequence }) => {
      const key = sequence?.join() ?? "";
      if (!entry.orders.has(key)) entry.orders.set(key, odds(readInOrder(passages)(sequence)));
      return entry.orders.get(key);
    },
    single: ({ entry: { single } }) => ({ cells: single.cells, matched: Float32Array.from(single.matched) }),
  };
}

function scoreGuide(passages, networks) {
  const { parts, join } = planOf(passages);
  return join(parts.map((part) => scoreDistinct(part, networks.read(part), networks)));
}

/** For full guides: the mixture of the two networks under which the links are likeliest. */
function fitFullGuides() {
  const [ordered, single, sparse, shift] = logistic(cellsOf(all), 3, pull).map(digits);
  Object.assign(constants.byTable.fullGuide, { ordered, single, shift, sparse });
  // From so many bullets on a sparse guide is mixed as a full one is.
  Object.assign(constants.byTable.fewBullets.at(-1), { ordered, single, shift });
  say("fullGuide", constants.byTable.fullGuide);
}

/** For few bullets: the mixture with the best F, from the fewest bullets on. */
function fitFewBullets() {
  for (const entry of constants.byTable.fewBullets.slice(0, -1)) {
    const cases = sets.map((chapters) => casesOf(chapters, some(entry.bullets), `few ${entry.bullets}`));
    let best = { f: 0 };
    for (const share of [0.2, 0.35, 0.5, 0.65, 0.8])
      for (const shift of [-0.4, -0.2, 0, 0.2]) {
        Object.assign(entry, { ordered: digits(share * evidence), single: digits((1 - share) * evidence), shift });
        const f = mean(cases.map(meanF));
        if (f > best.f) best = { ...entry, f };
      }
    const { f, ...chosen } = best;
    Object.assign(entry, chosen);
    say("fewBullets", entry, `F ${f.toFixed(4)}`);
  }
}

function cellsOf(pick) {
  return sets.flatMap((chapters) => {
    const cases = casesOf(chapters, pick, "mixture");
    return cases.flatMap(({ networks, passages, gold }) => {
      const features = networks.read(passages)();
      const [ordered, { cells }] = [networks.ordered(features), networks.single(features)];
      const isLink = new Set(gold.map(keyOf));
      const sparse = bounded(sparseness(passages), 1.2);
      return Array.from(ordered.values, (value, cell) => ({
        inputs: [value, cells.values[cell], sparse],
        target: isLink.has(`${Math.floor(cell / ordered.columns)} ${cell % ordered.columns}`) ? 1 : 0,
        weight: 1 / Math.max(5, gold.length) / cases.length,
      })).filter(({ inputs: [one, other] }) => one > hopeless || other > hopeless);
    });
  });
}

/** What the chosen links of full guides gain before they are shown, so that they claim what is right. */
function fitShown() {
  Object.assign(constants.byTable.shown, { shift: 0, sparse: 0 });
  const data = sets.flatMap((chapters) => {
    const links = casesOf(chapters, all, "shown").flatMap(({ networks, passages, gold }) => {
      const isLink = new Set(gold.map(keyOf));
      const sparse = bounded(sparseness(passages), 1.2);
      return decided(scoreGuide(passages, networks), noPins).links.map((link) => ({
        inputs: [Math.log(link.confidence / (1 - link.confidence + 1e-6)), sparse],
        target: isLink.has(keyOf(link)) ? 1 : 0,
      }));
    });
    return links.map((link) => ({ ...link, weight: 1 / links.length }));
  });
  const [slope, sparse, shift] = logistic(data, 2, pull).map(digits);
  Object.assign(constants.byTable.shown, { shift, sparse });
  say("shown", constants.byTable.shown, `slope ${slope}`);
}

/** What another order must gain, by F over guides in several orders. */
function fitOrders() {
  const orders = {
    "as it is": all,
    reversed: (chapter) => all(chapter).reverse(),
    shuffled: (chapter, next) => shuffled(all(chapter), next),
    swapped: (chapter) => rotated(all(chapter)),
    moved: (chapter, next) => moved(all(chapter), next),
    three: some(3),
  };
  let best = { f: 0 };
  for (const order of [0.01, 0.025, 0.045])
    for (const moves of [0.015, 0.03])
      for (const ofFew of [0.1, 0.2]) {
        Object.assign(constants.leastGain, { order, moves, ofFew });
        const f = mean(
          sets.flatMap((chapters) =>
            Object.entries(orders).map(([name, pick]) => meanF(casesOf(chapters, pick, name))),
          ),
        );
        if (f > best.f) best = { order, moves, ofFew, f };
      }
  const { f, ...leastGain } = best;
  Object.assign(constants.leastGain, leastGain);
  say("leastGain", constants.leastGain, `F ${f.toFixed(4)}`);
}

/** Whether the story has a bullet's passage: own bullets that have links, and bullets of other works. */
function fitPresence() {
  const others = sets[0];
  const data = sets.flatMap((chapters) =>
    chapters.flatMap((chapter) => {
      const next = random("presence", chapter.work, chapter.number);
      const foreign = strangersFor(chapter, others, Math.ceil(0.43 * chapter.summary.length), next);
      const isOwn = new Set(chapter.gold.map(({ summary }) => summary));
      const summary = [...chapter.summary, ...foreign];
      const odds = scoreGuide({ summary, story: chapter.story }, chapter.networks);
      return presencesOf(odds).flatMap((inputs, row) => {
        if (row < chapter.summary.length && !isOwn.has(row)) return [];
        return [{ inputs, target: row < chapter.summary.length ? 1 : 0, weight: 1 / summary.length / chapters.length }];
      });
    }),
  );
  const [matched, best, shift] = logistic(data, 2, pull).map(digits);
  Object.assign(constants.presence, { matched, best, shift });
  say("presence", constants.presence);
}

/** How much three chapters are believed, by the calibration error of the others. */
function fitCaution() {
  const judged = sets.map((chapters) =>
    chapters.map(({ work, summary, story, gold, networks }) => ({
      work,
      gold,
      odds: scoreGuide({ summary, story }, networks),
    })),
  );
  let best = { error: 1 };
  for (const chapters of [3, 6, 10, 20])
    for (const spread of [0, 0.15, 0.3, 0.6]) {
      Object.assign(constants.caution, { chapters, spread });
      const error = mean(judged.flatMap((set) => [0, 1, 2, 3, 4].map((draw) => errorAfter(set, draw))));
      if (error < best.error) best = { chapters, spread, error };
    }
  const { error, ...caution } = best;
  Object.assign(constants.caution, caution);
  say("caution", constants.caution, `calibration error ${error.toFixed(4)}`);
}

function errorAfter(set, draw) {
  const mixed = shuffled(set, random("caution", draw));
  const calibration = calibrationOf(mixed.slice(0, 3));
  const links = mixed.slice(3).flatMap((chapter) => {
    const isLink = new Set(chapter.gold.map(keyOf));
    return linksUnder(chapter, calibration).map((link) => ({
      confidence: link.confidence,
      right: isLink.has(keyOf(link)),
    }));
  });
  return reliability(links).expectedCalibrationError;
}

function all({ summary }) {
  return [...summary.keys()];
}

/** This many bullets that have links. */
function some(count) {
  return ({ summary, gold }, next) =>
    shuffled(
      [...summary.keys()].filter((k) => gold.some((link) => link.summary === k)),
      next,
    )
      .slice(0, count)
      .sort((a, b) => a - b);
}

function rotated(list) {
  const half = Math.ceil(list.length / 2);
  return [...list.slice(half), ...list.slice(0, half)];
}

function moved(list, next) {
  for (let k = 0; k < 2; k++) {
    const [one] = list.splice(below(list.length, next), 1);
    list.splice(below(list.length + 1, next), 0, one);
  }
  return list;
}

/** The chapters with some of their bullets, in some order. */
function casesOf(chapters, pick, name) {
  return chapters.flatMap((chapter) => {
    const picked = pick(chapter, random("fit", name, chapter.work, chapter.number));
    const gold = picked.flatMap((bullet, summary) =>
      chapter.gold.filter((link) => link.summary === bullet).map(({ story }) => ({ summary, story })),
    );
    const passages = { summary: picked.map((k) => chapter.summary[k]), story: chapter.story };
    return gold.length === 0 ? [] : [{ networks: chapter.networks, passages, gold }];
  });
}

function meanF(cases) {
  return mean(
    cases.map(({ networks, passages, gold }) => {
      const { links } = decided(scoreGuide(passages, networks), noPins);
      const isLink = new Set(gold.map(keyOf));
      return (2 * links.filter((link) => isLink.has(keyOf(link))).length) / (links.length + gold.length);
    }),
  );
}

async function goldOf(corpus, works = corpus.works) {
  const found = [];
  for await (const chapter of corpus.chapters({ works, goldOnly: true }))
    if (chapter.gold?.length > 0 && chapter.story.length > 0) found.push(chapter);
  return found;
}

function keyOf({ summary, story }) {
  return `${summary} ${story}`;
}

function bounded(value, furthest) {
  return Math.max(-furthest, Math.min(furthest, value));
}

function digits(value) {
  return Number(value.toFixed(2));
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function say(name, value, ...more) {
  console.log([`${name} ${JSON.stringify(value)}`, ...more].join(" · "));
}
