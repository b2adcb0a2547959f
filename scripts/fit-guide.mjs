// node scripts/fit-guide.mjs --half FILE [--rows] [--gold CORPUS --folds FOLDER]: fits what src/align/guide needs to the weights
// that ship, on works that no network involved has learned from, and prints src/align/guide/constants.ts's numbers.
//
// The network that reads single bullets learns from the train works of corpora/open. So that there are works left on which
// its numbers can be fitted, one is trained on every other of these works (FILE; trained if it is not there), and the others
// are used for fitting: as they are, and once more those chapters of which the guide covers three quarters or more. With --gold,
// gold chapters of another corpus join them, each with the aligner's weights that have not learned from its work (FOLDER has
// the weights files of the folds). --rows trains the network on all train works and writes src/align/guide/row/weights.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { argumentsOf } from "../bench/arguments.mjs";
import {
  calibrationError,
  casesOf,
  changes,
  f,
  foldsIn,
  goldOf,
  judge,
  key,
  mean,
  some,
} from "../bench/changed-guides.mjs";
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
import { rowLesson, strangersFor } from "../dist/learn/guide/lesson.js";
import { logistic } from "../dist/learn/guide/logistic.js";
import { trainRows } from "../dist/learn/guide/train-rows.js";
import { random, shuffled } from "../dist/random.js";
import { shippedTable } from "../dist/text/pieces/shipped.js";

const text = { type: "string" };
const { values: options } = argumentsOf({
  options: {
    half: text,
    rows: { type: "boolean", default: false },
    gold: text,
    folds: text,
    chapters: { ...text, default: "80" },
  },
});
if (options.half === undefined) throw new Error("Name a file for the network of half the works: --half FILE.");

const pull = 1e-4;
/** Cells that neither network believes in say nothing about the mixture. */
const hopeless = -6;
const { byTable, leastGain } = constants;

const readInOrder = orderedFeatureReader(tiers.table, { table: await shippedTable() });
const open = await openCorpus("corpora/open");
const trainWorks = open.works.filter(({ split }) => split === "train").sort((a, b) => (a.title < b.title ? -1 : 1));
const halves = [0, 1].map((half) => trainWorks.filter((_, k) => k % 2 === half));
const rows = rowScorer(unpackRowModel(await halfNetwork(options.half)));
const sets = await fittingSets(Number(options.chapters));
fitFullGuides();
for (const entry of byTable.fewBullets.slice(0, -1))
  fitMix("fewBullets", entry, `few ${entry.bullets}`, some(entry.bullets));
fitMix("mixed", byTable.mixed, "shuffled", changes.shuffled);
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
  const read = (passages) => readInOrder(passages)();
  const lessons = chapters.map((chapter) => rowLesson(read, chapter, chapters, next));
  return trainRows(lessons, undefined, (loss) => console.log(`loss ${loss.toFixed(4)}`));
}

function writeRows(file, model) {
  writeFileSync(file, `${JSON.stringify(packRowModel(model))}\n`);
}

/** Chapters of works that the networks have not learned from, each set counting alike. */
async function fittingSets(count) {
  const drawn = (chapters, name) => shuffled(chapters, random("fit", name)).slice(0, count);
  const unseen = await goldOf(open, halves[1]);
  const covered = ({ gold, story }) => new Set(gold.map((link) => link.story)).size / story.length;
  const dense = unseen.filter((chapter) => covered(chapter) >= 0.75);
  const shipped = networksWith(oddsScorer(unpack(shippedWeights)));
  const made = [drawn(unseen, "all"), drawn(dense, "dense")].map((set) =>
    set.map((chapter) => ({ ...chapter, networks: shipped })),
  );
  if (options.gold === undefined || options.folds === undefined) return made;
  const folds = foldsIn(options.folds).map((weights) => ({
    works: weights.works,
    networks: networksWith(oddsScorer(unpack(weights))),
  }));
  const gold = drawn(await goldOf(await openCorpus(options.gold)), "gold");
  const unseenBy = ({ work }) => folds.find(({ works }) => !works.includes(work)).networks;
  return [...made, gold.map((chapter) => ({ ...chapter, networks: unseenBy(chapter) }))];
}

