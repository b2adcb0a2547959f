import { availableParallelism, homedir, hostname } from "node:os";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { withQueuePackages } from "../../jobs/queue/packages.ts";
import { Problem } from "../../problem.ts";
import { type Provider, providers } from "../../providers.ts";
import { performBatches } from "../../runs/kinds.ts";
import { type Common, command } from "../command.ts";
import { queueOption, secretOption, threadCount } from "../options/executor.ts";
import { numberOption } from "../options/values.ts";
import { print, warn } from "../print/print.ts";

interface Options extends Common {
  readonly queue?: string;
  readonly queueSecret?: string;
  readonly concurrency: number;
  readonly threads?: number;
  readonly provider: Provider;
  readonly cache: string;
  readonly share?: string;
  readonly grace: number;
}

export default function workerCommand(): Command {
  return command(
    "worker",
    "Do work that other machines put into a queue: start it wherever there are cores to spare. It takes batches until it is stopped; then it finishes what it has, or hands it back.",
    [
      "worker --queue redis://10.0.0.5:6379 --queue-secret queue.secret",
      "worker --queue rediss://queue.example.org --concurrency 4 --share /mnt/models",
    ],
    false,
  )
    .addOption(queueOption("where the work is: redis://host:6379"))
    .addOption(secretOption())
    .addOption(
      new Option("--concurrency <number>", "batches at a time")
        .argParser(threadCount)
        .default(availableParallelism(), "one for each core"),
    )
    .addOption(
      new Option(
        "--threads <number>",
        "cores for a batch (default: one for chapters, whose batches run side by side; an equal share for a training)",
      ).argParser(threadCount),
    )
    .addOption(new Option("--provider <name>", "the processor to compute on").choices(providers).default("cpu"))
    .option("--cache <folder>", "the folder for fetched models", defaultCache())
    .option("--share <folder>", "a folder that the feeders see too, for models")
    .addOption(
      numberOption("--grace <seconds>", "how long running work may take to finish before it is handed back", 20),
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  if (options.queue === undefined)
    throw new Problem("Give the queue's address with --queue redis://host:6379, or in PLOTLINE_QUEUE.");
  const { startWorker } = await withQueuePackages(() => import("../../jobs/queue/worker.ts"));
  const tally = new Tally(options);
  const name = `${hostname()}:${process.pid}`;
  const worker = await startWorker({
    name,
    queue: options.queue,
    perform: performBatches,
    secretFile: options.queueSecret,
    concurrency: options.concurrency,
    threads: {
      batch: options.threads ?? 1,
      training: options.threads ?? Math.max(1, Math.floor(availableParallelism() / options.concurrency)),
    },
    provider: options.provider,
    cache: options.cache,
    share: options.share,
    grace: options.grace * 1_000,
    note: (text) => warn(text, options),
    done: (tasks, failed) => tally.add(tasks, failed),
  });
  const stop = stopped();
  print(`Worker ${name} takes work from ${worker.shown}, ${options.concurrency} at a time. Ctrl-C stops it.`);
  await stop;
  warn("stopping: running work is finished or handed back.", options);
  await worker.stop();
  tally.end();
  // An unreachable Redis leaves connections that retry for ever.
  setTimeout(() => process.exit(), 1_000).unref();
}

/** Counts what is done, and reports it now and then. */
class Tally {
  private done = 0;
  private failed = 0;
  private reported = Date.now();

  constructor(private readonly options: Common) {}

  add(tasks: number, failed: number): void {
    this.done += tasks;
    this.failed += failed;
    if (Date.now() - this.reported > 10_000) this.report();
  }

  end(): void {
    this.report();
  }

  private report(): void {
    this.reported = Date.now();
    const failed = this.failed === 0 ? "" : `, ${this.failed} failed`;
    warn(`${this.done} done${failed}.`, this.options);
  }
}

/** A second signal ends the process at once: then Redis finds out that the worker is gone. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}

function defaultCache(): string {
  const home = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(home, "plotline");
}
