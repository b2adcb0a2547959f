import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Corpus } from "../../corpus/types.ts";
import { type Executor, namesOf } from "../../jobs/executor.ts";
import { withQueuePackages } from "../../jobs/queue/packages.ts";
import { threads } from "../../jobs/threads.ts";
import { groupedBy } from "../../lists.ts";
import { optionNamed } from "../../wording.ts";
import type { Common } from "../command.ts";
import { warn } from "../print/print.ts";
import { resumable } from "./interrupt.ts";

/** Where work over many chapters is done: on threads of this machine, or by workers that take it from a queue. */
export interface ExecutorChoice extends Common {
  readonly threads?: number;
  readonly encoder?: string;
  readonly queue?: string;
  readonly queueSecret?: string;
  readonly share?: string;
  readonly serve?: string;
}

export function withExecutorOptions(made: Command): Command {
  return withQueueOptions(made.addOption(threadsOption()));
}

export function withQueueOptions(made: Command): Command {
  return made
    .addOption(queueOption())
    .addOption(secretOption())
    .option("--share <folder>", "with --queue: a folder that the workers see too, for models and datasets")
    .option("--serve <host:port>", "with --queue: where workers fetch them from (default: only on this machine)");
}

/** The address is parsed where the connection is made: a password in it must not get into an error message. */
export function queueOption(about = "let `plotline worker`s do the work: redis://host:6379"): Option {
  return new Option("--queue <address>", about).env("PLOTLINE_QUEUE");
}

export function secretOption(): Option {
  return new Option(
    "--queue-secret <file>",
    "file with the secret that feeder and workers share (default: the value of PLOTLINE_QUEUE_SECRET)",
  );
}

export function threadsOption(): Option {
  return new Option("--threads <number>", "worker threads (default: one for each core)").argParser(threadCount);
}

export function threadCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("A whole number from 1 to 999 is needed.");
  return Number(text);
}

/**
 * Does something with an executor. The run's results are saved in the corpus until it has ended, so that the same
 * command, identified by the words in `about`, resumes where it was cut off.
 */
export async function withExecutor<T>(
  options: ExecutorChoice,
  corpus: Pick<Corpus, "folder">,
  about: readonly string[],
  act: (executor: Executor) => Promise<T>,
): Promise<T> {
  const { queue, queueSecret: secretFile, share, serve, encoder } = options;
  noteUnused(options, ["threads"]);
  // A model uses all cores by itself.
  if (queue === undefined) return act(threads(encoder === undefined ? options.threads : 1));
  const { openQueue } = await withQueuePackages(() => import("../../jobs/queue/executor.ts"));
  const home = join(corpus.folder, ".cache", "queue");
  const note = (text: string) => warn(text, options);
  const opened = await openQueue({ queue, secretFile, share, serve, home, about, note });
  try {
    return await resumable("What is done", async () => {
      const result = await act(opened.executor);
      opened.finish();
      nameAside(opened.executor, options);
      return result;
    });
  } finally {
    await opened.close();
  }
}

/** With a queue, options that are about this machine change nothing, and the user is told so. */
export function noteUnused<Options extends ExecutorChoice>(
  options: Options,
  forThisMachine: readonly (keyof Options & string)[],
): void {
  if (options.queue === undefined) return;
  const given = forThisMachine.filter((name) => options[name] !== undefined).map(optionNamed);
  if (given.length === 0) return;
  const are = given.length === 1 ? "is" : "are";
  warn(`${given.join(" and ")} ${are} for a run on this machine; a worker of the queue has its own.`, options);
}

function nameAside({ aside }: Executor, options: Common): void {
  if (aside.length === 0) return;
  process.exitCode = 1;
  for (const [why, own] of groupedBy(aside, (each) => each.why))
    warn(`set aside after three tries: ${namesOf(own)}: ${why}`, { ...options, quiet: false });
  warn("the rest is done; the same command tries again what was set aside.", options);
}
