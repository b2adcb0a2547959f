import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Method } from "../../../align/method.ts";
import { defaultMethod, methods } from "../../../align/registry.ts";
import { chapterNumber } from "../../../corpus/addresses/address.ts";
import { findWork, openCorpus } from "../../../corpus/open.ts";
import type { RunTable } from "../../../corpus/run-store.ts";
import type { Corpus, Work } from "../../../corpus/types.ts";
import { readModelFolder } from "../../../encoder/model-folder.ts";
import { type ChapterScores, type Evaluation, type MethodResult, results } from "../../../evaluate/evaluation.ts";
import { mustBeWhole } from "../../../jobs/executor.ts";
import { Problem } from "../../../problem.ts";
import { alignmentTable, figure, reliabilityTable, workTable } from "../../../report/alignment-table.ts";
import { type ChapterRef, chapterRefs } from "../../../runs/align.ts";
import { scoreChapters } from "../../../runs/evaluate.ts";
import { alignerTier, chosenMethods } from "../../../runs/methods/methods.ts";
import { type Format, formats, type Recorded, readRecorded } from "../../../runs/methods/recorded.ts";
import { version } from "../../../version.ts";
import { command } from "../../command.ts";
import { chapterHelp } from "../../options/chapter.ts";
import { type ExecutorChoice, withExecutor, withExecutorOptions } from "../../options/executor.ts";
import { type ChosenMethods, chosenNames, methodChoice, withMethods } from "../../options/method.ts";
import { chooseWorks, type WorkChoice, withWorks, workWords } from "../../options/works.ts";
import { counted, dim, print, printJson, warn } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { signatureText, textTable, titledTable } from "../../print/text-table.ts";
import { RunSaver } from "../../run-saver.ts";

interface EvaluateOptions extends WorkChoice, ChosenMethods, ExecutorChoice {
  readonly byWork?: boolean;
  readonly from?: string;
  readonly format?: Format;
  readonly storyFirst?: boolean;
  readonly chapter?: string;
  readonly save: boolean;
}

export default function evaluateCommand(): Command {
  const made = command(
    "evaluate <corpus>",
    "Score methods against the gold alignments: precision, recall and F of each chapter, averaged, next to the paper's.",
    [
      "evaluate corpora/sample",
      "evaluate my-corpus --method TFIDF Posterior-BM25 --by-work",
      "evaluate my-corpus --aligner ./mine.mjs --json",
      "evaluate my-corpus --from vecalign-output/ --method TFIDF",
    ],
  );
  return withExecutorOptions(withMethods(withWorks(made)))
    .option("--by-work", "add a row for each work")
    .option("--from <path>", "score alignments made elsewhere: a file, or a folder with <title>/<n>.*")
    .addOption(new Option("--format <name>", "their format, if it cannot be recognised").choices(formats))
    .option("--story-first", "in those files the story comes first, then the summary")
    .option("--chapter <chapter>", `with --work, what a single file is for: ${chapterHelp}`)
    .option("--no-save", "do not save the result in the corpus, in runs/")
    .action(run);
}

async function run(folder: string, options: EvaluateOptions): Promise<void> {
  if (options.chapter !== undefined && options.from === undefined)
    throw new Problem(
      "--chapter names the chapter that a file is for, and needs --from; an evaluation covers whole works.",
    );
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const available = methods.filter((method) => options.encoder || !method.needsEncoder).map((method) => method.name);
  const names = chosenNames(options, options.from === undefined ? available : []);
  const chosen = await chosenMethods(names);
  const recorded = options.from === undefined ? undefined : await fromElsewhere(options, corpus, works);
  const head = { kind: "alignment", signature: await signature(corpus, works, options) };
  const saved = new RunSaver(corpus, head, [...names, ...(options.from === undefined ? [] : [options.from])], options);
  const chapters = await scored(corpus, works, names, recorded, options, saved);
  if (chapters.length === 0) throw nothingToScore(folder, works, options);
  const own = chosen.map((method) => method.name);
  const rowNames = options.from === undefined ? own : [...own, rowName(options.from, own)];
  const evaluation: Evaluation = {
    signature: head.signature,
    chapters: chapters.length,
    methods: results(rowNames, chapters, options),
  };
  warnOfLearned(chosen, chapters, options);
  if (options.json) printJson(evaluation);
  else printEvaluation(evaluation, options);
  await saved.save({ tables: tablesOf(evaluation), result: evaluation });
}

function tablesOf(evaluation: Evaluation): RunTable[] {
  const { chapters, methods: rows } = evaluation;
  const byWork = rows.some(({ works }) => works !== undefined);
  return [
    { title: `Alignment, ${chapters} chapters`, ...alignmentTable(evaluation, new Map()) },
    ...(byWork ? [{ title: "F by work", ...workTable(rows) }] : []),
  ];
}

function nothingToScore(folder: string, works: readonly Work[], { from }: EvaluateOptions): Problem {
  if (from !== undefined && works.some(({ annotated }) => annotated.length > 0))
    return new Problem(`${from} has links for no chapter that has a gold alignment.`);
  return new Problem(`${folder} has no usable gold alignment for these works; "plotline check ${folder}" says why.`);
}

