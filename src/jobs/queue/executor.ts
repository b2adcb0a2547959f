import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { isLoopback } from "../../loopback.ts";
import { Problem } from "../../problem.ts";
import type { Executor, Job, News, Remote, SetAside, Tasks } from "../executor.ts";
import { type RedisAddress, redisAddress } from "./address.ts";
import { Packer } from "./batches.ts";
import type { Journal } from "./journal.ts";
import { contentKey, messageVersion, type QueueMessage } from "./message.ts";
import { Offer, type OfferOptions, placeOf } from "./offer.ts";
import { once } from "./plain.ts";
import { connectRedis, redisWarnings } from "./redis.ts";
import { Round } from "./round.ts";
import { type Seal, type SecretOptions, sealFor, secretVariable } from "./seal.ts";

export interface QueueOptions extends OfferOptions, SecretOptions {
  readonly queue: string;
  /** Where results stay until the run has ended: a folder of the corpus. */
  readonly home: string;
  /** What this run is about, besides the job: the same words mean the same run. */
  readonly about: readonly string[];
  /** How long a Redis may be silent before the run ends, in milliseconds; two minutes by default. */
  readonly patience?: number;
}

export interface OpenQueue {
  readonly executor: Executor;
  /** All results are written where they belong, so nothing has to be saved for resuming. */
  finish(): void;
  close(): Promise<void>;
}

/** Connects to a Redis and gives an executor whose tasks are done by `plotline worker`s, wherever they are. */
export async function openQueue(options: QueueOptions): Promise<OpenQueue> {
  const address = redisAddress(options.queue);
  const note = once(options.note);
  const seal = sealFor(address, { ...options, note });
  mustServeInTrust(options.serve, seal);
  const redis = await connectRedis(address);
  for (const sentence of await redisWarnings(redis, address)) note(sentence);
  const executor = new QueueExecutor({ ...options, note }, address, redis, seal);
  return {
    executor,
    finish: () => executor.finish(),
    async close() {
      await executor.close();
      redis.disconnect();
    },
  };
}

function mustServeInTrust(serve: string | undefined, { isSecret }: Seal): void {
  if (serve === undefined || isSecret || isLoopback(placeOf(serve).host)) return;
  throw new Problem(
    `--serve ${serve}: files are served to other machines only with a secret that the workers know; set ${secretVariable} or --queue-secret.`,
  );
}

class QueueExecutor implements Executor {
  readonly aside: SetAside[] = [];
  private readonly offer: Offer;
  private readonly journals: Journal[] = [];

  constructor(
    private readonly options: QueueOptions,
    private readonly address: RedisAddress,
    private readonly redis: Redis,
    private readonly seal: Seal,
  ) {
    this.offer = new Offer(options, seal);
  }

  async *run<Setup, Task, Result>(
    job: Job<Setup, Task, Result>,
    tasks: Tasks<Task>,
    watch?: (news: News) => void,
  ): AsyncGenerator<Result> {
    if (job.remote === undefined)
      throw new Problem("This work cannot be done by other machines: leave --queue out to do it here.");
    const remote = await job.remote();
    const round = await this.begin(remote, watch);
    try {
      yield* round.results(tasks);
    } finally {
      await round.end();
    }
  }

  finish(): void {
    if (this.aside.length === 0) for (const journal of this.journals) journal.remove();
  }

  async close(): Promise<void> {
    await this.offer.close();
  }

  private async begin<Task, Result>(remote: Remote<Task, Result>, watch?: (news: News) => void) {
    const folders: QueueMessage["folders"] = {};
    for (const [name, folder] of Object.entries(remote.folders)) folders[name] = await this.offer.add(folder);
    const hashes = Object.entries(folders).map(([name, { hash }]) => [name, hash]);
    const ground = contentKey(messageVersion, remote.kind, remote.setup, hashes);
    const run = contentKey(ground, homeId(this.options.home), this.options.about).slice(0, 16);
    const frame = { kind: remote.kind, run, setup: remote.setup, folders, at: this.offer.at };
    const packer = new Packer(remote, ground);
    const { redis, seal, aside } = this;
    const { home, patience, note } = this.options;
    const queue = { redis, shown: this.address.shown, seal, note, patience, home };
    const round = await Round.begin(remote, packer, frame, queue, { aside, note, watch });
    this.journals.push(round.journal);
    return round;
  }
}

/** A name for this folder, the same however it is reached: two feeders that write into it feed one run. */
function homeId(home: string): string {
  const file = join(home, ".id");
  try {
    return readFileSync(file, "utf8");
  } catch {
    mkdirSync(home, { recursive: true });
    writeFileSync(file, randomUUID());
    return readFileSync(file, "utf8");
  }
}