/** The networks' answers to a part of a guide, each remembered. */
function networksWith(odds) {
  const known = new Map();
  return (part) => {
    const name = JSON.stringify([part.summary, part.story]);
    const entry = known.get(name) ?? answersTo(part, odds);
    known.set(name, entry);
    return entry;
  };
}

function answersTo(part, odds) {
  const features = readInOrder(part)();
  const { rows: count, columns, planes } = features;
  const shape = { rows: count, columns, planes: { words: planes.words, starts: planes.starts } };
  const { cells, matched } = rows(rowFeatures(features, part));
  const orders = new Map([["", odds(features)]]);
  return {
    featuresIn: (sequence) => ({ ...shape, sequence }),
    mixtures: byTable,
    ordered: ({ sequence }) => {
      const name = sequence?.join() ?? "";
      if (!orders.has(name)) orders.set(name, odds(readInOrder(part)(sequence)));
      return orders.get(name);
    },
    single: () => ({ cells, matched: Float32Array.from(matched) }),
  };
}

function scoreGuide({ summary, story }, networks) {
  const { parts, join } = planOf({ summary, story });
  return join(
    parts.map((part) => {
      const answers = networks(part);
      return scoreDistinct(part, answers.featuresIn, answers);
    }),
  );
}

/** For full guides: the mixture of the two networks under which the links are likeliest. */
function fitFullGuides() {
  const data = sets.flatMap((chapters) =>
    chapters.flatMap(({ networks, gold, ...chapter }) => {
      const answers = networks({ summary: chapter.summary, story: chapter.story });
      const [ordered, { cells }] = [answers.ordered({}), answers.single()];
      const isLink = new Set(gold.map(key));
      const sparse = bounded(sparseness(chapter), 1.2);
      return Array.from(ordered.values, (value, cell) => ({
        inputs: [value, cells.values[cell], sparse],
        target: isLink.has(`${Math.floor(cell / ordered.columns)} ${cell % ordered.columns}`) ? 1 : 0,
        weight: 1 / Math.max(5, gold.length) / chapters.length,
      })).filter(({ inputs: [one, other] }) => one > hopeless || other > hopeless);
    }),
  );
  const [ordered, single, sparse, shift] = logistic(data, 3, pull).map(rounded);
  Object.assign(byTable.fullGuide, { ordered, single, shift, sparse });
  // From this number of bullets on, a sparse guide is mixed like a full one.
  Object.assign(byTable.fewBullets.at(-1), { ordered, single, shift });
  say("fullGuide", byTable.fullGuide);
}

/** For other guides: the mixture with the best F. */
function fitMix(name, entry, change, pick) {
  const cases = sets.map((chapters) => casesOf(chapters, change, pick));
  const candidates = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((ordered) =>
    [0.25, 0.5, 0.75, 1].flatMap((single) =>
      [-0.6, -0.4, -0.2, 0, 0.2].map((shift) => ({ ...entry, ordered, single, shift })),
    ),
  );
  const best = bestOf(candidates, entry, () => mean(cases.map(meanF)));
  say(name, entry, `F ${best.toFixed(4)}`);
}

/** What the chosen links of full guides gain before they are shown, so that they claim what is right. */
function fitShown() {
  Object.assign(byTable.shown, { shift: 0, sparse: 0 });
  const data = sets.flatMap((chapters) => {
    const links = chapters.flatMap((chapter) => {
      const sparse = bounded(sparseness(chapter), 1.2);
      const { links } = decided(scoreGuide(chapter, chapter.networks), noPins);
      return judge(links, chapter.gold).map(({ confidence, right }) => ({
        inputs: [Math.log(confidence / (1 - confidence + 1e-6)), sparse],
        target: right ? 1 : 0,
      }));
    });
    return links.map((link) => ({ ...link, weight: 1 / links.length }));
  });
  const [slope, sparse, shift] = logistic(data, 2, pull).map(rounded);
  Object.assign(byTable.shown, { shift, sparse });
  say("shown", byTable.shown, `slope ${slope}`);
}

