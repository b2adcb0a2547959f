import type { Command } from "commander";
import { withQueuePackages } from "../../jobs/queue/packages.ts";
import type { QueueStatus } from "../../jobs/queue/status.ts";
import { groupedBy } from "../../lists.ts";
import { Problem } from "../../problem.ts";
import { type Common, command, commandGroup } from "../command.ts";
import { queueOption } from "../options/executor.ts";
import { counted, printResult, warn } from "../print/print.ts";
import { duration } from "../print/progress.ts";
import { textTable } from "../print/text-table.ts";

interface Options extends Common {
  readonly queue?: string;
}

export default function queueCommand(): Command {
  const status = command("status", "Show what is waiting, what is running where, and what failed.", [
    "queue status --queue redis://10.0.0.5:6379",
  ]);
  const drain = command(
    "drain",
    "Empty the queue: waiting and failed work, and results that nobody fetched. Commands that feed it end; started again, they do what is missing.",
    ["queue drain --queue redis://10.0.0.5:6379"],
  );
  return commandGroup("queue", "Look at the queue that `plotline worker`s take their work from, or empty it.", [
    status.addOption(queueOption("where it is: redis://host:6379")).action(showStatus),
    drain.addOption(queueOption("where it is: redis://host:6379")).action(runDrain),
  ]);
}

async function showStatus(options: Options): Promise<void> {
  const { queueStatus } = await withQueuePackages(() => import("../../jobs/queue/status.ts"));
  const status = await queueStatus(addressIn(options));
  printResult(options, status, statusText(status));
  for (const sentence of status.warnings) warn(sentence, options);
}

async function runDrain(options: Options): Promise<void> {
  const { drainQueue } = await withQueuePackages(() => import("../../jobs/queue/status.ts"));
  const drained = await drainQueue(addressIn(options));
  printResult(
    options,
    drained,
    `Removed from ${drained.redis}: ${drained.batches} batches and ${drained.results} results.`,
  );
}

function addressIn({ queue }: Options): string {
  if (queue !== undefined) return queue;
  throw new Problem("Give its address with --queue redis://host:6379, or in PLOTLINE_QUEUE.");
}

function statusText(status: QueueStatus): string {
  const { waiting, retrying, results, feeders, memory } = status;
  const lines = [
    `${status.redis}: ${waiting} waiting, ${status.running.length} running, ${retrying} to be tried again, ${status.failed.length} failed, ${results} results not fetched`,
    `${status.workers === null ? "an unknown number of workers" : counted(status.workers.length, "worker")}, ${counted(feeders, "feeder")}, ${memory} of memory`,
  ];
  const rows = status.running.map(({ worker, kind, seconds }) => [worker, kind, duration(1_000 * seconds)]);
  if (rows.length > 0) lines.push("", textTable(["worker", "work", "for"], rows));
  const reasons = groupedBy(status.failed, ({ kind, why }) => `${kind}: ${why}`);
  for (const [reason, { length }] of reasons) lines.push(`failed ${length} ×  ${reason}`);
  return lines.join("\n");
}
