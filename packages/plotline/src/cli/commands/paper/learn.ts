import { join } from "node:path";
import { type Corpus, learnedWithTask } from "@plotline/align";
import { writeAtomically } from "@plotline/base/node";
import { openCorpus, saveRun } from "@plotline/corpus/node";
import { type LearnSettings, learnSchema, type Round } from "@plotline/questions/node";
import { figure } from "@plotline/runs";
import { type LearnRunResult, learnRun, writeLearned } from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { threadsOption } from "../../options/executor.ts";
import { settingsIn, withSettings } from "../../options/settings.ts";
import { watchTraining } from "../../options/training.ts";
import { counted, printResult } from "../../print/print.ts";
import { write as writeLine } from "../../print/terminal.ts";
import { signatureText, textTable } from "../../print/text-table.ts";

/** The options of the command besides the settings of learning. */
interface Options extends Common {
  readonly threads?: number;
  readonly name?: string;
  readonly out?: string;
  readonly results?: string;
}

export function learnCommand(): Command {
  const made = command(
    "learn <corpus>",
    "Learn an alignment with a task, without gold (the paper's CCCP): rounds of training a reader on an alignment and solving the alignment again on the reader's own scores. F against gold is shown at every round; nothing is learned from it. A run that was stopped resumes where it was.",
    [
      "paper learn my-corpus",
      "paper learn my-corpus --reader pointing --start random --rounds 6",
      "evaluate my-corpus --from CCCP",
    ],
  );
  withSettings(made, learnSchema, ["reader", "start", "rounds"])
    .option("--name <name>", "write the alignment under this name (default: CCCP, or CCCP-pointing)")
    .addOption(threadsOption());
  return withSettings(made, learnSchema, ["seed", "learningRate", "hidden", "embedding"])
    .option("--out <folder>", "rounds and checkpoints go here (default: in the corpus, runs/learn-<reader>-<seed>)")
    .option("--results <folder>", "also write the rounds here, as a figure of the paper's table")
    .action(run);
}

async function run(folder: string, options: Options): Promise<void> {
  const corpus = await openCorpus(folder);
  const settings = settingsIn(learnSchema, options);
  const name = options.name ?? (settings.reader === "paper" ? learnedWithTask : `${learnedWithTask}-pointing`);
  const id = `learn-${settings.reader}-${settings.seed}`;
  const out = options.out ?? join(corpus.folder, "runs", id);
  const learned = await learn(corpus, out, settings, options);
  const { ended, rounds, signature, trainedOn, hashes } = learned;
  if (ended === "interrupted") {
    printResult(options, { ended, out, rounds }, `Interrupted; the same command resumes from ${out}.`);
    return;
  }
  const chapters = await writeLearned(corpus, name, learned);
  if (options.out === undefined)
    await saveRun(corpus.folder, id, {
      kind: `learned with cloze by the ${settings.reader} reader`,
      signature,
      tables: [{ title: "Rounds", ...table(rounds) }],
      result: { rounds },
    });
  const { hidden: units } = settings;
  const result = { method: name, units, ...best(rounds), ended, signature, hashes, trainedOn, rounds };
  if (options.results !== undefined)
    writeAtomically(join(options.results, `${id}.json`), `${JSON.stringify(result, undefined, 1)}\n`);
  printResult(options, { ...result, aligned: chapters, out }, resultText(name, chapters, learned));
}

async function learn(corpus: Corpus, out: string, settings: LearnSettings, options: Options): Promise<LearnRunResult> {
  const { threads } = options;
  const { line, end, ...watching } = watchTraining(options);
  try {
    return await learnRun(corpus, {
      settings,
      out,
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
