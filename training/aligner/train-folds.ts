import { join } from "node:path";
import {
  type ChapterFeatures,
  type ChapterScores,
  type Corpus,
  type Evaluation,
  encodedFeatureReader,
  featureReader,
  type PackedModel,
  type Passages,
  results,
  scoreLinks,
  tiers,
} from "@plotline/align";
import { readModelFolder } from "@plotline/align/node";
import { random, shuffled, signatureOf, sumOf } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { type Job, job, type Step } from "@plotline/runs";
import { threads } from "@plotline/runs/node";
import { shippedTable } from "@plotline/text";
import { type Example, example } from "./example.ts";
import { type LearningOptions, learn, learningDefaults, linksBy } from "./learn.ts";
import { pack } from "./pack.ts";
import { dealt } from "./teachers.ts";

interface AlignerTraining {
  /** Groups of works on which it is judged, each by a network that has not seen them; 0: it is not judged. */
  readonly folds: number;
  readonly epochs: number;
  readonly members: number;
  readonly unannotated: number;
  readonly seed: number;
  readonly encoder?: string;
  readonly threads?: number;
  /** Saves the weights of all works, which are not trained without it. */
  readonly save?: (model: PackedModel) => void;
  readonly onRead?: (done: number, chapters: number) => void;
  readonly onTrained?: (done: number, trainings: number) => void;
}

/**
 * Trains the aligner on a corpus with gold, and judges it on works that it has not seen, unless there are no folds.
 */
export async function alignerRun(corpus: Corpus, asked: AlignerTraining): Promise<Evaluation | undefined> {
  const { epochs, members, unannotated, seed, encoder, threads: count } = asked;
  const cache = join(corpus.folder, ".cache");
  const folds = Math.min(asked.folds, corpus.works.filter((work) => work.annotated.length > 0).length);
  const tier = encoder === undefined ? "table" : "encoder";
  const setup: LearnSetup = {
    folder: corpus.folder,
    folds,
    options: { ...learningDefaults, tier, epochs, members, unannotated, seed },
    encoder: encoder === undefined ? undefined : { folder: encoder, cache: join(cache, "vectors"), threads: count },
  };
  if (encoder !== undefined) await encodeForTraining(setup, asked.onRead);
  const signature = await trainingSignature(corpus, asked);
  const tasks: LearnTask[] = [...Array(folds).keys()].map((fold) => ({ fold }));
  if (asked.save !== undefined) tasks.push("all");
  const chapters: ChapterScores[] = [];
  let done = 0;
  for await (const learned of threads(count).run(learnFolds(setup), tasks)) {
    if ("chapters" in learned) chapters.push(...learned.chapters);
    else asked.save?.(learned.model);
    asked.onTrained?.(++done, tasks.length);
  }
  if (chapters.length === 0) return undefined;
  return {
    signature,
    chapters: chapters.length,
    methods: results([{ name: "plotline" }], chapters, { seed, byWork: true }),
  };
}

async function trainingSignature(corpus: Corpus, asked: AlignerTraining): Promise<string> {
  const { folds, epochs, members, unannotated, seed, encoder } = asked;
  return signatureOf({
    corpus: await corpus.hash(),
    encoder: encoder === undefined ? "none" : (await readModelFolder(encoder)).hash.slice(0, 8),
    folds: `${folds} by work`,
    epochs,
    members,
    unannotated,
    average: "chapters",
    interval: "bootstrap-2000",
    seed,
  });
}

interface LearnSetup {
  readonly folder: string;
  readonly folds: number;
  readonly options: LearningOptions & {
    /** How many chapters without gold to learn from. */
    readonly unannotated: number;
  };
  /** A folder with an encoder, whose vectors the aligner then sees, and where what it says of chapters is saved. */
  readonly encoder?: { readonly folder: string; readonly cache: string; readonly threads?: number } | undefined;
}

/** A fold to learn without and be judged on, or everything. */
type LearnTask = { readonly fold: number } | "all";

type Learned = { readonly chapters: readonly ChapterScores[] } | { readonly model: PackedModel };

