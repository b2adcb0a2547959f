// node training/fit-guide.mjs FOLDER --gold CORPUS --folds FOLDER [--chapters 60] [--encoder FOLDER] [--rows]: fits what packages/align/src/guide
// needs to the weights that ship, on works that no network involved has learned from, and prints what belongs into
// packages/align/src/guide/constants.ts. FOLDER holds what is done (half.json, and a file for each step): a run that was interrupted
// resumes, and a step whose file is deleted is done again.
//
// The network that reads single bullets learns from the train works of corpora/open. So that there are works left on which its
// numbers can be fitted, one is trained on every other of these works, and the others are used for fitting: as they are, and once
// more those chapters of which the guide covers three quarters or more. Gold chapters of another corpus join them, each with the
// aligner's weights that have not learned from its work (--folds has the weights files of the folds).
// With --encoder the mixtures of the encoder's tier are fitted, with the weights in the encoder's folder, to gold chapters alone:
// our encoder has read all of corpora/open. --rows trains the network on all train works and writes its weights into src.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { casesOf, changes, encoderIn, f, foldsIn, goldOf, judge, key } from "../bench/changed-guides.mjs";
import { commandLine, mean, misused } from "../bench/kit.mjs";
import { distances, lengthsOf, sparseness } from "../packages/align/dist/guide/combine.js";
import * as constants from "../packages/align/dist/guide/constants.js";
import { decideGuide } from "../packages/align/dist/guide/decide.js";
import { matchFeatures } from "../packages/align/dist/guide/fit.js";
import { outOfSequence } from "../packages/align/dist/guide/order.js";
import { rowScorer, unpackRowModel } from "../packages/align/dist/guide/row/model.js";
import { planOf, scoreDistinct } from "../packages/align/dist/guide/similarity.js";
import { encodedFeatureReader, featureReader } from "../packages/align/dist/learned/feature-readers.js";
import { tiers } from "../packages/align/dist/learned/inputs.js";
import { oddsScorer } from "../packages/align/dist/learned/model.js";
import { unpack } from "../packages/align/dist/learned/weights.js";
import { noPins } from "../packages/align/dist/method.js";
import { matrix } from "../packages/align/dist/similarity/matrix.js";
import shippedWeights from "../packages/align/src/learned/weights.json" with { type: "json" };
import { random, shuffled } from "../packages/base/dist/random.js";
import { openCorpus } from "../packages/corpus/dist/open.js";
import { shippedTable } from "../packages/text/dist/pieces/shipped.js";
import { compiled } from "./compile.mjs";

const { rowLesson, strangersFor } = await compiled("guide/lesson.ts");
const { logistic } = await compiled("guide/logistic.ts");
const { packRowModel, trainRows } = await compiled("guide/train-rows.ts");

const { positionals, values: options } = commandLine({
  gold: undefined,
  folds: undefined,
  chapters: 60,
  encoder: undefined,
  rows: false,
});
const [folder] = positionals;
if (folder === undefined || options.gold === undefined || options.folds === undefined)
  misused("Name a folder for what is done, --gold CORPUS and --folds FOLDER.");
mkdirSync(folder, { recursive: true });

const pull = 1e-4;
/** Cells that neither network believes in say nothing about the mixture. */
const hopeless = -4;
const mixtures = options.encoder === undefined ? constants.byTable : constants.byEncoder;
const table = await shippedTable();
const readInOrder = featureReader(tiers.table, { table });
const open = await openCorpus("corpora/open");
const trainWorks = open.works.filter(({ split }) => split === "train").sort((a, b) => (a.title < b.title ? -1 : 1));
const halves = [0, 1].map((half) => trainWorks.filter((_, k) => k % 2 === half));
const rows = rowScorer(unpackRowModel(await done("half.json", () => trainedOn(halves[0]))));
const sets = await fittingSets(options.chapters);

await step("fullGuide", mixtures.fullGuide, fullGuides);
await step("fewBullets", mixtures.fewBullets, fewBullets);
await step("mixed", mixtures.mixed, mixedGuides);
await step("shown", mixtures.shown, shown);
if (options.encoder === undefined) {
  await step("leastGain", constants.leastGain, orders);
  await step("presence", constants.presence, presence);
}
if (options.rows)
  writeFileSync("packages/align/src/guide/row/weights.json", `${JSON.stringify(await trainedOn(trainWorks))}\n`);

/** Fits some constants, which the next steps then use. */
async function step(name, place, fit) {
  const fitted = await done(`${options.encoder === undefined ? "" : "encoder."}${name}.json`, fit);
  Object.assign(place, fitted);
  console.log(`${name} ${JSON.stringify(fitted)}`);
}

