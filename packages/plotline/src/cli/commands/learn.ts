import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import { openCorpus, saveRun } from "@plotline/corpus/node";
import { vocabularySchema } from "@plotline/questions";
import { type LearnSettings, learnSchema, type Round } from "@plotline/questions/node";
import { figure } from "@plotline/runs";
import { type LearnRunResult, learnRun, writeLearned } from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command } from "../command.ts";
import { threadsOption } from "../options/executor.ts";
import { settingsIn, withSettings } from "../options/settings.ts";
import { watchTraining } from "../options/training.ts";
import { counted, printResult } from "../print/print.ts";
import { write as writeLine } from "../print/terminal.ts";
import { signatureText, textTable } from "../print/text-table.ts";

/** The options of the command besides the settings of learning. */
interface Options extends Common {
  readonly threads?: number;
  readonly name?: string;
  readonly out?: string;
}

export default function learnCommand(): Command {
  const made = command(
    "learn <corpus>",
    "Learn an alignment with a task, without gold: rounds of training a reader on an alignment and solving the alignment again on the reader's own scores. F against gold is shown at every round; nothing is learned from it. A run that was stopped resumes where it was.",
    [
      "learn my-corpus",
      "learn my-corpus --task completion --start random --rounds 6",
      "evaluate my-corpus --from alignments/Learned-cloze",
    ],
  );
  withSettings(made, learnSchema, ["task", "start", "rounds"])
    .option("--name <name>", "write the alignment under this name (default: Learned-<task>)")
    .addOption(threadsOption());
  withSettings(made, learnSchema, ["seed", "learningRate", "hidden", "embedding"]);
  return withSettings(made, vocabularySchema, ["words"])
    .option("--out <folder>", "rounds and checkpoints go here (default: in the corpus, runs/learn-<task>-<seed>)")
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const settings = settingsIn(learnSchema, options);
  const name = options.name ?? `Learned-${settings.task}`;
  const id = `learn-${settings.task}-${settings.seed}`;
  const out = options.out ?? join(corpus.folder, "runs", id);
  const learned = await learn(corpus, out, settings, options);
  const { ended, rounds, signature, trainedOn } = learned;
  if (ended === "interrupted") {
    printResult(options, { ended, out, rounds }, `Interrupted; the same command resumes from ${out}.`);
    return;
  }
  const chapters = await writeLearned(corpus, name, learned);
  if (options.out === undefined)
    await saveRun(corpus.folder, id, {
      kind: `learned with ${settings.task}`,
      signature,
      tables: [{ title: "Rounds", ...table(rounds) }],
      result: { rounds },
    });
  printResult(
    options,
    { method: name, ...best(rounds), ended, signature, trainedOn, rounds, aligned: chapters, out },
    resultText(name, chapters, learned),
  );
}

async function learn(corpus: Corpus, out: string, settings: LearnSettings, options: Options): Promise<LearnRunResult> {
  const { threads } = options;
  const { words } = settingsIn(vocabularySchema, options);
  const { line, end, ...watching } = watchTraining(options);
  try {
    return await learnRun(corpus, {
      settings,
      out,
      words,
      threads,
      ...watching,
      onRound: (round) => {
        line.end();
        if (!options.quiet) writeLine(process.stderr, `${roundLine(round)}\n`);
      },
    });
  } finally {
    end();
  }
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
    ...questionsText(rounds.at(-1)?.asked),
    signatureText(signature),
  ].join("\n");
}

function questionsText(asked: Round["asked"]): string[] {
  if (asked === undefined) return [];
  const { judged, heldBack, chance } = asked;
  const few = heldBack < 100 ? "; this is too few to say much" : "";
  return [
    `The accuracies are based on ${counted(judged, "question")} of chapters with gold and ${counted(heldBack, "question")} of held-out works${few}. Chance is ${chance.toFixed(3)}.`,
  ];
}

/** The best round: the task decides, on held-out works. */
function best(rounds: readonly Round[]) {
  const learned = rounds.filter(({ round }) => typeof round === "number" && round > 0);
  const [first] = learned.toSorted((a, b) => b.heldBack - a.heldBack);
  return first ?? {};
}
