import { Command, CommanderError } from "commander";
import { removeUnfinished, watchUnfinished } from "../corpus/write.ts";
import { sentenceOf } from "../problem.ts";
import { version } from "../version.ts";
import { alignCommand } from "./align.ts";
import { checkCommand } from "./check.ts";
import { compareCommand } from "./compare.ts";
import { evaluateCommand } from "./evaluate.ts";
import { examplesCommand } from "./examples.ts";
import { explainCommand } from "./explain.ts";
import { exportCommand } from "./export.ts";
import { fetchCommand } from "./fetch.ts";
import { figureCommand } from "./figure.ts";
import { importCommand } from "./import.ts";
import { missingCommand } from "./missing.ts";
import { quizCommand } from "./quiz.ts";
import { readCommand } from "./read.ts";
import { removeCommand } from "./remove.ts";
import { renameCommand } from "./rename.ts";
import { serveCommand } from "./serve.ts";
import { statsCommand } from "./stats.ts";
import { tasksCommand } from "./tasks.ts";
import { trainCommand } from "./train.ts";

/** Every command, in the order of the help: one file each. */
const commands: readonly (() => Command)[] = [
  serveCommand,
  fetchCommand,
  checkCommand,
  statsCommand,
  examplesCommand,
  exportCommand,
  readCommand,
  alignCommand,
  evaluateCommand,
  compareCommand,
  explainCommand,
  missingCommand,
  figureCommand,
  renameCommand,
  removeCommand,
  tasksCommand,
  quizCommand,
  trainCommand,
  importCommand,
];

/** Runs one command line and gives its exit code: 0 done, 1 a check failed, 2 bad input. */
export async function main(argv: readonly string[]): Promise<number> {
  endCleanly();
  const program = new Command("plotline")
    .description("Align stories with their summaries, and make benchmarks, readers and models of the pairs.")
    .version(version)
    .configureHelp({ subcommandTerm: (each) => each.name() })
    .showHelpAfterError("(--help shows how)");
  for (const make of commands) program.addCommand(make());
  everyCommand(program, (each) => {
    each.exitOverride().configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, "plotline:")) });
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`plotline: ${sentenceOf(error)}\n`);
    if (process.env["PLOTLINE_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return 2;
  } finally {
    removeUnfinished();
  }
}

function everyCommand(top: Command, visit: (command: Command) => void): void {
  visit(top);
  for (const child of top.commands) everyCommand(child, visit);
}

/**
 * Ctrl-C and a closed pipe end the command and leave nothing half-written. Signals are caught only while something is:
 * at any other time they end the process at once, however busy it is.
 */
function endCleanly(): void {
  const signals = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const;
  const caught = signals.map(([signal, code]) => ({ signal, end: () => leave(code) }));
  let writing = false;
  watchUnfinished({
    begin() {
      writing = true;
      for (const { signal, end } of caught) if (!process.listeners(signal).includes(end)) process.on(signal, end);
    },
    end() {
      writing = false;
      setImmediate(() => {
        if (!writing) for (const { signal, end } of caught) process.removeListener(signal, end);
      });
    },
  });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => leave(error.code === "EPIPE" ? 0 : 2));
}

function leave(code: number): never {
  removeUnfinished();
  process.exit(code);
}