async function done(name, make) {
  const file = join(folder, name);
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(await make())}\n`);
  return JSON.parse(readFileSync(file, "utf8"));
}

async function trainedOn(works) {
  const chapters = await goldOf(open, works);
  const next = random("rows", 1);
  const lessons = chapters.map((chapter) => rowLesson((each) => readInOrder(each)(), chapter, chapters, next));
  return packRowModel(await trainRows(lessons, undefined, (loss) => console.log(`loss ${loss.toFixed(4)}`)));
}

/** Chapters of works that the networks have not learned from, each set counting alike. */
async function fittingSets(count) {
  const drawn = (chapters, name) => shuffled(chapters, random("fit", name)).slice(0, count);
  const gold = drawn(await goldOf(await openCorpus(options.gold)), "gold");
  if (options.encoder !== undefined) {
    const { weights, tokens } = await encoderIn(options.encoder);
    const networks = networksWith(weights, encodedFeatureReader(tokens, { table }));
    return [gold.map((chapter) => ({ ...chapter, networks }))];
  }
  const unseen = await goldOf(open, halves[1]);
  const covered = ({ gold, story }) => new Set(gold.map((link) => link.story)).size / story.length;
  const dense = unseen.filter((chapter) => covered(chapter) >= 0.75);
  const shipped = networksWith(shippedWeights, readInOrder);
  const folds = foldsIn(options.folds).map((weights) => ({
    works: weights.works,
    networks: networksWith(weights, readInOrder),
  }));
  return [
    ...[drawn(unseen, "all"), drawn(dense, "dense")].map((set) => set.map((each) => ({ ...each, networks: shipped }))),
    gold.map((each) => ({ ...each, networks: folds.find(({ works }) => !works.includes(each.work)).networks })),
  ];
}

/** The networks' answers to a part of a guide, each remembered. */
function networksWith(weights, read) {
  const [odds, known] = [oddsScorer(unpack(weights)), new Map()];
  return async (part) => {
    const name = JSON.stringify([part.summary, part.story]);
    if (!known.has(name)) known.set(name, await answersTo(part, odds, read));
    return known.get(name);
  };
}

async function answersTo(part, odds, read) {
  const inOrder = await read(part);
  const features = inOrder();
  const { rows: count, columns, planes } = features;
  const shape = { rows: count, columns, planes: { words: planes.words, starts: planes.starts } };
  const { cells, matched } = rows(features, part);
  const orders = new Map([["", odds(features)]]);
  return {
    featuresIn: (sequence) => ({ ...shape, sequence }),
    mixtures,
    ordered: ({ sequence }) => {
      const name = sequence?.join() ?? "";
      if (!orders.has(name)) orders.set(name, odds(inOrder(sequence)));
      return orders.get(name);
    },
    single: () => ({ cells, matched: Float32Array.from(matched) }),
  };
}

async function scoreGuide({ summary, story }, networks) {
  const { parts, join } = planOf({ summary, story });
  const scored = [];
  for (const part of parts) {
    const answers = await networks(part);
    scored.push(scoreDistinct(part, answers.featuresIn, answers));
  }
  return join(scored);
}

/** The mixture of the two networks, in the order of the story, under which the links of full guides are likeliest. */
async function fullGuides() {
  const data = await cellsOf("as it is", (_, __, sparse) => [sparse]);
  const [ordered, single, sparse, shift] = logistic(data, 3, pull).map(rounded);
  return { ordered, single, shift, far: 0, sparse };
}

/** For few bullets, each number with its own share of one and of several. */
async function fewBullets() {
  const data = [];
  for (const [name, count] of [
    ["one bullet", 1],
    ["two bullets", 2],
    ["three bullets", 3],
    ["five bullets", 5],
  ]) {
    const share = Math.log(count) / Math.log(constants.sparse.few);
    data.push(...(await cellsOf(name, (ordered, single, _, far) => [far, share * ordered, share * single, share])));
  }
  const [ordered, single, far, moreOrdered, moreSingle, moreShift, shift] = logistic(data, 6, pull);
  return {
    one: mix(ordered, single, shift, far),
    several: mix(ordered + moreOrdered, single + moreSingle, shift + moreShift, far),
  };
}

/** For guides in no order of their own, in the order that is found. */
async function mixedGuides() {
  const [ordered, single, shift] = logistic(await cellsOf("shuffled", () => []), 2, pull);
  return mix(ordered, single, shift, 0);
}

function mix(...numbers) {
  const [ordered, single, shift, far] = numbers.map(rounded);
  return { ordered, single, shift, far };
}

/** The cells of changed guides that may be links: what both networks say of them, and more. */
async function cellsOf(change, more) {
  const data = [];
  for (const chapters of sets)
    for (const { chapter, summary, gold } of casesOf(chapters, change, changes[change].pick)) {
      const passages = { summary, story: chapter.story };
      const { parts } = planOf(passages);
      const [part] = parts;
      // What is repeated, or too long for one part, has other cells.
      if (parts.length > 1 || part.summary.length < summary.length || part.story.length < chapter.story.length)
        continue;
      const answers = await chapter.networks(part);
      const { order, sequence } = scoreDistinct(part, answers.featuresIn, answers);
      const asGiven = order === "kept" ? undefined : sequence;
      const found = answers.ordered({ sequence: asGiven });
      const [ordered, { cells }] = [asGiven === undefined ? found : outOfSequence(found, sequence), answers.single()];
      const sums = ordered.values.map((value, cell) => value + cells.values[cell]);
      const far = distances(matrix(ordered.rows, ordered.columns, sums), lengthsOf(passages));
      const sparse = Math.max(-1.2, Math.min(1.2, sparseness(lengthsOf(passages))));
      const isLink = new Set(gold.map(key));
      const weight = 1 / (gold.length + 2) / chapters.length;
      ordered.values.forEach((value, cell) => {
        const single = cells.values[cell];
        if (Math.max(value, single) < hopeless) return;
        const place = { summary: Math.floor(cell / ordered.columns), story: cell % ordered.columns };
        const inputs = [value, single, ...more(value, single, sparse, far[cell])];
        data.push({ inputs, target: isLink.has(key(place)) ? 1 : 0, weight });
      });
    }
  return data;
}

/** What the chosen links of full guides gain before they are shown, so that they claim what is right. */
async function shown() {
  Object.assign(mixtures.shown, { shift: 0, sparse: 0 });
  const data = [];
  for (const chapters of sets) {
    const links = [];
    for (const chapter of chapters) {
      const sparse = Math.max(-1.2, Math.min(1.2, sparseness(lengthsOf(chapter))));
      for (const { confidence, right } of judge(await linksOf(chapter, chapter), chapter.gold))
        links.push({ inputs: [Math.log(confidence / (1 - confidence + 1e-6)), sparse], target: right ? 1 : 0 });
    }
    data.push(...links.map((link) => ({ ...link, weight: 1 / links.length })));
  }
  const [, sparse, shift] = logistic(data, 2, pull, [1]).map(rounded);
  return { shift, sparse };
}

/** What another order must gain, by F over guides in several orders; as it is counts four times, since most guides are. */
async function orders() {
  const candidates = [0.045, 0.06, 0.08].flatMap((order) => [0, 0.05, 0.1].map((byPaths) => ({ order, byPaths })));
  let best = { value: 0 };
  for (const candidate of candidates) {
    Object.assign(constants.leastGain, candidate);
    const [asItIs, ...others] = [
      await meanF("as it is"),
      await meanF("reversed"),
      await meanF("shuffled"),
      await meanF("halves swapped"),
      await meanF("two moved"),
    ];
    const value = mean([asItIs, asItIs, asItIs, asItIs, ...others]);
    console.log(`  ${JSON.stringify(candidate)} ${value.toFixed(4)}, as it is ${asItIs.toFixed(4)}`);
    if (value > best.value) best = { value, candidate };
  }
  return best.candidate;
}

async function meanF(change) {
  const scores = [];
  for (const { chapter, summary, gold } of casesOf(sets.flat(), change, changes[change].pick))
    scores.push(f(await linksOf({ summary, story: chapter.story }, chapter), gold));
  return mean(scores);
}

/** Whether the story has a bullet's passage: own bullets that have links, and bullets of other works. */
async function presence() {
  const data = [];
  for (const chapters of sets)
    for (const chapter of chapters) {
      const next = random("presence", chapter.work, chapter.number);
      const foreign = strangersFor(chapter, sets[0], Math.ceil(0.43 * chapter.summary.length), next);
      const isOwn = new Set(chapter.gold.map(({ summary }) => summary));
      const summary = [...chapter.summary, ...foreign];
      const weight = 1 / summary.length / chapters.length;
      matchFeatures(await scoreGuide({ summary, story: chapter.story }, chapter.networks)).forEach((inputs, row) => {
        const own = row < chapter.summary.length;
        if (!own || isOwn.has(row)) data.push({ inputs, target: own ? 1 : 0, weight });
      });
    }
  const [matched, best, shift] = logistic(data, 2, pull).map(rounded);
  return { matched, best, shift };
}

async function linksOf(guide, { networks }) {
  return decideGuide(await scoreGuide(guide, networks), noPins).links;
}

function rounded(value) {
  return Number(value.toFixed(2));
}
