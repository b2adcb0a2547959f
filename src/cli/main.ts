import { Command, CommanderError } from "commander";
import { sentenceOf } from "../problem.ts";
import { version } from "../version.ts";
import { removeUnfinished, watchUnfinished } from "../write.ts";
import { visible, write } from "./terminal.ts";

/** Every command, in the order of the help: one file each. Only the one that is asked for is loaded. */
const commands: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  "Read and correct:": {
    read: async () => (await import("./read.ts")).readCommand(),
    serve: async () => (await import("./serve.ts")).serveCommand(),
  },
  "Make a corpus:": {
    fetch: async () => (await import("./fetch.ts")).fetchCommand(),
    import: async () => (await import("./import.ts")).importCommand(),
    check: async () => (await import("./check.ts")).checkCommand(),
    stats: async () => (await import("./stats.ts")).statsCommand(),
    examples: async () => (await import("./examples.ts")).examplesCommand(),
    export: async () => (await import("./export.ts")).exportCommand(),
    rename: async () => (await import("./rename.ts")).renameCommand(),
    remove: async () => (await import("./remove.ts")).removeCommand(),
  },
  "Align and evaluate:": {
    encode: async () => (await import("./encode.ts")).encodeCommand(),
    align: async () => (await import("./align.ts")).alignCommand(),
    evaluate: async () => (await import("./evaluate.ts")).evaluateCommand(),
    compare: async () => (await import("./compare.ts")).compareCommand(),
    explain: async () => (await import("./explain.ts")).explainCommand(),
    missing: async () => (await import("./missing.ts")).missingCommand(),
    figure: async () => (await import("./figure.ts")).figureCommand(),
  },
  "Questions and models:": {
    tasks: async () => (await import("./tasks.ts")).tasksCommand(),
    quiz: async () => (await import("./quiz.ts")).quizCommand(),
    table: async () => (await import("./paper-table.ts")).tableCommand(),
    train: async () => (await import("./train.ts")).trainCommand(),
    learn: async () => (await import("./learn.ts")).learnCommand(),
    score: async () => (await import("./score.ts")).scoreCommand(),
    summarize: async () => (await import("./summarize.ts")).summarizeCommand(),
  },
  "More than one machine:": {
    worker: async () => (await import("./worker.ts")).workerCommand(),
    queue: async () => (await import("./queue.ts")).queueCommand(),
  },
};

/** Runs one command line and gives its exit code: 0 done, 1 a check failed, 2 bad input. */
export async function main(argv: readonly string[]): Promise<number> {
  endCleanly();
  const program = new Command("plotline")
    .description("Align stories with their summaries, and make benchmarks, readers and models of the pairs.")
    .version(version)
    .configureHelp({
      subcommandTerm: (each) => each.name(),
      subcommandDescription: (each) => (each.summary() || each.description()).replace(/\.$/, ""),
    })
    .showHelpAfterError("(--help shows how)");
  await addCommands(program, argv[0]);
  everyCommand(program, (each) => {
    each
      .exitOverride()
      .configureOutput({ outputError: (text, write) => write(visible(text.replace(/^error:/, "plotline:"))) });
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    write(process.stderr, `plotline: ${sentenceOf(error)}\n`);
    if (process.env["PLOTLINE_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return 2;
  } finally {
    removeUnfinished();
  }
}

async function addCommands(program: Command, asked: string | undefined): Promise<void> {
  const groups = Object.entries(commands);
  const known = groups.some(([, group]) => asked !== undefined && Object.hasOwn(group, asked));
  for (const [title, group] of groups)
    for (const [name, load] of Object.entries(group))
      if (!known || name === asked) program.addCommand((await load()).helpGroup(title));
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
