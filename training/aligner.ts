// Trains the aligner on a corpus with gold, and judges it on works that it has not seen; --help lists the options.
//   npm run train -- aligner CORPUS [--folds 5] [--out weights.json]
// The weights that ship were trained by torch/ on a GPU; this needs none.
import { pathToFileURL } from "node:url";
import type { Corpus, Evaluation } from "@plotline/align";
import { Problem } from "@plotline/base";
import { writeAtomically } from "@plotline/base/node";
import { openCorpus } from "@plotline/corpus/node";
import { alignmentTable, figure, workTable } from "@plotline/runs";
import type { Command } from "commander";
import {
  type Common,
  command,
  counted,
  dim,
  encoderOption,
  fileToWrite,
  numberOption,
  Progress,
  print,
  printJson,
  run as runProgram,
  seedOption,
  signatureText,
  threadsOption,
  titledTable,
} from "plotline/node";
import { learningDefaults } from "./aligner/learn.ts";
import { alignerRun } from "./aligner/train-folds.ts";

interface Options extends Common {
  readonly folds: number;
  readonly seed: number;
  readonly epochs: number;
  readonly members: number;
  readonly unannotated: number;
  readonly encoder?: string;
  readonly threads?: number;
  readonly out?: string;
}

/** The threads that train import this module too. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exitCode = await runProgram(trainAlignerCommand(), process.argv.slice(2));

function trainAlignerCommand(): Command {
  return command(
    "aligner <corpus>",
    "Train the aligner `plotline` on a corpus with gold alignments, and judge it on works that it has not seen.",
  )
    .addOption(numberOption("--folds <number>", "judge by this many folds, by work; 0: do not judge", 5))
    .addOption(numberOption("--epochs <number>", "passes over the chapters", learningDefaults.epochs))
    .addOption(
      numberOption("--members <number>", "teacher networks, from which one student learns", learningDefaults.members),
    )
    .addOption(numberOption("--unannotated <number>", "chapters of works without gold that it also learns from", 800))
    .addOption(encoderOption("train with the vectors of this ONNX model too"))
    .addOption(seedOption())
    .addOption(threadsOption())
    .option("--out <file>", "write the weights of all works here; FOLDER/aligner.json for an encoder's", fileToWrite)
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  mustTrain(corpus, options);
  const { out } = options;
  const reading = new Progress("Reading with the encoder", 0, options.quiet);
  const training = new Progress("Training", 0, options.quiet);
  const evaluation = await alignerRun(corpus, {
    ...options,
    save: out === undefined ? undefined : (model) => writeAtomically(out, `${JSON.stringify(model, null, 1)}\n`),
    onRead: (_, chapters) => reading.outOf(chapters).advance(),
    onTrained: (_, trainings) => training.outOf(trainings).advance(),
  });
  for (const progress of [reading, training]) progress.end();
  if (options.json) printJson({ ...evaluation, out });
  else if (evaluation !== undefined) printEvaluation(evaluation);
  if (out === undefined || options.json) return;
  const encoder = options.encoder === undefined ? "" : ` --encoder ${options.encoder}`;
  print(`The weights of all works are in ${out}; "plotline align CORPUS --aligner ${out}${encoder}" uses them.`);
}

/** A network and its judgement need different works with gold. */
function mustTrain(corpus: Corpus, { folds, members, out }: Options): void {
  const works = corpus.works.filter((work) => work.annotated.length > 0).length;
  if (folds === 1) throw new Problem("--folds 1 would judge the aligner on what it learned from; give 2 or more.");
  if (members < 1) throw new Problem("--members 0 leaves no network to vote; give 1 or more.");
  if (works < 2)
    throw new Problem(
      `${corpus.folder} has gold alignments for ${counted(works, "work")}; training and judging need two or more.`,
    );
  if (folds === 0 && out === undefined)
    throw new Problem("--folds 0 without --out would train nothing; give one of them.");
}

function printEvaluation({ signature: signed, chapters, methods }: Evaluation): void {
  const error = figure(methods[0]?.reliability?.expectedCalibrationError);
  const parts = [
    titledTable("On works not seen in training", alignmentTable({ methods }, new Map())),
    titledTable("F by work", workTable(methods)),
    `Confidence: expected calibration error ${error}`,
    `${dim(counted(chapters, "chapter"))}\n${signatureText(signed)}`,
  ];
  print(parts.join("\n\n"));
}
