// Fits what packages/align/src/guide needs to the weights that ship, on works that no network involved has learned from, and prints
// what belongs into its constants.ts.
//   npm run train -- guide FOLDER --gold CORPUS --folds FOLDER [--chapters 60] [--encoder FOLDER] [--rows]
// FOLDER holds what is done (half.json, and a file for each step): a run that was interrupted resumes, and a step whose file is
// deleted is done again.
//
// The network that reads single points learns from the train works of corpora/open. So that there are works left on which its
// numbers can be fitted, one is trained on every other of these works, and the others are used for fitting: as they are, and once
// more those chapters of which the guide covers three quarters or more. Gold chapters of another corpus join them, each with the
// aligner's weights that have not learned from its work (--folds has the weights files of the folds).
// With --encoder the mixtures of the encoder's tier are fitted, with the weights in the encoder's folder, to gold chapters alone:
// our encoder has read all of corpora/open. --rows trains the network on all train works, writes its weights, and does no more.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Cell,
  type ChapterFeatures,
  cellKey,
  cellSet,
  encodedFeatureReader,
  featureReader,
  type GuideOdds,
  matrix,
  meanOf,
  noPins,
  oddsScorer,
  type PackedModel,
  type PackedRowModel,
  type Passages,
  score,
  tiers,
  unpack,
  type Work,
} from "@plotline/align";
import { memoByName, Problem, random, shuffled } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { shippedTable } from "@plotline/text";
import { casesOf, encoderIn, foldsIn, judged } from "../bench/kit/cases.ts";
import { type GoldChapter, goldOf, needed, open, program, root } from "../bench/kit/kit.ts";
import { distances, lengthsOf, sparseness } from "../packages/align/src/guide/combine.ts";
import * as constants from "../packages/align/src/guide/constants.ts";
import { decideGuide } from "../packages/align/src/guide/decide.ts";
import { matchFeatures } from "../packages/align/src/guide/fit.ts";
import { outOfSequence } from "../packages/align/src/guide/order.ts";
import { rowScorer, unpackRowModel } from "../packages/align/src/guide/row/model.ts";
import { type Networks, planOf, scoreDistinct } from "../packages/align/src/guide/similarity.ts";
import type { FeaturesInOrder } from "../packages/align/src/learned/features.ts";
import shippedWeights from "../packages/align/src/learned/weights.json" with { type: "json" };
import { rowLesson, strangersFor } from "./guide/lesson.ts";
import { logistic, type Observation } from "./guide/logistic.ts";
import { packRowModel, trainRows } from "./guide/train-rows.ts";

const pull = 1e-4;
/** Cells that neither network believes in say nothing about the mixture. */
const hopeless = -4;
const rowWeights = join(root, "packages", "align", "src", "guide", "row", "weights.json");

const options = { gold: undefined, folds: undefined, chapters: 60, encoder: undefined, rows: false, out: rowWeights };
program(import.meta.url, options, async ({ positionals: [folder], values }) => {
  const corpus = await openCorpus(open);
  const train = corpus.works.filter(({ split }) => split === "train").sort((a, b) => (a.title < b.title ? -1 : 1));
  if (values.rows) return writeFileSync(values.out, `${JSON.stringify(await trainedOn(train))}\n`);
  if (folder === undefined) throw new Problem("Name a folder for what is done, --gold CORPUS and --folds FOLDER.");
  const gold = needed(values.gold, "a corpus with gold (--gold)");
  const folds = needed(values.folds, "a folder with the weights of the folds (--folds)");
  mkdirSync(folder, { recursive: true });
  const half = (own: number) => train.filter((_, k) => k % 2 === own);
  const model: PackedRowModel = await done(join(folder, "half.json"), () => trainedOn(half(0)));
  const mixtures = values.encoder === undefined ? constants.tableMixtures : constants.encoderMixtures;
  const reader = new Reader(rowScorer(unpackRowModel(model)), mixtures);
  const chapters = drawn(await goldOf(await openCorpus(gold)), "gold", values.chapters);
  const sets =
    values.encoder === undefined
      ? await byTable(reader, chapters, folds, half(1), values.chapters)
      : [await byEncoder(reader, chapters, values.encoder)];
  await new Fitting(sets, mixtures).steps(folder, values.encoder === undefined ? "" : "encoder.");
});

