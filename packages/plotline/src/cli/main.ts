import { Problem, type Remedy, sentenceOf, version } from "@plotline/base";
import { unfinished } from "@plotline/base/node";
import { Command, CommanderError } from "commander";
import { helpHint, listedByName } from "./command.ts";
import { commands } from "./commands/index.ts";
import words from "./data/remedies.json" with { type: "json" };
import { mustNotBeStandard, recordChanges, tellUnusable } from "./options/before-commands.ts";
import { rewriteLine, visible, write } from "./print/terminal.ts";

const exitCodes = `
Exit codes: 0 done; 1 done, but problems were found in the input;
2 not done, with one sentence saying why; 130 stopped by Ctrl-C.`;

/** Runs one command line of plotline and gives its exit code: 0 done, 1 a check failed, 2 bad input. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command("plotline")
    .description("Align stories with their summaries, and build benchmarks, readers and models from the pairs.")
    .version(version)
    // An option belongs to the command that it stands behind: `worker` and the commands below it share some names.
    .enablePositionalOptions()
    .configureHelp(listedByName)
    .addHelpText("after", exitCodes)
    .hook("preAction", (_, action) => mustNotBeStandard(action))
    .hook("preAction", (_, action) => recordChanges(action))
    .hook("preAction", (_, action) => tellUnusable(action))
    .showHelpAfterError(helpHint);
  await addCommands(program, argv[0] === "help" ? argv[1] : argv[0]);
  return run(program, argv);
}

/** Runs the command line of any program, ending as plotline does: nothing half-written, errors as one sentence. */
export async function run(program: Command, argv: readonly string[]): Promise<number> {
  endCleanly();
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
    if (process.stderr.isTTY) rewriteLine(process.stderr, "");
    write(process.stderr, `plotline: ${sentenceOf(error)}${remedyFor(error)}\n`);
    if (process.env["PLOTLINE_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return 2;
  } finally {
    unfinished.removeAll();
  }
}

/** The command that is asked for, or the names and summaries of all: the help of plotline itself loads none. */
async function addCommands(program: Command, asked = ""): Promise<void> {
  const listed = Object.entries(commands).flatMap(([group, own]) =>
    Object.entries(own).map(([name, [load, summary]]) => ({ group, name, summary, load })),
  );
  const known = listed.find(({ name }) => name === asked);
  for (const { group, name, summary, load } of known === undefined ? listed : [known])
    program.addCommand((known ? (await load()).default() : new Command(name)).summary(summary).helpGroup(group));
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
  const caught = signals.map(([signal, code]) => ({
    signal,
    // A command that listens itself ends in its own way, and cleans up.
    end: () => (process.listenerCount(signal) > 1 ? undefined : leave(code)),
  }));
  let writing = false;
  unfinished.watch({
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
  process.stdout.off("error", onBrokenOutput).on("error", onBrokenOutput);
}

function onBrokenOutput({ code }: NodeJS.ErrnoException): void {
  leave(code === "EPIPE" ? 0 : 2);
}

function leave(code: number): never {
  unfinished.removeAll();
  process.exit(code);
}

/** What can be done about a problem, in the words of the command line. */
const remedies: Readonly<Record<Remedy, string>> = words;

/** A sentence to print after a problem's own; empty where there is none. */
function remedyFor(error: unknown): string {
  return error instanceof Problem && error.remedy !== undefined ? ` ${remedies[error.remedy]}` : "";
}