/** Alignments made elsewhere are named after their file or folder, by the whole path where a method has that name. */
function rowName(path: string, taken: readonly string[]): string {
  const name = basename(resolve(path)).replace(/(?<=.)\.[a-z]{2,8}$/i, "");
  return name === "" || taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? path : name;
}

/** A method scored on its own training works looks better than it is. */
function warnOfLearned(chosen: readonly Method[], chapters: readonly ChapterScores[], options: EvaluateOptions): void {
  const works = new Set(chapters.map(({ work }) => work));
  for (const { name, learnedFrom = [] } of chosen) {
    const known = learnedFrom.filter((work) => works.has(work)).length;
    if (known > 0)
      warn(
        `${name} learned from the gold of ${known} of these ${works.size} works; "plotline train aligner" tests it on works it has not seen.`,
        options,
      );
  }
}

async function fromElsewhere(options: EvaluateOptions, corpus: Corpus, works: readonly Work[]): Promise<Recorded> {
  const [work, ...more] = options.work ?? [];
  const single = work !== undefined && more.length === 0 && options.chapter !== undefined;
  const recorded = await readRecorded(
    {
      path: options.from ?? "",
      format: options.format,
      storyFirst: options.storyFirst,
      chapter: single ? { work, number: chapterNumber(findWork(corpus, work), options.chapter!) } : undefined,
    },
    corpus,
    works,
  );
  if (recorded.lost > 0)
    warn(`${recorded.lost} pairs of ${options.from} were found in no chapter of the corpus.`, options);
  return recorded;
}

async function scored(
  corpus: Corpus,
  works: readonly Work[],
  names: readonly string[],
  recorded: Recorded | undefined,
  options: EvaluateOptions,
  saved: RunSaver,
): Promise<ChapterScores[]> {
  const gold = chapterRefs(works, "annotated");
  const tasks = recorded === undefined ? gold : gold.flatMap((ref) => withLinks(ref, recorded));
  const progress = new Progress("Scoring chapters", tasks.length, options.quiet);
  const chapters: ChapterScores[] = [];
  let done = 0;
  const job = scoreChapters({ folder: corpus.folder, ...methodChoice(corpus, names, options) });
  const about = ["evaluate", ...works.map(({ title }) => title)];
  await withExecutor(options, corpus, about, async (executor) => {
    for await (const chapter of executor.run(job, tasks, progress.watch)) {
      if (chapter !== undefined) chapters.push(chapter);
      progress.advance();
      saved.progressed(++done, tasks.length);
    }
    mustBeWhole(executor, "the evaluation");
  });
  progress.end();
  if (recorded !== undefined && tasks.length < gold.length)
    warn(`only the ${tasks.length} of ${gold.length} gold chapters that it has are scored.`, options);
  return chapters;
}

function withLinks(ref: ChapterRef, recorded: Recorded) {
  const given = recorded.of(ref);
  return given === undefined ? [] : [{ ...ref, given }];
}

/** Two numbers may be compared when this is the same. */
async function signature(corpus: Corpus, works: readonly Work[], { seed, encoder }: EvaluateOptions): Promise<string> {
  const hash = await corpus.hash();
  return `corpus:${hash}|works:${workWords(corpus, works)}|average:chapters|interval:bootstrap-2000|encoder:${await encoderWords(encoder)}|tier:${alignerTier(encoder)}|seed:${seed}|version:${version}`;
}

async function encoderWords(folder: string | undefined): Promise<string> {
  if (folder === undefined) return "none";
  const { hash, pooling, maxTokens } = await readModelFolder(folder);
  return `${basename(resolve(folder))}-${hash.slice(0, 8)}-${pooling}-${maxTokens}`;
}

function printEvaluation({ signature, chapters, methods: rows }: Evaluation, options: EvaluateOptions): void {
  const missing = options.method || options.from || options.aligner || options.encoder ? new Map() : needEncoder();
  const { header, rows: cells } = alignmentTable({ methods: rows }, missing);
  print(textTable(header, cells));
  if (options.byWork) for (const part of parts(rows)) print(`\n${titledTable("F by work", workTable(part))}`);
  const shown = rows.filter(
    (row) => row.reliability && (options.method || options.from || row.method === defaultMethod),
  );
  for (const row of shown) {
    const error = figure(row.reliability?.expectedCalibrationError);
    const title = `Confidence of ${row.method}: expected calibration error ${error}`;
    print(`\n${titledTable(title, reliabilityTable(row))}`);
  }
  print(`\n${dim(counted(chapters, "chapter"))}\n${signatureText(signature)}`);
}

function needEncoder(): Map<string, string> {
  return new Map(methods.filter((method) => method.needsEncoder).map((method) => [method.name, "--encoder"]));
}

/** As many methods next to each other as fit a terminal. */
function parts(rows: readonly MethodResult[]): MethodResult[][] {
  const titles = rows[0]?.works?.map(({ work }) => work.length) ?? [];
  const room = Math.min(process.stdout.columns || 80, 160) - Math.max("work".length, ...titles) - "  chapters".length;
  const made: MethodResult[][] = [];
  let left = 0;
  for (const row of rows) {
    const width = Math.max(4, row.method.length) + 2;
    if (left < width || made.length === 0) {
      made.push([]);
      left = room;
    }
    made.at(-1)?.push(row);
    left -= width;
  }
  return made;
}