/** What another order must gain, by F over guides in several orders; as it is counts four times, since most guides are. */
function fitOrders() {
  const { "every bullet twice": _, ...orders } = changes;
  const cases = sets.flatMap((chapters) =>
    Object.entries(orders).map(([name, pick]) => ({
      cases: casesOf(chapters, name, pick),
      weight: name === "as it is" ? 4 : 1,
    })),
  );
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const candidates = [0.03, 0.045, 0.06, 0.08].flatMap((order) =>
    [0, 0.05, 0.1].flatMap((byPaths) => [0.1, 0.2].map((ofFew) => ({ order, byPaths, ofFew }))),
  );
  const best = bestOf(candidates, leastGain, () =>
    cases.reduce((sum, { cases, weight }) => sum + (weight / total) * meanF(cases), 0),
  );
  say("leastGain", leastGain, `F ${best.toFixed(4)}`);
}

/** Whether the story has a bullet's passage: own bullets that have links, and bullets of other works. */
function fitPresence() {
  const data = sets.flatMap((chapters) =>
    chapters.flatMap((chapter) => {
      const next = random("presence", chapter.work, chapter.number);
      const foreign = strangersFor(chapter, sets[0], Math.ceil(0.43 * chapter.summary.length), next);
      const isOwn = new Set(chapter.gold.map(({ summary }) => summary));
      const summary = [...chapter.summary, ...foreign];
      const odds = scoreGuide({ summary, story: chapter.story }, chapter.networks);
      return presencesOf(odds).flatMap((inputs, row) => {
        if (row < chapter.summary.length && !isOwn.has(row)) return [];
        return [{ inputs, target: row < chapter.summary.length ? 1 : 0, weight: 1 / summary.length / chapters.length }];
      });
    }),
  );
  const [matched, best, shift] = logistic(data, 2, pull).map(rounded);
  Object.assign(constants.presence, { matched, best, shift });
  say("presence", constants.presence);
}

/** How much three chapters are believed, by the calibration error of the others. */
function fitCaution() {
  const judged = sets.map((chapters) =>
    chapters.map((chapter) => ({
      work: chapter.work,
      gold: chapter.gold,
      odds: scoreGuide(chapter, chapter.networks),
    })),
  );
  const candidates = [3, 6, 10, 20].flatMap((chapters) => [0, 0.15, 0.3, 0.6].map((spread) => ({ chapters, spread })));
  const errors = () => judged.flatMap((set) => [0, 1, 2, 3, 4].map((draw) => errorAfter(set, draw)));
  const best = bestOf(candidates, constants.caution, () => -mean(errors()));
  say("caution", constants.caution, `calibration error ${(-best).toFixed(4)}`);
}

function errorAfter(set, draw) {
  const mixed = shuffled(set, random("caution", draw));
  const calibration = calibrationOf(mixed.slice(0, 3));
  return calibrationError(mixed.slice(3).flatMap((chapter) => judge(linksUnder(chapter, calibration), chapter.gold)));
}

/** Puts the candidate with the highest worth into its place, and says what it is worth. */
function bestOf(candidates, place, worth) {
  let best = { value: Number.NEGATIVE_INFINITY };
  for (const candidate of candidates) {
    Object.assign(place, candidate);
    const value = worth();
    if (value > best.value) best = { value, candidate };
  }
  Object.assign(place, best.candidate);
  return best.value;
}

function meanF(cases) {
  return mean(
    cases.map(({ chapter, summary, gold }) => {
      const odds = scoreGuide({ summary, story: chapter.story }, chapter.networks);
      return f(decided(odds, noPins).links, gold);
    }),
  );
}

function bounded(value, furthest) {
  return Math.max(-furthest, Math.min(furthest, value));
}

function rounded(value) {
  return Number(value.toFixed(2));
}

function say(name, value, ...more) {
  console.log([`${name} ${JSON.stringify(value)}`, ...more].join(" · "));
}