async function done<T>(file: string, make: () => Promise<T>): Promise<T> {
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(await make())}\n`);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The network that reads single points. */
async function trainedOn(works: readonly Work[]): Promise<PackedRowModel> {
  const read = featureReader(tiers.table, { table: await shippedTable() });
  const chapters = await goldOf(await openCorpus(open), works);
  const next = random("rows", 1);
  const lessons = chapters.map((chapter) => rowLesson((each) => read(each)(), chapter, chapters, next));
  return packRowModel(await trainRows(lessons, undefined, (loss) => console.log(`loss ${loss.toFixed(4)}`)));
}

/** The networks' answers to a part of a guide. */
interface Answers extends Networks {
  readonly featuresIn: FeaturesInOrder;
}

/** Features that say in which order of the points they are. */
interface Sequenced extends ChapterFeatures {
  readonly sequence?: readonly number[] | undefined;
}

/** A chapter of a work that none of its networks has learned from. */
interface FittingChapter extends GoldChapter {
  readonly networks: (part: Passages) => Promise<Answers>;
}

function drawn(chapters: readonly GoldChapter[], name: string, count: number): GoldChapter[] {
  return shuffled(chapters, random("fit", name)).slice(0, count);
}

/** Works of the open corpus as they are, those that are covered well, and gold by folds: each set counts alike. */
async function byTable(
  reader: Reader,
  gold: readonly GoldChapter[],
  folder: string,
  works: readonly Work[],
  count: number,
): Promise<FittingChapter[][]> {
  const unseen = await goldOf(await openCorpus(open), works);
  const covered = ({ gold, story }: GoldChapter) => new Set(gold.map((link) => link.story)).size / story.length;
  const dense = unseen.filter((chapter) => covered(chapter) >= 0.75);
  const read = featureReader(tiers.table, { table: await shippedTable() });
  const shipped = reader.networksWith(shippedWeights, read);
  const folds = foldsIn(folder).map(({ works, ...weights }) => ({
    works,
    networks: reader.networksWith({ ...weights, works }, read),
  }));
  const networksFor = (work: string) => {
    const fold = folds.find(({ works }) => !works.includes(work));
    if (fold === undefined) throw new Problem(`All weights of ${folder} have learned from ${work}.`);
    return fold.networks;
  };
  return [
    ...[drawn(unseen, "all", count), drawn(dense, "dense", count)].map((set) =>
      set.map((each) => ({ ...each, networks: shipped })),
    ),
    gold.map((each) => ({ ...each, networks: networksFor(each.work) })),
  ];
}

async function byEncoder(reader: Reader, gold: readonly GoldChapter[], folder: string): Promise<FittingChapter[]> {
  const { weights, tokens } = await encoderIn(folder);
  if (weights === undefined) throw new Problem(`${folder} has no weights of the aligner.`);
  const networks = reader.networksWith(weights, encodedFeatureReader(tokens, { table: await shippedTable() }));
  return gold.map((chapter) => ({ ...chapter, networks }));
}

/** Reads parts of guides; each answer is remembered. */
class Reader {
  constructor(
    private readonly rows: ReturnType<typeof rowScorer>,
    private readonly mixtures: constants.Mixtures,
  ) {}

  networksWith(weights: PackedModel, read: (part: Passages) => FeaturesInOrder | Promise<FeaturesInOrder>) {
    const odds = oddsScorer(unpack(weights));
    return memoByName(
      (part: Passages) => JSON.stringify([part.summary, part.story]),
      async (part) => this.answersTo(part, odds, await read(part)),
    );
  }

  private answersTo(part: Passages, odds: ReturnType<typeof oddsScorer>, inOrder: FeaturesInOrder): Answers {
    const features = inOrder();
    const { cells, matched } = this.rows(features, part);
    const inSequence = memoByName(
      (sequence: readonly number[] | undefined) => sequence?.join() ?? "",
      (sequence) => odds(inOrder(sequence)),
    );
    return {
      featuresIn: (sequence) => ({ ...features, sequence }),
      mixtures: this.mixtures,
      ordered: ({ sequence }: Sequenced) => inSequence(sequence),
      single: () => ({ cells, matched: Float32Array.from(matched) }),
    };
  }
}

/** What a mixture sees of a cell. */
interface MixedCell {
  readonly ordered: number;
  readonly single: number;
  readonly sparse: number;
  readonly far: number;
}

class Fitting {
  constructor(
    private readonly sets: readonly (readonly FittingChapter[])[],
    private readonly mixtures: constants.Mixtures,
  ) {}

  /** Fits some constants, which the next steps then use. */
  async steps(folder: string, prefix: string): Promise<void> {
    const step = async (name: string, place: object, fit: () => Promise<object>) => {
      const fitted = await done(join(folder, `${prefix}${name}.json`), fit);
      Object.assign(place, fitted);
      console.log(`${name} ${JSON.stringify(fitted)}`);
    };
    await step("fullGuide", this.mixtures.fullGuide, () => this.fullGuides());
    await step("fewPoints", this.mixtures.fewPoints, () => this.fewPoints());
    await step("mixed", this.mixtures.mixed, () => this.mixedGuides());
    await step("shown", this.mixtures.shown, () => this.shown());
    if (prefix !== "") return;
    await step("leastGain", constants.leastGain, () => this.orders());
    await step("presence", constants.presence, () => this.presence());
  }

  /** The mixture of the two networks, in the order of the story, under which the links of full guides are likeliest. */
  private async fullGuides(): Promise<object> {
    const data = await this.cellsOf("as it is", ({ sparse }) => [sparse]);
    const [ordered, single, sparse, shift] = logistic(data, 3, pull).map(rounded);
    return { ordered, single, shift, far: 0, sparse };
  }

  /** For few points, each number with its own share of one and of several. */
  private async fewPoints(): Promise<object> {
    const data: Observation[] = [];
    const cases = { "one point": 1, "two points": 2, "three points": 3, "five points": 5 };
    for (const [name, count] of Object.entries(cases)) {
      const share = Math.log(count) / Math.log(constants.sparse.few);
      data.push(
        ...(await this.cellsOf(name, ({ ordered, single, far }) => [far, share * ordered, share * single, share])),
      );
    }
    const [ordered, single, far, moreOrdered, moreSingle, moreShift, shift] = logistic(data, 6, pull) as Seven;
    return {
      one: mix(ordered, single, shift, far),
      several: mix(ordered + moreOrdered, single + moreSingle, shift + moreShift, far),
    };
  }

  /** For guides in no order of their own, in the order that is found. */
  private async mixedGuides(): Promise<object> {
    const [ordered = 0, single = 0, shift = 0] = logistic(await this.cellsOf("shuffled", () => []), 2, pull);
    return mix(ordered, single, shift, 0);
  }

  /** The cells of changed guides that may be links: what both networks say of them, and more. */
  private async cellsOf(change: string, more: (cell: MixedCell) => readonly number[]): Promise<Observation[]> {
    const data: Observation[] = [];
    for (const chapters of this.sets)
      for (const { chapter, summary, gold } of casesOf(chapters, change)) {
        const passages = { summary, story: chapter.story };
        const [isLink, weight] = [cellSet(gold), 1 / (gold.length + 2) / chapters.length];
        for (const { place, cell } of await mixedCells(passages, chapter.networks))
          data.push({
            inputs: [cell.ordered, cell.single, ...more(cell)],
            target: isLink.has(cellKey(place)) ? 1 : 0,
            weight,
          });
      }
    return data;
  }

  /** What the chosen links of full guides gain before they are shown, so that they claim what is right. */
  private async shown(): Promise<object> {
    Object.assign(this.mixtures.shown, { shift: 0, sparse: 0 });
    const data: Observation[] = [];
    for (const chapters of this.sets) {
      const links: Omit<Observation, "weight">[] = [];
      for (const chapter of chapters) {
        const sparse = limited(sparseness(lengthsOf(chapter)));
        for (const { confidence, right } of judged(await linksOf(chapter, chapter), chapter.gold))
          links.push({ inputs: [Math.log(confidence / (1 - confidence + 1e-6)), sparse], target: right ? 1 : 0 });
      }
      data.push(...links.map((link) => ({ ...link, weight: 1 / links.length })));
    }
    const [, sparse, shift] = logistic(data, 2, pull, [1]).map(rounded);
    return { shift, sparse };
  }

  /** What another order must gain, by F over guides in several orders; as it is counts four times, since most guides are. */
  private async orders(): Promise<object> {
    const candidates = [0.045, 0.06, 0.08].flatMap((order) => [0, 0.05, 0.1].map((byPaths) => ({ order, byPaths })));
    let best: { value: number; candidate: object } = { value: 0, candidate: {} };
    for (const candidate of candidates) {
      Object.assign(constants.leastGain, candidate);
      const asItIs = await this.meanF("as it is");
      const others: number[] = [];
      for (const change of ["reversed", "shuffled", "halves swapped", "two moved"])
        others.push(await this.meanF(change));
      const value = meanOf([asItIs, asItIs, asItIs, asItIs, ...others]);
      console.log(`  ${JSON.stringify(candidate)} ${value.toFixed(4)}, as it is ${asItIs.toFixed(4)}`);
      if (value > best.value) best = { value, candidate };
    }
    return best.candidate;
  }

  private async meanF(change: string): Promise<number> {
    const scores: number[] = [];
    for (const { chapter, summary, gold } of casesOf(this.sets.flat(), change))
      scores.push(score(await linksOf({ summary, story: chapter.story }, chapter), gold).f);
    return meanOf(scores);
  }

  /** Whether the story has a point's passage: own points that have links, and points of other works. */
  private async presence(): Promise<object> {
    const data: Observation[] = [];
    for (const chapters of this.sets)
      for (const chapter of chapters) {
        const next = random("presence", chapter.work, chapter.number);
        const foreign = strangersFor(chapter, this.sets[0]!, Math.ceil(0.43 * chapter.summary.length), next);
        const isOwn = new Set(chapter.gold.map(({ summary }) => summary));
        const summary = [...chapter.summary, ...foreign];
        const weight = 1 / summary.length / chapters.length;
        const odds = await scoreGuide({ summary, story: chapter.story }, chapter);
        matchFeatures(odds).forEach((inputs, row) => {
          const own = row < chapter.summary.length;
          if (!own || isOwn.has(row)) data.push({ inputs, target: own ? 1 : 0, weight });
        });
      }
    const [matched, best, shift] = logistic(data, 2, pull).map(rounded);
    return { matched, best, shift };
  }
}

type Seven = [number, number, number, number, number, number, number];

/** Of guides in one part, in which no point is repeated: others have other cells. */
async function mixedCells(
  passages: Passages,
  networks: FittingChapter["networks"],
): Promise<{ readonly place: Cell; readonly cell: MixedCell }[]> {
  const [part, ...others] = planOf(passages).parts;
  if (part === undefined || others.length > 0) return [];
  if (part.summary.length < passages.summary.length) return [];
  const answers = await networks(part);
  const { order, sequence } = scoreDistinct(part, answers.featuresIn, answers);
  const features = answers.featuresIn(order === "kept" ? undefined : sequence);
  const found = answers.ordered(features);
  const ordered = order === "kept" ? found : outOfSequence(found, sequence);
  const { cells } = answers.single(features, part);
  const sums = ordered.values.map((value, cell) => value + cells.values[cell]!);
  const far = distances(matrix(ordered.rows, ordered.columns, sums), lengthsOf(passages));
  const sparse = limited(sparseness(lengthsOf(passages)));
  return [...ordered.values].flatMap((value, cell) => {
    const single = cells.values[cell]!;
    if (Math.max(value, single) < hopeless) return [];
    const place = { summary: Math.floor(cell / ordered.columns), story: cell % ordered.columns };
    return [{ place, cell: { ordered: value, single, sparse, far: far[cell]! } }];
  });
}

async function linksOf(guide: Passages, chapter: FittingChapter) {
  return decideGuide(await scoreGuide(guide, chapter), noPins).links;
}

async function scoreGuide({ summary, story }: Passages, { networks }: FittingChapter): Promise<GuideOdds> {
  const { parts, join } = planOf({ summary, story });
  const scored: GuideOdds[] = [];
  for (const part of parts) {
    const answers = await networks(part);
    scored.push(scoreDistinct(part, answers.featuresIn, answers));
  }
  return join(scored);
}

function limited(sparse: number): number {
  return Math.max(-1.2, Math.min(1.2, sparse));
}

function mix(...numbers: readonly number[]): constants.Mix {
  const [ordered = 0, single = 0, shift = 0, far = 0] = numbers.map(rounded);
  return { ordered, single, shift, far };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
