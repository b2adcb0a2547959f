import { basename } from "node:path";
import {
  type Alignment,
  type Corpus,
  defaultMethod,
  type Evaluation,
  type Method,
  methods,
  type Work,
} from "@plotline/align";
import { Problem } from "@plotline/base";
import { openCorpus, type RunTable, storedAlignment, storedMethods } from "@plotline/corpus/node";
import { chapterKey } from "@plotline/questions";
import { alignmentNotes, alignmentTable, figure, workTable } from "@plotline/runs";
import {
  chapterRefs,
  chosenMethods,
  evaluateCorpus,
  type GivenLinks,
  readRecorded,
  storedAmong,
} from "@plotline/runs/node";
import type { Command } from "commander";
import { command } from "../../command.ts";
import { type ExecutorChoice, withExecutor, withExecutorOptions } from "../../options/executor.ts";
import { type ChosenMethods, chosenNames, methodChoice, withMethods } from "../../options/method.ts";
import { chooseWorks, type WorkChoice, withWorks } from "../../options/works.ts";
import {
  counted,
  dim,
  print,
  printJson,
  signatureText,
  textTable,
  titledTable,
  warn,
  wrap,
} from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { saveResult } from "../../save-result.ts";
import { compareCommand } from "./compare.ts";
import { figureCommand } from "./figure.ts";

interface EvaluateOptions extends WorkChoice, ChosenMethods, ExecutorChoice {
  readonly byWork?: boolean;
  readonly calibrate?: boolean;
  readonly from?: string;
  readonly save: boolean;
}

export default function evaluateCommand(): Command {
  const made = command(
    "evaluate <corpus>",
    "Score methods against the gold alignments: precision, recall and F of each chapter, averaged, next to the paper's.",
  );
  return withExecutorOptions(withMethods(withWorks(made)))
    .enablePositionalOptions()
    .addCommand(compareCommand())
    .addCommand(figureCommand())
    .option("--by-work", "add a row for each work")
    .option(
      "--calibrate",
      `add a row for ${defaultMethod} with its confidences fitted to gold: for each work to that of the others`,
    )
    .option("--from <file>", "score alignments made elsewhere, in JSON Lines")
    .option("--no-save", "do not save the result in the corpus, in runs/")
    .action(run);
}

async function run(folder: string, options: EvaluateOptions): Promise<void> {
  const corpus = await openCorpus(folder);
  const works = chooseWorks(corpus, options);
  const available = methods.filter((method) => options.encoder || !method.needsEncoder).map((method) => method.name);
  const wanted = chosenNames(options, options.from === undefined ? available : []);
  const stored = storedAmong(wanted, await storedMethods(corpus), options.encoder !== undefined);
  const names = wanted.filter((name) => !stored.includes(name));
  const given = options.calibrate ? [await calibrated(corpus, works, options)] : [];
  for (const name of stored) given.push({ name, links: await linksStored(corpus, name, works) });
  if (options.from !== undefined) {
    const name = rowName(options.from, await chosenMethods(names));
    given.push({ name, links: await readRecorded(options.from, corpus) });
  }
  for (const each of given) tellPartial(each, works, options);
  const asked = [...wanted, ...(options.calibrate ? ["--calibrate"] : []), ...(options.from ? [options.from] : [])];
  const progress = new Progress("Scoring chapters", 0, options.quiet);
  const made = await withExecutor(options, corpus, "evaluate", async (executor) =>
    evaluateCorpus(corpus, await methodChoice(corpus, names, options), {
      works,
      given,
      byWork: options.byWork,
      executor,
      watch: progress.watch,
      onChapter: (chapters) => progress.outOf(chapters).advance(),
    }),
  );
  progress.end();
  if (made === undefined) return;
  const { evaluation, learned } = made;
  if (evaluation.chapters === 0) throw nothingToScore(folder, works, options);
  for (const { method, works: known, of } of learned)
    warn(
      `${method} learned from the gold of ${of === 1 ? "this work" : `${known} of these ${of} works`}, and looks better here than it is.`,
      options,
    );
  if (options.json) printJson(evaluation);
  else printEvaluation(evaluation, options);
  const { signature } = evaluation;
  await saveResult(
    corpus,
    { kind: "alignment", signature, tables: tablesOf(evaluation), result: evaluation },
    asked,
    options,
  );
}

