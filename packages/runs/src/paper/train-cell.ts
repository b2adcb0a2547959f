import { answerLines, type Corpus, scoreOfAnswers, type Work } from "@plotline/align";
import { Problem, sumOf, version } from "@plotline/base";
import { digestOf } from "@plotline/base/node";
import { model as graphOf } from "@plotline/nn";
import { graphHash } from "@plotline/nn/node";
import {
  askedWork,
  type ContextSource,
  chapterKey,
  type ReaderScore,
  readerModel,
  scoreReader,
  type Unit,
  unitsOf,
  type WorkContexts,
} from "@plotline/questions";
import {
  cachedCorpus,
  contextsFor,
  type EncodedCorpus,
  hashOfWorks,
  type QuestionSet,
  type ReaderFile,
  saveReaderFile,
  type TrainedReader,
  trainReader,
  vocabularyHash,
} from "@plotline/questions/node";
import { contextSource } from "../context-sources.ts";
import { summarisedWorks } from "../summarised-works.ts";
import { type CellFile, type CellScore, cellSignature, digits, readCell, writeCell } from "./cell-file.ts";
import type { TableCell } from "./cells.ts";
import { type CellNews, Curve } from "./curve.ts";
import { type CellSize, trainSettings } from "./sizes.ts";

export interface CellRun {
  readonly corpus: Corpus;
  readonly set: QuestionSet;
  readonly size: CellSize;
  /** The figure: written after every pass. */
  readonly path: string;
  /** Checkpoints: a killed training goes on there, to the bit. */
  readonly folder: string;
  readonly onStep: (news: CellNews) => void;
  readonly signal?: AbortSignal;
}

/** Everything that cells of one corpus and question set share. */
export async function encodedFor(corpus: Corpus, set: QuestionSet, onWork?: (work: Work) => void) {
  const works = summarisedWorks(corpus);
  const isTraining = new Set(works.map(({ split }) => split)).size > 1 ? undefined : everyOther(works);
  return cachedCorpus(corpus, works, { set, onWork, ...(isTraining && { isTraining }) });
}

/** Where a corpus does not say which works are asked about: every second one, by length. */
function everyOther(works: readonly Work[]): (work: Pick<Work, "title">) => boolean {
  const byLength = [...works].sort((a, b) => b.summarised.length - a.summarised.length || (a.title < b.title ? -1 : 1));
  const taught = new Set(byLength.filter((_, place) => place % 2 === 0).map(({ title }) => title));
  return ({ title }) => taught.has(title);
}

/** Trains a cell, or goes on with it. Undefined where it was stopped on the way. */
export async function trainCell(cell: TableCell, encoded: EncodedCorpus, run: CellRun): Promise<CellFile | undefined> {
  const { corpus, size, path, folder, signal } = run;
  const source = await contextSource(corpus, cell.alignment, cell.seed);
  const contexts = await contextsFor(corpus, summarisedWorks(corpus), source);
  const blank = await describe(cell, encoded, contexts, run);
  const before = cellMadeFrom(path, blank.hashes) ?? blank;
  writeCell(path, before);
  const asked = validation(encoded, contexts);
  const curve = new Curve(before, path, asked, run.onStep);
  const trained = await trainReader({
    task: cell.task,
    data: encoded,
    contexts,
    model: size.model,
    train: blank.train,
    threads: 1,
    folder,
    checkpointEvery: 100,
    onPass: curve.passed,
    onProgress: curve.stepped,
    signal,
  });
  try {
    const { ended, trainedOn } = trained;
    if (ended === "interrupted") return undefined;
    // By the weights that were best on what was held back.
    const scored = async (units: readonly Unit[]) => scoreFile(await scoreReader(trained.reader, units));
    const hidden = await blindContexts(cell, corpus, encoded, run.set, source);
    const score = { paper: await scored(asked), ...(hidden && { blind: await scored(validation(encoded, hidden)) }) };
    const file = { ...curve.file, trainedOn, ended, score };
    saveReaderFile(folder, readerFile(file, encoded, trained));
    writeCell(path, file);
    return file;
  } finally {
    await trained.reader.close();
  }
}

