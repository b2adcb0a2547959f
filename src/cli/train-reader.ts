import { type Command, Option } from "commander";
import { defaultMethod } from "../align/registry.ts";
import { openCorpus } from "../corpus/open.ts";
import type { Provider } from "../nn/index.ts";
import {
  modelDefaults,
  type ReaderFile,
  samplesDefault,
  type Task,
  type TrainedReader,
  trainDefaults,
  wordListDefaults,
} from "../readers/index.ts";
import { type TrainRun, trainRun } from "../runs/train.ts";
import { type ExecutorChoice, withQueueOptions } from "./executor.ts";
import { command, counted, numberOption, print, printJson, seedOption, warn } from "./frame.ts";
import { encoderOption } from "./method-choice.ts";
import { duration, Progress } from "./progress.ts";
import { runElsewhere } from "./run-elsewhere.ts";
import { TrainingLine } from "./training-line.ts";
import { learningRateOption, providerOption, shareOption, stoppable, trainingThreads } from "./training-options.ts";

interface Options extends ExecutorChoice {
  readonly alignment: string;
  readonly out: string;
  readonly resume?: boolean;
  readonly provider: Provider;
  readonly seed: number;
  readonly learningRate: number;
  readonly epochs: number;
  readonly patience: number;
  readonly hidden: number;
  readonly embedding: number;
  readonly words: number;
  readonly chapters: number;
  readonly questions: number;
  readonly tokens: number;
  readonly heldBack: number;
  readonly candidates?: typeof trainDefaults.candidates;
  readonly samples?: number;
  readonly tied?: boolean;
}

export function trainClozeCommand(): Command {
  return readerCommand(
    "cloze",
    "Train the paper's Hierarchical Attentive Reader on the cloze questions of all works outside validation.",
  ).addOption(
    new Option("--candidates <set>", "the wrong candidates it learns from")
      .choices(["story", "hard", "both"])
      .default(trainDefaults.candidates),
  );
}

export function trainCompletionCommand(): Command {
  return readerCommand(
    "completion",
    "Train the paper's summary decoder on the bullets of all works outside validation: it scores continuations and writes summaries.",
  )
    .addOption(
      numberOption("--samples <number>", "words that the next is told from in training (0: all)", samplesDefault),
    )
    .option("--tied", "the output layer is the table of embeddings");
}

function readerCommand(task: Task, about: string): Command {
  const made = command(`${task} <corpus>`, about, [
    `train ${task} my-corpus --alignment Chronological-TFIDF --out runs/${task}`,
    `train ${task} my-corpus --out runs/${task} --resume`,
    `score runs/${task} my-corpus`,
  ]);
  return withQueueOptions(made)
    .option("--alignment <name>", "where contexts come from: a method, gold, or a folder in alignments/", defaultMethod)
    .requiredOption("--out <folder>", "reader.json, metrics.jsonl and checkpoints go here")
    .option("--resume", "resume from the last checkpoint in --out, with the settings the run was started with")
    .addOption(trainingThreads())
    .addOption(providerOption())
    .addOption(seedOption())
    .addOption(encoderOption())
    .addOption(learningRateOption(trainDefaults.learningRate))
    .addOption(numberOption("--epochs <number>", "passes over the chapters, at most", trainDefaults.epochs))
    .addOption(
      numberOption("--patience <number>", "passes without a better score until it stops", trainDefaults.patience),
    )
    .addOption(numberOption("--hidden <number>", "hidden units a direction", modelDefaults.hidden))
    .addOption(numberOption("--embedding <number>", "numbers a word", modelDefaults.embedding))
    .addOption(numberOption("--words <number>", "words of the vocabulary, at most", wordListDefaults.most))
    .addOption(numberOption("--chapters <number>", "chapters in a batch", trainDefaults.chapters))
    .addOption(numberOption("--questions <number>", "of a chapter in a batch, at most", trainDefaults.questions))
    .addOption(numberOption("--tokens <number>", "story tokens of a chapter in a batch, at most", trainDefaults.tokens))
    .addOption(
      shareOption("--held-back <share>", "of the training works, to tell when to stop", trainDefaults.heldBack),
    )
    .action((folder: string, options: Options, command: Command) =>
      run(task, folder, options, (name) => command.getOptionValueSource(name) === "cli"),
    );
}

