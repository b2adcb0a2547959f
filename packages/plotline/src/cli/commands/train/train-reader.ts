import { defaultMethod } from "@plotline/align";
import { Problem } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { modelSchema, type Task, trainSchema, vocabularySchema } from "@plotline/questions";
import type { ReaderFile } from "@plotline/questions/node";
import { trainRun } from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { encoderOption } from "../../options/method.ts";
import { givenSettings, withSettings } from "../../options/settings.ts";
import { watchTraining } from "../../options/training.ts";
import { counted, printResult, warn } from "../../print/print.ts";
import { duration } from "../../print/progress.ts";

/** The options of the command besides the settings of the model and of its training. */
interface Options extends Common {
  readonly threads?: number;
  readonly encoder?: string;
  readonly alignment?: string;
  readonly out: string;
  readonly resume?: boolean;
}

export function trainClozeCommand(): Command {
  return readerCommand(
    "cloze",
    "Train the paper's Hierarchical Attentive Reader on the cloze questions of all works outside validation.",
  );
}

export function trainCompletionCommand(): Command {
  return readerCommand(
    "completion",
    "Train the paper's summary decoder on the points of all works outside validation: it scores continuations and writes summaries.",
  );
}

function readerCommand(task: Task, about: string): Command {
  const made = command(`${task} <corpus>`, about, [
    `train ${task} my-corpus --alignment Chronological-TFIDF --out runs/${task}`,
    `train ${task} my-corpus --out runs/${task} --resume`,
    `score runs/${task} my-corpus`,
  ]);
  made
    .option(
      "--alignment <name>",
      `where contexts come from: a method, gold, or a folder in alignments/ (default: ${defaultMethod})`,
    )
    .requiredOption("--out <folder>", "reader.json, metrics.jsonl and checkpoints go here")
    .option("--resume", "resume from the last checkpoint in --out, with the settings the run was started with")
    .addOption(threadsOption())
    .addOption(encoderOption());
  withSettings(made, trainSchema, ["seed", "learningRate", "epochs", "patience"]);
  withSettings(made, modelSchema, ["hidden", "embedding"]);
  withSettings(made, vocabularySchema, ["words"]);
  return withSettings(made, trainSchema, ["chapters", "questions", "tokens", "heldBack"]).action(
    (folder: string, options: Options) => run(task, folder, options),
  );
}

async function run(task: Task, folder: string, options: Options): Promise<void> {
  const { file, seconds } = await trained(task, folder, options);
  const { signature, heldOut, end } = file;
  if (end === undefined) throw new Problem(`${options.out} was trained by another version of plotline.`);
  const about = { out: options.out, signature, ...end, seconds, best: heldOut?.accuracy, heldOut };
  printResult(options, about, doneText(task, folder, options.out, { ...end, seconds, heldOut }));
  if (heldOut !== undefined && heldOut.questions < enoughQuestions)
    warn(
      `${counted(heldOut.questions, "held-out question")} show little about a reader; ${enoughQuestions} or more would be needed.`,
      options,
    );
}

async function trained(task: Task, folder: string, options: Options) {
  const { out, resume = false, alignment, encoder, threads } = options;
  const { line, end, ...watching } = watchTraining(options);
  try {
    const { file, trained } = await trainRun(await openCorpus(folder), {
      task,
      alignment,
      encoder,
      model: givenSettings(modelSchema, options),
      train: givenSettings(trainSchema, options),
      ...givenSettings(vocabularySchema, options),
      threads,
      out,
      resume,
      ...watching,
    });
    line.end();
    await trained.reader.close();
    return { file, seconds: trained.seconds };
  } finally {
    end();
  }
}

/** With fewer, an accuracy of chance and one twice as high cannot be distinguished. */
const enoughQuestions = 100;

function heldOutText({ what, accuracy, questions, chance }: NonNullable<ReaderFile["heldOut"]>): string {
  const rests = `${counted(questions, "question")}; chance ${chance.toFixed(3)}`;
  return `Best accuracy on held-out ${what}: ${accuracy.toFixed(3)} (${rests})`;
}

function doneText(
  task: Task,
  corpus: string,
  out: string,
  {
    ended,
    steps,
    passes,
    seconds,
    trainedOn,
    heldOut,
  }: NonNullable<ReaderFile["end"]> & Pick<ReaderFile, "heldOut"> & { readonly seconds: number },
): string {
  const what = { finished: "Trained", early: "Stopped early", interrupted: "Interrupted" }[ended];
  const on = `${trainedOn.questions} questions of ${trainedOn.chapters} chapters in ${trainedOn.works} works`;
  const found = heldOut === undefined ? "" : `\n${heldOutText(heldOut)}`;
  const next =
    ended === "interrupted"
      ? `plotline train ${task} ${corpus} --out ${out} --resume`
      : `plotline score ${out} ${corpus}`;
  return `${what}: ${steps} steps, ${passes.toFixed(1)} passes over ${on}, ${duration(1000 * seconds)}${found}\n${out} contains it; next: ${next}`;
}
