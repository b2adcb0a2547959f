import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import { digest } from "@plotline/base/node";
import { type Executor, withQueuePackages } from "@plotline/runs";
import {
  itemWords,
  mergingExecutor,
  type OpenParts,
  ownSeal,
  Parts,
  type Shard,
  ShardDone,
  type ShardedCommand,
  shardExecutor,
  shardText,
  threads,
} from "@plotline/runs/node";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Common } from "../command.ts";
import { counted, printResult, warn } from "../print/print.ts";
import { resumable } from "./interrupt.ts";

/** Where work over many chapters is done: on threads of this machine, as a shard of it, or by the workers of a queue. */
export interface ExecutorChoice extends Common {
  readonly threads?: number;
  readonly encoder?: string;
  readonly shard?: Shard;
  /** The shards are done: their parts are joined. */
  readonly merge?: boolean;
  readonly parts?: string;
  readonly queue?: string;
}

export function withExecutorOptions(made: Command): Command {
  return made
    .addOption(threadsOption())
    .addOption(
      new Option(
        "--shard <i/n>",
        "do every n-th part of the work only, from the i-th on; `plotline worker merge` joins what all shards leave",
      ).argParser(shardIn),
    )
    .option("--parts <folder>", "where shards leave what they make (default: in the corpus, in .cache/parts)")
    .addOption(new Option("--merge").hideHelp())
    .addOption(queueOption());
}

/** The address is parsed where the connection is made: a password in it must not get into an error message. */
export function queueOption(about = "let `plotline worker`s do the work: redis://host:6379"): Option {
  return new Option("--queue <address>", about).env("PLOTLINE_QUEUE");
}

/** `--threads`: how many threads do the work. */
export function threadsOption(): Option {
  return new Option("--threads <number>", "worker threads (default: one for each core)").argParser(threadCount);
}

export function threadCount(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("A whole number from 1 to 999 is needed.");
  return Number(text);
}

/** `3/8`: the third of eight shards. */
export function shardIn(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index < 1 || index > count)
    throw new InvalidArgumentError("Shards are counted from 1: 1/8, 2/8 … 8/8.");
  return { index, count };
}

/**
 * Does something with the results of a command's work, wherever that is done. Undefined where only a shard was asked for:
 * then its part is written, and there are no results to do anything with.
 */
export async function withExecutor<T>(
  options: ExecutorChoice,
  corpus: Pick<Corpus, "folder">,
  command: ShardedCommand,
  act: (executor: Executor) => Promise<T>,
): Promise<T | undefined> {
  const { shard, merge, queue, parts, encoder } = options;
  // A model uses all cores by itself.
  const here = threads(encoder === undefined ? options.threads : 1);
  if (shard === undefined && !merge && queue === undefined) return act(here);
  const { shardedCommands } = await import("@plotline/runs/node");
  const work = shardedCommands[command];
  const folderOf = (signature: string) =>
    parts ?? join(corpus.folder, ".cache", "parts", `${command}-${digest(signature, 12)}`);
  const open: OpenParts = async (setup, tasks) => {
    const signature = await work.signature(setup, itemWords(tasks));
    return new Parts(folderOf(signature), signature, ownSeal());
  };
  if (shard !== undefined) return ofShard(command, options, () => act(shardExecutor(shard, here, open)));
  if (merge || queue === undefined) return act(mergingExecutor(open));
  if (options.threads !== undefined)
    warn("--threads is for a run on this machine; a worker of the queue has its own.", options);
  const { throughQueue } = await withQueuePackages(() => import("@plotline/runs/queue"));
  const given = { queue, command, partsFor: folderOf, note: (text: string) => warn(text, options) };
  return resumable("What is done", () => throughQueue(given, act));
}

async function ofShard(command: string, options: Common, act: () => Promise<unknown>): Promise<undefined> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ShardDone)) throw error;
    const { shard, items, folder } = error;
    printResult(
      options,
      { shard: shardText(shard), items, parts: folder },
      `Part ${shard.index} of ${shard.count} is done: ${counted(items, "item")}, in ${folder}. When all are there, "plotline worker merge ${command} …" joins them.`,
    );
  }
  return undefined;
}