async function run(task: Task, folder: string, options: Options, isGiven: (option: string) => boolean): Promise<void> {
  const { alignment, out, resume = false, encoder, words } = options;
  const corpus = await openCorpus(folder);
  const model = modelOf(options);
  const train = settingsOf(options);
  if (options.queue !== undefined)
    await runElsewhere(options, corpus, out, [alignment], {
      what: "train",
      task,
      alignment,
      words,
      model: { ...modelDefaults, ...model },
      train: { ...trainDefaults, ...train },
    });
  let reading: Progress | undefined;
  const line = new TrainingLine(options.quiet);
  const stop = stoppable(options);
  try {
    const { file, trained } = await trainRun(corpus, {
      ...(resume ? given(options, isGiven) : askedOf(options)),
      task,
      out,
      resume: resume || options.queue !== undefined,
      doneElsewhere: options.queue !== undefined,
      ...(encoder !== undefined && { encoder }),
      onWork: ({ title }, works) => {
        reading ??= new Progress("Reading", works, options.quiet);
        reading.advance(1, title);
      },
      onProgress: (progress) => {
        stop.begin();
        line.show(progress);
      },
      signal: stop.signal,
    });
    line.end();
    await trained.reader.close();
    const { reader: _, ...about } = trained;
    if (options.json) printJson({ out, signature: file.signature, ...about });
    else print(doneText(task, folder, out, trained, file.heldOut));
    if (file.heldOut !== undefined && file.heldOut.questions < enoughQuestions)
      warn(
        `${counted(file.heldOut.questions, "held-out question")} say little about a reader; ${enoughQuestions} or more would.`,
        options,
      );
  } finally {
    stop.forget();
  }
}

function askedOf(options: Options): Settings {
  const { alignment, provider, words, threads } = options;
  const machine = { provider, ...(threads !== undefined && { threads }) };
  return { alignment, words, ...machine, model: modelOf(options), train: settingsOf(options) };
}

type Settings = Pick<TrainRun, "alignment" | "provider" | "words" | "threads" | "model" | "train">;

/** Only what was typed: a run that is resumed has its own settings, whatever the defaults are. */
function given(options: Options, isGiven: (option: string) => boolean): Settings {
  const typed = <T extends object>(settings: T): Partial<T> =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => isGiven(name))) as Partial<T>;
  const { model = {}, train = {}, ...others } = askedOf(options);
  return { ...typed(others), model: typed(model), train: typed(train) };
}

function modelOf({ hidden, embedding, tied }: Options) {
  return { hidden, embedding, ...(tied !== undefined && { tied }) };
}

/** With fewer, an accuracy of chance and one twice as high cannot be told apart. */
const enoughQuestions = 100;

function heldOutText({ what, accuracy, questions, chance }: NonNullable<ReaderFile["heldOut"]>): string {
  const rests = `${counted(questions, "question")}; chance ${chance.toFixed(3)}`;
  return `Best accuracy on held-out ${what}: ${accuracy.toFixed(3)} (${rests})`;
}

function settingsOf({ candidates, samples, ...options }: Options) {
  const { seed, learningRate, epochs, patience, chapters, questions, tokens, heldBack } = options;
  return {
    seed,
    learningRate,
    epochs,
    patience,
    chapters,
    questions,
    tokens,
    heldBack,
    ...(candidates && { candidates }),
    ...(samples !== undefined && { samples }),
  };
}

function doneText(
  task: Task,
  corpus: string,
  out: string,
  { ended, steps, passes, seconds, trainedOn }: TrainedReader,
  heldOut: ReaderFile["heldOut"],
): string {
  const what = { finished: "Trained", early: "Stopped early", interrupted: "Interrupted" }[ended];
  const on = `${trainedOn.questions} questions of ${trainedOn.chapters} chapters in ${trainedOn.works} works`;
  const found = heldOut === undefined ? "" : `\n${heldOutText(heldOut)}`;
  const next =
    ended === "interrupted"
      ? `plotline train ${task} ${corpus} --out ${out} --resume`
      : `plotline score ${out} ${corpus}`;
  return `${what}: ${steps} steps, ${passes.toFixed(1)} passes over ${on}, ${duration(1000 * seconds)}${found}\n${out} holds it; next: ${next}`;
}
