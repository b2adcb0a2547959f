import { availableParallelism, hostname } from "node:os";
import { groupedBy, Problem } from "@plotline/base";
import { withQueuePackages } from "@plotline/runs";
import type { QueueStatus } from "@plotline/runs/queue";
import { type Command, Option } from "commander";
import { type Common, command, commandGroup } from "../command.ts";
import { main } from "../main.ts";
import { queueOption, threadCount } from "../options/executor.ts";
import { numberOption } from "../options/values.ts";
import { counted, print, printResult, textTable, warn } from "../print/print.ts";
import { duration } from "../print/progress.ts";

interface QueueChoice extends Common {
  readonly queue?: string;
}

interface Options extends QueueChoice {
  readonly folder?: readonly string[];
  readonly concurrency: number;
  readonly threads: number;
  readonly grace: number;
  readonly lostAfter: number;
}

export default function workerCommand(): Command {
  return command(
    "worker",
    "Do shards of commands that other machines put into a queue: start it wherever there are cores to spare and the same folders to see. It takes shards until it is stopped.",
    false,
  )
    .addOption(queueOption("where the work is: redis://host:6379"))
    .option("--folder <path...>", "the folders that it may touch: corpora, models, parts; it takes no other work")
    .addOption(
      new Option("--concurrency <number>", "shards at a time")
        .argParser(threadCount)
        .default(availableParallelism(), "one for each core"),
    )
    .addOption(new Option("--threads <number>", "cores for a shard").argParser(threadCount).default(1))
    .addOption(numberOption("--grace <seconds>", "how long running shards may take to finish when it is stopped", 20))
    .addOption(
      numberOption("--lost-after <seconds>", "how long it may be silent before its shards go to other workers", 30),
    )
    .enablePositionalOptions()
    .addCommand(mergeCommand())
    .addCommand(queueCommands())
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { folder: folders = [], concurrency, threads } = options;
  const queue = addressIn(options);
  if (folders.length === 0) throw new Problem("Name the folders that it may touch with --folder.");
  const { startWorker } = await withQueuePackages(() => import("@plotline/runs/queue"));
  const progress = { done: 0, reported: Date.now() };
  const name = `${hostname()}:${process.pid}`;
  const worker = await startWorker({
    name,
    queue,
    folders,
    concurrency,
    threads,
    grace: options.grace * 1_000,
    lostAfter: options.lostAfter * 1_000,
    note: (text) => warn(text, options),
    done(items) {
      progress.done += items;
      if (Date.now() - progress.reported < 10_000) return;
      progress.reported = Date.now();
      warn(`${progress.done} done.`, options);
    },
  });
  const stop = stopped();
  print(`Worker ${name} takes work from ${worker.shown}, ${concurrency} at a time. Ctrl-C stops it.`);
  await stop;
  warn("stopping: running shards are finished, or go to other workers.", options);
  await worker.stop();
  warn(`${progress.done} done.`, options);
  // An unreachable Redis leaves connections that retry for ever.
  setTimeout(() => process.exit(), 1_000).unref();
}

/** A second signal ends the process at once: then Redis finds out that the worker is gone. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

function mergeCommand(): Command {
  return command(
    "merge <command...>",
    "Join the parts that the shards of a command left. The command line is theirs without --shard, and the result what one run without shards writes, byte for byte.",
    false,
  )
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (line: readonly string[]) => {
      const { shardedCommands } = await import("@plotline/runs/node");
      const known = Object.keys(shardedCommands);
      if (!known.includes(line[0] ?? ""))
        throw new Problem(`"${line[0]}" is not done in shards; these commands are: ${known.join(", ")}.`);
      process.exitCode = await main([...line, "--merge"]);
    });
}

function queueCommands(): Command {
  const status = command("status", "Show what is waiting, what is running where, and what failed.");
  const drain = command(
    "drain",
    "Empty the queue of what commands that have ended left in it; one that still feeds it offers its shards again.",
  );
  return commandGroup("queue", "Look at the queue that workers take their shards from, or empty it.", [
    status.addOption(queueOption("where it is: redis://host:6379")).action(showStatus),
    drain.addOption(queueOption("where it is: redis://host:6379")).action(runDrain),
  ]);
}

async function showStatus(options: QueueChoice): Promise<void> {
  const { queueStatus } = await withQueuePackages(() => import("@plotline/runs/queue"));
  const status = await queueStatus(addressIn(options));
  printResult(options, status, statusText(status));
  for (const sentence of status.warnings) warn(sentence, options);
}

async function runDrain(options: QueueChoice): Promise<void> {
  const { drainQueue } = await withQueuePackages(() => import("@plotline/runs/queue"));
  const drained = await drainQueue(addressIn(options));
  printResult(options, drained, `Removed from ${drained.redis}: ${counted(drained.shards, "shard")}.`);
}

function addressIn({ queue }: QueueChoice): string {
  if (queue !== undefined) return queue;
  throw new Problem("Give the queue's address with --queue redis://host:6379, or in PLOTLINE_QUEUE.");
}

function statusText({ redis, waiting, running, failed, workers }: QueueStatus): string {
  const there = workers === null ? "an unknown number of workers" : counted(workers.length, "worker");
  const lines = [`${redis}: ${waiting} waiting, ${running.length} running, ${failed.length} failed; ${there}`];
  const rows = running.map(({ worker, shard, seconds }) => [worker, shard, duration(1_000 * seconds)]);
  if (rows.length > 0) lines.push("", textTable(["worker", "shard", "for"], rows));
  for (const [why, { length }] of groupedBy(failed, (each) => each.why)) lines.push(`failed ${length} ×  ${why}`);
  return lines.join("\n");
}
