import { answerLines, type Corpus, scoreOfAnswers, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { digestOf } from "@plotline/base/node";
import { model as graphOf } from "@plotline/nn";
import { graphHash } from "@plotline/nn/node";
import {
  byChapter,
  type ContextSource,
  chapterKey,
  modelSchema,
  namedWork,
  type Reader,
  type ReaderScore,
  readerModel,
  scoreReader,
  type TrainSettings,
  trainSchema,
  type Unit,
  unitsOf,
  type WorkContexts,
  workText,
} from "@plotline/questions";
import {
  cachedCorpus,
  contextsFor,
  type EncodedCorpus,
  hashOfWorks,
  type QuestionSet,
  questionSets,
  trainReader,
} from "@plotline/questions/node";
import { contextSource } from "../context-sources.ts";
import { type CellFile, type CellScore, readCell, writeCell } from "./cell-file.ts";
import type { Cell } from "./cells.ts";

/** The paper's sizes; no paragraph, point or chapter is cut, and every question is asked in every pass. */
const whole = 1_000_000;
const model = modelSchema.parse({ longestParagraph: whole, longestBullet: whole });

export function trainSettings({ seed, learningRate }: Cell): TrainSettings {
  return trainSchema.parse({
    seed,
    learningRate,
    questions: whole,
    tokens: whole,
    epochs: 30,
    patience: 3,
    samples: 0,
  });
}

export interface CellRun {
  readonly corpus: Corpus;
  readonly set: QuestionSet;
  /** The figure: written after every pass. */
  readonly path: string;
  /** Checkpoints: a killed training goes on there, to the bit. */
  readonly folder: string;
  readonly onStep?: (news: CellNews) => void;
  readonly signal?: AbortSignal;
}

export interface CellNews {
  readonly pass: number;
  readonly share: number;
  readonly heldBack: number | undefined;
  readonly secondsAPass: number;
}

/** Everything that cells of one corpus and question set share. */
export async function encodedFor(corpus: Corpus, set: QuestionSet, onWork?: (work: Work) => void) {
  const works = corpus.works.filter(({ summarised }) => summarised.length > 0);
  return cachedCorpus(corpus, works, { set, onWork });
}

/** Trains a cell, or goes on with it. Undefined where it was stopped on the way. */
export async function trainCell(cell: Cell, encoded: EncodedCorpus, run: CellRun): Promise<CellFile | undefined> {
  const { corpus, set, path } = run;
  const works = corpus.works.filter(({ summarised }) => summarised.length > 0);
  const source = await contextSource(corpus, cell.alignment, cell.seed);
  const contexts = await contextsFor(corpus, works, source);
  const blank = await describe(cell, encoded, contexts, run);
  const before = startedFrom(path, blank);
  if (before.score !== undefined) return before;
  const asked = validation(encoded, contexts);
  let file: CellFile = before;
  let [loss, clock] = [0, process.cpuUsage()];
  const onPass = async (reader: Reader, heldOut: ReaderScore) => {
    const test = await scoreReader(reader, asked);
    const pass = passOf();
    const known = file.curve.filter((each) => each.pass < pass);
    const used = process.cpuUsage(clock);
    const cpuSeconds = Math.round((known.at(-1)?.cpuSeconds ?? 0) + (used.user + used.system) / 1e6);
    clock = process.cpuUsage();
    const now = {
      pass,
      loss: digits(loss),
      heldBack: digits(heldOut.right),
      validation: digits(test.right),
      cpuSeconds,
    };
    const heldBack = { works: worksOf(heldOut), questions: heldOut.questions, chance: digits(heldOut.chance) };
    file = { ...file, heldBack, curve: [...known, now] };
    writeCell(path, file);
    return { validation: test.right };
  };
  let [step, stepsAPass] = [0, 1];
  const passOf = () => Math.round(step / stepsAPass);
  const started = performance.now();
  let first: number | undefined;
  const trained = await trainReader({
    task: cell.task,
    data: encoded,
    contexts,
    model,
    train: blank.train,
    threads: 1,
    folder: run.folder,
    checkpointEvery: 100,
    onPass,
    signal: run.signal,
    onProgress: (progress) => {
      loss = progress.loss;
      step = progress.step;
      stepsAPass = progress.steps / blank.train.epochs;
      first ??= step - 1;
      const secondsAPass = ((performance.now() - started) / 1000 / (step - first)) * stepsAPass;
      const heldBack = file.curve.at(-1)?.heldBack;
      run.onStep?.({ pass: progress.epoch, share: (step % stepsAPass) / stepsAPass, heldBack, secondsAPass });
    },
  });
  try {
    if (trained.ended === "interrupted") return undefined;
    const paper = scoreFile(await scoreReader(trained.reader, asked));
    const hidden = await blindContexts(cell, corpus, set, source);
    const blind = hidden && scoreFile(await scoreReader(trained.reader, validation(encoded, hidden)));
    file = { ...file, trainedOn: trained.trainedOn, ended: trained.ended, score: { paper, ...(blind && { blind }) } };
    writeCell(path, file);
    return file;
  } finally {
    await trained.reader.close();
  }
}

async function describe(
  cell: Cell,
  { works, words }: EncodedCorpus,
  contexts: WorkContexts,
  { corpus, set }: CellRun,
): Promise<CellFile> {
  const train = trainSettings(cell);
  const hashOf = (some: EncodedCorpus["works"]) =>
    hashOfWorks(some.map(({ title, questions }) => ({ title, hash: questions[cell.task] })));
  return {
    ...cell,
    set,
    hashes: {
      corpus: await corpus.hash(),
      questions: hashOf(works),
      test: hashOf(works.filter(({ split }) => split === "validation")),
      contexts: digestOf([...contexts], 12),
      settings: digestOf([model, train, words.words, words.markers], 12),
      graph: graphHash(graphOf(readerModel(cell.task, model, words, train))),
    },
    model,
    train,
    curve: [],
  };
}

/** What an earlier process found of the same cell; other questions, texts or settings are another cell. */
function startedFrom(path: string, blank: CellFile): CellFile {
  const before = readCell(path);
  if (before === undefined) return blank;
  const differing = Object.entries(blank.hashes).filter(
    ([name, hash]) => before.hashes[name as keyof typeof before.hashes] !== hash,
  );
  if (differing.length === 0) return before;
  const words = differing.map(
    ([name, hash]) => `${name} ${before.hashes[name as keyof typeof before.hashes]}, now ${hash}`,
  );
  throw new Problem(
    `${path} was made from other ${differing.length === 1 ? "material" : "materials"} (${words.join("; ")}); move it away to train the cell again.`,
  );
}

function validation({ works }: EncodedCorpus, contexts: WorkContexts): Unit[] {
  return unitsOf(
    works.filter(({ split }) => split === "validation"),
    contexts,
  );
}

/** Contexts by an aligner that does not see what is asked for; undefined where the source has none. */
async function blindContexts(
  { task }: Cell,
  corpus: Corpus,
  set: QuestionSet,
  source: ContextSource,
): Promise<WorkContexts | undefined> {
  if (!source.protocols.includes("blind")) return undefined;
  const found = new Map<string, readonly (readonly number[])[]>();
  for (const work of corpus.works.filter(({ split, summarised }) => split === "validation" && summarised.length > 0)) {
    const named = namedWork(await workText(corpus, work));
    const questions = byChapter(questionSets[set](named, false).cloze);
    for (const { chapter } of named.chapters) {
      const hidden = task === "cloze" ? { task, questions: questions.get(chapter.number) ?? [] } : { task };
      const contexts = await source.contexts(chapter, { protocol: "blind", ...hidden });
      if (contexts !== undefined) found.set(chapterKey(chapter.work, chapter.number), contexts);
    }
  }
  return found;
}

function scoreFile({ hits }: ReaderScore): CellScore {
  const { questions, right, chance, interval, byWork, works } = scoreOfAnswers(hits);
  const bounds = ([low, high]: readonly [number, number]): [number, number] => [digits(low), digits(high)];
  return {
    accuracy: digits(right),
    chance: digits(chance),
    questions,
    interval: bounds(interval),
    byWork: bounds(byWork),
    works: works.map((work) => ({ ...work, right: digits(work.right) })),
    right: answerLines(hits),
  };
}

function worksOf({ works }: ReaderScore): string[] {
  return works.map(({ work }) => work);
}

function digits(number: number): number {
  return Math.round(number * 1e5) / 1e5;
}