/** What whoever opens its weights must know. */
function readerFile(file: CellFile, { works, words }: EncodedCorpus, trained: TrainedReader): ReaderFile {
  const { task, alignment, model, train, hashes, set } = file;
  const { best: accuracy, heldOut } = trained;
  const chapters = works.filter(({ split }) => split === "train").flatMap((work) => work.chapters);
  const [points, paragraphs] = [
    sumOf(chapters, (each) => each.points.length),
    sumOf(chapters, (each) => each.story.length),
  ];
  return {
    version,
    task,
    alignment,
    corpus: hashes.corpus,
    signature: cellSignature(file),
    model,
    train,
    contexts: hashes.contexts,
    ...(accuracy !== undefined && heldOut && { heldOut: { ...heldOut, accuracy } }),
    bulletsPerParagraph: points / Math.max(1, paragraphs),
    markers: words.markers,
    words: [...words.words],
    vocabulary: vocabularyHash(words),
    set,
    questions: hashes.questions,
  };
}

/** What a cell is before it is trained. */
export async function describe(
  cell: TableCell,
  encoded: EncodedCorpus,
  contexts: WorkContexts,
  run: Pick<CellRun, "corpus" | "set" | "size">,
): Promise<CellFile> {
  const { set, size } = run;
  const hashes = { ...(await materialOf(cell, encoded, run)), contexts: digestOf([...contexts], 12) };
  return { ...cell, set, hashes, model: size.model, train: trainSettings(cell, size), curve: [] };
}

type Hashes = CellFile["hashes"];

/** What a cell is made from, but for its contexts, which only a training needs to know. */
export async function materialOf(
  cell: TableCell,
  { works, words }: EncodedCorpus,
  { corpus, size }: Pick<CellRun, "corpus" | "size">,
): Promise<Omit<Hashes, "contexts">> {
  const hashOf = (some: EncodedCorpus["works"]) =>
    hashOfWorks(some.map(({ title, questions }) => ({ title, hash: questions[cell.task] })));
  return {
    corpus: await corpus.hash(),
    questions: hashOf(works),
    test: hashOf(works.filter(({ split }) => split === "validation")),
    ...modelHashes(cell, size, words),
  };
}

/** What a cell's result depends on besides texts, questions and contexts. */
export function modelHashes(
  cell: TableCell,
  size: CellSize,
  words: Pick<EncodedCorpus["words"], "words" | "markers" | "size">,
): Pick<CellFile["hashes"], "settings" | "graph"> {
  const train = trainSettings(cell, size);
  return {
    settings: digestOf([size.model, train, words.words, words.markers], 12),
    graph: graphHash(graphOf(readerModel(cell.task, size.model, words, train))),
  };
}

/** What there is of a cell; other questions, texts or settings are another cell. */
export function cellMadeFrom(path: string, now: Partial<Hashes>): CellFile | undefined {
  const before = readCell(path);
  const changed = Object.entries(now).flatMap(([name, hash]) => {
    const old = before?.hashes[name as keyof Hashes];
    return old === undefined || old === hash ? [] : `${name} ${old}, now ${hash}`;
  });
  if (changed.length === 0) return before;
  throw new Problem(
    `${path} was made from other ${changed.length === 1 ? "material" : "materials"} (${changed.join("; ")}); move it away to train the cell again.`,
  );
}

/** The chapters that are asked about. */
export function validation({ works }: EncodedCorpus, contexts: WorkContexts): Unit[] {
  return unitsOf(
    works.filter(({ split }) => split === "validation"),
    contexts,
  );
}

/** Contexts by an aligner that does not see what is asked for; undefined where the source has none. */
export async function blindContexts(
  { task }: TableCell,
  corpus: Corpus,
  { works }: EncodedCorpus,
  set: QuestionSet,
  source: ContextSource,
): Promise<WorkContexts | undefined> {
  if (!source.protocols.includes("blind")) return undefined;
  const found = new Map<string, readonly (readonly number[])[]>();
  const asked = new Set(works.filter(({ split }) => split === "validation").map(({ title }) => title));
  for (const work of corpus.works.filter(({ title }) => asked.has(title))) {
    const { chapters } = await askedWork(corpus, work, { set, sources: [source] });
    for await (const { chapter, contexts } of chapters()) {
      const blind = contexts[task].find(({ protocol }) => protocol === "blind");
      if (blind !== undefined) found.set(chapterKey(work.title, chapter.chapter.number), blind.contexts);
    }
  }
  return found;
}

export function scoreFile({ hits }: Pick<ReaderScore, "hits">): CellScore {
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