async function calibrated(corpus: Corpus, works: readonly Work[], options: EvaluateOptions): Promise<GivenLinks> {
  const { encoder, language, density, quiet } = options;
  if (density !== undefined)
    throw new Problem("--density and --calibrate both say how much of a story the guides cover; give one of them.");
  const { calibratedLinks } = await import("@plotline/runs/node");
  const progress = new Progress("Calibrating by chapters", 0, quiet);
  const begin = (chapters: number) => () => progress.outOf(chapters).advance();
  return calibratedLinks(corpus, works, { encoder, language, begin }).finally(() => progress.end());
}

async function linksStored(corpus: Corpus, name: string, works: readonly Work[]): Promise<GivenLinks["links"]> {
  const links = new Map<string, Alignment>();
  for (const work of works)
    for (const number of work.annotated) {
      const own = await storedAlignment(corpus, work, await corpus.chapter(work, number), name);
      if (own !== undefined) links.set(chapterKey(work.title, number), own);
    }
  return links;
}

function tellPartial({ name, links }: GivenLinks, works: readonly Work[], options: EvaluateOptions): void {
  const gold = chapterRefs(works, "annotated");
  const there = gold.filter(({ work, number }) => links.has(chapterKey(work, number)));
  if (there.length < gold.length)
    warn(`only the ${there.length} of ${gold.length} gold chapters that ${name} has are scored.`, options);
}

/** Alignments made elsewhere are named after their file, by the whole path where a method has that name. */
function rowName(path: string, taken: readonly Method[]): string {
  const own = basename(path).replace(/(?<=.)\.[a-z]{2,8}$/i, "");
  return taken.some(({ name }) => name.toLowerCase() === own.toLowerCase()) ? path : own;
}

function nothingToScore(folder: string, works: readonly Work[], { from }: EvaluateOptions): Problem {
  if (from !== undefined && works.some(({ annotated }) => annotated.length > 0))
    return new Problem(`${from} has links for no chapter that has a gold alignment.`);
  return new Problem(`${folder} has no usable gold alignment for these works; "plotline check ${folder}" says why.`);
}

function tablesOf(evaluation: Evaluation): RunTable[] {
  const { chapters, methods: rows } = evaluation;
  const byWork = rows.some(({ works }) => works !== undefined);
  return [
    { title: `Alignment, ${chapters} chapters`, ...alignmentTable(evaluation, new Map()) },
    ...(byWork ? [{ title: "F by work", ...workTable(rows) }] : []),
  ];
}

function printEvaluation({ signature, chapters, methods: rows }: Evaluation, options: EvaluateOptions): void {
  const missing = options.method || options.from || options.aligner || options.encoder ? new Map() : needEncoder();
  const { header, rows: cells } = alignmentTable({ methods: rows }, missing);
  print(textTable(header, cells));
  if (options.byWork) print(`\n${titledTable("F by work", workTable(rows))}`);
  const shown = rows.filter(
    (row) => row.reliability && (options.method || options.from || row.method.startsWith(defaultMethod)),
  );
  const errors = shown.map(({ method, reliability }) => {
    return `Confidence of ${method}: expected calibration error ${figure(reliability?.expectedCalibrationError)}.`;
  });
  const notes = [...errors, ...alignmentNotes(rows), counted(chapters, "chapter")];
  print(`\n${dim(notes.map((note) => wrap(note)).join("\n"))}\n${signatureText(signature)}`);
}

function needEncoder(): Map<string, string> {
  return new Map(methods.filter((method) => method.needsEncoder).map((method) => [method.name, "--encoder"]));
}
