import { join } from "node:path";
import { type Corpus, learnedWithTask } from "@plotline/align";
import { openCorpus, saveRun } from "@plotline/corpus/node";
import type { TrainingProgress } from "@plotline/nn/node";
import { type LearnSettings, learnSchema, type Round } from "@plotline/questions/node";
import { figure } from "@plotline/runs";
import { bestRound, type LearnRunResult, learnRun, writeLearned } from "@plotline/runs/node";
import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { type Common, command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { stopAfterStep } from "../../options/interrupt.ts";
import { tellAside } from "../../options/replace.ts";
import { writeFileOrOutput } from "../../options/values.ts";
import { counted, printResult, signatureText, textTable } from "../../print/print.ts";
import { duration, Progress, StatusLine } from "../../print/progress.ts";
import { write as writeLine } from "../../print/terminal.ts";

const settingNames = ["reader", "gains", "start", "rounds", "seed", "learningRate", "hidden", "embedding"] as const;

interface Options extends Common, Partial<Pick<LearnSettings, (typeof settingNames)[number]>> {
  readonly threads?: number;
  readonly name?: string;
  readonly out?: string;
  readonly results?: string;
}

export function learnCommand(): Command {
  const made = command(
    "learn <corpus>",
    "Learn an alignment with a task, without gold (the paper's CCCP): rounds of training a reader on an alignment and solving the alignment again on the reader's own scores. F against gold is shown at every round; nothing is learned from it. A run that was stopped resumes where it was.",
  );
  for (const name of settingNames) made.addOption(settingOption(name, learnSchema.shape[name]));
  return made
    .addOption(threadsOption())
    .option("--name <name>", "name of the alignment; an older one is set aside (default: CCCP, or CCCP-pointing)")
    .option("-o, --out <folder>", "rounds and checkpoints go here (default: in the corpus, runs/learn-<reader>-<seed>)")
    .option("--results <folder>", "also write the rounds here, as a figure of the paper's table")
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const given = settingNames.filter((name) => options[name] !== undefined);
  const settings = learnSchema.parse(Object.fromEntries(given.map((name) => [name, options[name]])));
  const name = options.name ?? (settings.reader === "paper" ? learnedWithTask : `${learnedWithTask}-pointing`);
  const id = `learn-${settings.reader}-${settings.seed}`;
  const out = options.out ?? join(corpus.folder, "runs", id);
  const learned = await learn(corpus, out, settings, options);
  const { ended, rounds, signature, trainedOn, hashes } = learned;
  const { hidden: units } = settings;
  const result = { method: name, units, ...bestRound(rounds), ended, signature, hashes, trainedOn, rounds };
  const isLearned = rounds.some(({ round }) => round === 1);
  if (options.results !== undefined && isLearned) {
    const isOurs = (before: string) => before.includes(JSON.stringify(signature));
    writeFileOrOutput(join(options.results, `${id}.json`), `${JSON.stringify(result, undefined, 1)}\n`, isOurs);
  }
  if (ended === "interrupted") {
    printResult(options, { ended, out, rounds }, `Interrupted; the same command resumes from ${out}.`);
    return;
  }
  const { written, aside } = await writeLearned(corpus, name, learned);
  if (aside !== undefined) tellAside(join(folder, aside));
  if (options.out === undefined)
    await saveRun(corpus.folder, id, {
      kind: `learned with cloze by the ${settings.reader} reader`,
      signature,
      tables: [{ title: "Rounds", ...table(rounds) }],
      result: { rounds },
    });
  printResult(options, { ...result, aligned: written, setAside: aside, out }, resultText(name, written, learned));
}

/** A setting as an option, from its schema: what it is, its values and its default. */
function settingOption(name: string, field: z.ZodDefault<z.ZodEnum | z.ZodNumber>): Option {
  const about = `${field.description} (default: ${field.parse(undefined)})`;
  const type = field.unwrap();
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (type instanceof z.ZodEnum) return new Option(`${flag} <name>`, about).choices(type.options.map(String));
  return new Option(`${flag} <number>`, about).argParser((text) => {
    const read = type.safeParse(text.trim() === "" ? text : Number(text));
    if (read.success) return read.data;
    throw new InvalidArgumentError(read.error.issues[0]?.message ?? "");
  });
}

/** Shows how works are read and learned from, and lets Ctrl-C stop it. */
async function learn(corpus: Corpus, out: string, settings: LearnSettings, options: Options): Promise<LearnRunResult> {
  const { threads, quiet } = options;
  const [reading, line, stop] = [new Progress("Reading", 0, quiet), new StatusLine(quiet), stopAfterStep(quiet)];
  try {
    return await learnRun(corpus, {
      ...{ settings, out, threads, signal: stop.signal },
      onWork: ({ title }, works) => reading.outOf(works).advance(1, title),
      onProgress(progress) {
        stop.begin();
        line.show(() => progressText(progress));
      },
      onRound(round) {
        line.end();
        if (!quiet) writeLine(process.stderr, `${roundLine(round)}\n`);
      },
    });
  } finally {
    line.end();
    stop.forget();
  }
}

function progressText({ step, steps, epoch, loss, tokensPerSecond, millisecondsLeft }: TrainingProgress): string {
  return `Pass ${epoch}, step ${step} of ${steps}, loss ${loss.toFixed(3)}, ${tokensPerSecond} tokens/s, ${duration(millisecondsLeft)} left`;
}

function table(rounds: readonly Round[]) {
  return {
    header: ["round", "P", "R", "F", "accuracy", "held out"],
    rows: rounds.map(({ round, precision, recall, f, accuracy, heldBack }) => [
      String(round),
      ...[precision, recall, f, accuracy, heldBack].map(figure),
    ]),
  };
}

function roundLine({ round, precision, recall, f, accuracy, heldBack }: Round): string {
  const what = round === "start" ? "Start" : `Round ${round}`;
  return `${what}: F ${figure(f)} (P ${figure(precision)}, R ${figure(recall)}), accuracy ${figure(accuracy)}, on held-out works ${figure(heldBack)}`;
}

function resultText(name: string, chapters: number, { rounds, signature, trainedOn }: LearnRunResult): string {
  const { header, rows } = table(rounds);
  return [
    textTable(header, rows),
    `Learned from ${trainedOn.chapters} chapters of ${trainedOn.works} works; links of ${chapters} chapters are in alignments/${name}.`,
    questionsText(rounds.at(-1)!.asked),
    signatureText(signature),
  ].join("\n");
}

function questionsText({ judged, heldBack, chance }: Round["asked"]): string {
  const few = heldBack < 100 ? "; this is too few to say much" : "";
  return `The accuracies are based on ${counted(judged, "question")} of chapters with gold and ${counted(heldBack, "question")} of held-out works${few}. Chance is ${chance.toFixed(3)}.`;
}