/** Learns an aligner from a corpus: once for each fold of works, to judge it, and once from all works, to keep it. */
function learnFolds(setup: LearnSetup): Job<LearnSetup, LearnTask, Learned> {
  return job(import.meta.url, startTrainingAligners, setup);
}

export async function startTrainingAligners(setup: LearnSetup): Promise<Step<LearnTask, Learned>> {
  const { folder, folds, options } = setup;
  const corpus = await openCorpus(folder);
  const read = await chapterFeatureReader(setup);
  const examples = await readExamples(corpus, read);
  const others = await readOthers(corpus, read, options);
  return async (task) => {
    if (task === "all") return { model: pack(await learn(examples, others, options)) };
    const judged = dealt(examples, folds)[task.fold] ?? [];
    const links = linksBy(
      await learn(
        examples.filter((each) => !judged.includes(each)),
        others,
        options,
      ),
    );
    return { chapters: judged.map((each) => scored(each, links)) };
  };
}

type FeatureReader = (passages: Passages) => ChapterFeatures | Promise<ChapterFeatures>;

async function chapterFeatureReader({ options, encoder }: LearnSetup): Promise<FeatureReader> {
  const table = await shippedTable();
  if (encoder === undefined) {
    const read = featureReader(tiers[options.tier], { table });
    return (passages) => read(passages)();
  }
  const { openEncoder } = await import("@plotline/align/node");
  const { tokens } = await openEncoder(encoder.folder, { cache: encoder.cache, threads: encoder.threads ?? 1 });
  const read = encodedFeatureReader(tokens, { table });
  return async (passages) => (await read(passages))();
}

/**
 * Has the encoder read all chapters that training needs, one after the other: it takes a second or more for each, and
 * its results are then on disk, so that an interrupted run resumes.
 */
async function encodeForTraining(setup: LearnSetup, onRead: AlignerTraining["onRead"]): Promise<void> {
  const corpus = await openCorpus(setup.folder);
  const read = await chapterFeatureReader(setup);
  const total = chaptersToRead(corpus, setup.options.unannotated);
  let done = 0;
  const readOne = async (passages: Passages) => {
    await read(passages);
    onRead?.(++done, total);
  };
  for await (const chapter of corpus.chapters({ goldOnly: true }))
    if (chapter.gold !== undefined && chapter.gold.length > 0) await readOne(chapter);
  for await (const passages of drawOthers(corpus, setup.options)) await readOne(passages);
}

/** The most chapters that training needs. */
function chaptersToRead({ works }: Corpus, most: number): number {
  const others = works.filter((work) => work.annotated.length === 0);
  const unannotated = sumOf(others, (work) => work.summarised.length);
  return sumOf(works, (work) => work.annotated.length) + Math.min(most, unannotated);
}

/** The chapters with usable gold, in the order of the folder. */
async function readExamples(corpus: Corpus, read: FeatureReader): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const chapter of corpus.chapters({ goldOnly: true }))
    if (chapter.gold !== undefined && chapter.gold.length > 0) examples.push(example(chapter, await read(chapter)));
  return examples;
}

async function readOthers(
  corpus: Corpus,
  read: FeatureReader,
  options: LearnSetup["options"],
): Promise<ChapterFeatures[]> {
  const found: ChapterFeatures[] = [];
  for await (const passages of drawOthers(corpus, options)) found.push(await read(passages));
  return found;
}

/** Some chapters of works without gold, none of them very long. */
async function* drawOthers(
  corpus: Corpus,
  { unannotated, seed }: Pick<LearnSetup["options"], "unannotated" | "seed">,
): AsyncIterable<Passages> {
  const works = corpus.works.filter((work) => work.annotated.length === 0);
  const refs = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  let drawn = 0;
  for (const { work, number } of shuffled(refs, random("unannotated", seed))) {
    if (drawn >= unannotated) break;
    const { summary, story } = await corpus.chapter(work, number);
    const cells = summary.length * story.length;
    if (cells === 0 || cells > mostCells) continue;
    drawn++;
    yield { summary, story };
  }
}

const mostCells = 8000;

function scored(each: Example, links: ReturnType<typeof linksBy>): ChapterScores {
  return { work: each.work, number: each.number, methods: [scoreLinks(links(each), each.gold)] };
}
