import { join, resolve } from "node:path";
import type { Command } from "commander";
import { openCorpus } from "../../../corpus/open.ts";
import type { Corpus } from "../../../corpus/types.ts";
import { readModelFolder } from "../../../encoder/model-folder.ts";
import { type ChapterScores, type Evaluation, results } from "../../../evaluate/evaluation.ts";
import { threads } from "../../../jobs/threads.ts";
import { learningDefaults } from "../../../learn/aligner/learn.ts";
import { readSecondReading, type SecondReading } from "../../../learn/aligner/second-reading.ts";
import { Problem } from "../../../problem.ts";
import { alignmentTable, figure, reliabilityTable, workTable } from "../../../report/alignment-table.ts";
import { SavedResults } from "../../../runs/saved-results.ts";
import {
  chaptersToRead,
  encodeForTraining,
  type LearnSetup,
  type LearnTask,
  learnFolds,
} from "../../../runs/train-aligner.ts";
import { signatureOf } from "../../../signature.ts";
import { writeAtomically } from "../../../write.ts";
import { type Common, command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { encoderOption } from "../../options/method.ts";
import { fileToWrite, numberOption, seedOption } from "../../options/values.ts";
import { counted, dim, print, printJson } from "../../print/print.ts";
import { Progress } from "../../print/progress.ts";
import { signatureText, titledTable } from "../../print/text-table.ts";

interface Options extends Common {
  readonly folds: number;
  readonly seed: number;
  readonly epochs: number;
  readonly members: number;
  readonly unannotated: number;
  readonly encoder?: string;
  readonly secondReading?: string;
  readonly threads?: number;
  readonly out?: string;
}

export function trainAlignerCommand(): Command {
  return command(
    "aligner <corpus>",
    "Train the aligner `plotline` on a corpus with gold alignments, and judge it on works that it has not seen.",
    ["train aligner my-corpus --folds 5 --json", "train aligner my-corpus --folds 0 --out weights.json"],
  )
    .addOption(numberOption("--folds <number>", "judge by this many folds, by work; 0: do not judge", 5))
    .addOption(numberOption("--epochs <number>", "passes over the chapters", learningDefaults.epochs))
    .addOption(
      numberOption("--members <number>", "teacher networks, from which one student learns", learningDefaults.members),
    )
    .addOption(numberOption("--unannotated <number>", "chapters of works without gold that it also learns from", 800))
    .option(
      "--second-reading <file>",
      "links by somebody else, one chapter per line as JSON; it learns from the mean of both",
      (path: string) => resolve(path),
    )
    .addOption(encoderOption("train with the vectors of this ONNX model too"))
    .addOption(seedOption())
    .addOption(threadsOption())
    .option("--out <file>", "write the weights of all works here; FOLDER/aligner.json for an encoder's", fileToWrite)
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const works = mustTrain(corpus, options);
  const folds = Math.min(options.folds, works);
  const tasks: LearnTask[] = [...Array(folds).keys()].map((fold) => ({ fold }));
  if (options.out !== undefined) tasks.push("all");
  if (tasks.length === 0) throw new Problem("--folds 0 without --out would train nothing; give one of them.");
  const { epochs, members, unannotated, seed } = options;
  const tier = options.encoder === undefined ? ("table" as const) : ("encoder" as const);
  const learning = { ...learningDefaults, tier, epochs, members, unannotated, seed };
  const cache = join(corpus.folder, ".cache");
  const { encoder: model, threads: count } = options;
  const encoder = model === undefined ? undefined : { folder: model, cache: join(cache, "vectors"), threads: count };
  const { secondReading } = options;
  if (secondReading !== undefined) await mustFit(await readSecondReading(secondReading), corpus);
  const setup: LearnSetup = {
    folder: corpus.folder,
    folds,
    options: learning,
    secondReading,
    encoder,
  };
  if (encoder) await readWithEncoder(setup, options);
  const saved = new SavedResults(join(cache, "training"), await signature(corpus, options));
  const progress = new Progress("Training", tasks.length, options.quiet);
  const chapters: ChapterScores[] = [];
  for await (const learned of saved.resume(tasks, (left) => threads(options.threads).run(learnFolds(setup), left))) {
    if ("chapters" in learned) chapters.push(...learned.chapters);
    else if (options.out !== undefined) writeAtomically(options.out, `${JSON.stringify(learned.model, null, 1)}\n`);
    progress.advance();
  }
  progress.end();
  saved.clear();
  await report(corpus, chapters, options);
}

/** An encoder takes a second or more per chapter; its results are saved, so that an interrupted run resumes. */
async function readWithEncoder(setup: LearnSetup, { quiet }: Options): Promise<void> {
  const progress = new Progress("Reading with the encoder", await chaptersToRead(setup), quiet);
  for await (const _ of encodeForTraining(setup)) progress.advance();
  progress.end();
}

/** Reported before training begins, not by the thread that reaches the chapter. */
async function mustFit(second: SecondReading, corpus: Corpus): Promise<void> {
  for await (const chapter of corpus.chapters({ goldOnly: true })) second.of(chapter);
}

/** How many works have gold: a network and its judgement need different ones. */
function mustTrain(corpus: Corpus, { folds, members }: Options): number {
  const works = corpus.works.filter((work) => work.annotated.length > 0).length;
  if (folds === 1) throw new Problem("--folds 1 would judge the aligner on what it learned from; give 2 or more.");
  if (members < 1) throw new Problem("--members 0 leaves no network to vote; give 1 or more.");
  if (works < 2)
    throw new Problem(
      `${corpus.folder} has gold alignments for ${counted(works, "work")}; training and judging need two or more.`,
    );
  return works;
}

async function report(corpus: Corpus, chapters: readonly ChapterScores[], options: Options): Promise<void> {
  const { out } = options;
  if (chapters.length === 0) {
    if (options.json) printJson({ out });
  } else {
    const evaluation: Evaluation = {
      signature: await signature(corpus, options),
      chapters: chapters.length,
      methods: results(["plotline"], chapters, { seed: options.seed, byWork: true }),
    };
    if (options.json) printJson(out === undefined ? evaluation : { ...evaluation, out });
    else printEvaluation(evaluation);
  }
  if (out === undefined || options.json) return;
  const encoder = options.encoder === undefined ? "" : ` --encoder ${options.encoder}`;
  print(`The weights of all works are in ${out}; "plotline align CORPUS --aligner ${out}${encoder}" uses them.`);
}

async function signature(corpus: Corpus, options: Options): Promise<string> {
  const { folds, epochs, members, unannotated, seed, encoder, secondReading } = options;
  return signatureOf({
    corpus: await corpus.hash(),
    encoder: encoder === undefined ? "none" : (await readModelFolder(encoder)).hash.slice(0, 8),
    folds: `${folds} by work`,
    epochs,
    members,
    unannotated,
    average: "chapters",
    interval: "bootstrap-2000",
    "second reading": secondReading && (await readSecondReading(secondReading)).hash,
    seed,
  });
}

function printEvaluation({ signature: signed, chapters, methods }: Evaluation): void {
  const error = figure(methods[0]?.reliability?.expectedCalibrationError);
  const parts = [
    titledTable("On works not seen in training", alignmentTable({ methods }, new Map())),
    titledTable("F by work", workTable(methods)),
    titledTable(`Confidence: expected calibration error ${error}`, reliabilityTable(methods[0]!)),
    `${dim(counted(chapters, "chapter"))}\n${signatureText(signed)}`,
  ];
  print(parts.join("\n\n"));
}
