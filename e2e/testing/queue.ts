import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contentOf } from "@plotline/corpus/testing";
import { OwnRedis } from "@plotline/runs/testing";
import { afterAll, afterEach, beforeAll } from "vitest";
import { Scratch } from "./plotline.ts";
import { Running } from "./processes.ts";

/** A Redis, and commands that the end of their test ends. */
export class QueueOfProcesses {
  readonly scratch = new Scratch();
  readonly redis = new OwnRedis();
  private readonly running: Running[] = [];

  constructor() {
    beforeAll(async () => {
      await this.redis.start();
    });
    afterEach(async () => {
      for (const each of this.running.splice(0)) if (each.isRunning) await each.end("SIGKILL");
    });
    afterAll(async () => {
      await this.redis.remove();
      this.scratch.remove();
    });
  }

  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
    const made = new Running(args, { PLOTLINE_QUEUE: this.redis.address, ...env });
    this.running.push(made);
    return made;
  }

  /** A worker that is soon missed when it is killed. */
  async worker(folder: string, more: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Running> {
    const words = ["worker", "--folder", folder, ...more, "--concurrency", "1", "--lost-after", "2"];
    return this.start(words, env).says("takes work");
  }
}

/** Enough work that something can happen in the middle of it. */
export const slowAlign = (corpus: string) => ["align", corpus, "--method", "BLEU4", "plotline"];

/** Under other titles the same chapters are other work. */
export function repeated(corpus: string, times: number): string {
  for (const section of ["stories", "summaries"])
    for (const title of readdirSync(join(corpus, section)))
      for (let k = 1; k < times; k++)
        cpSync(join(corpus, section, title), join(corpus, section, `${title} ${k}`), { recursive: true });
  return corpus;
}

/** What `align` wrote, to the byte. */
export function alignments(corpus: string): Record<string, string> {
  return contentOf(join(corpus, "alignments"), "latin1");
}

/** How many parts the shards of a run have left. */
export function partsIn(corpus: string): number {
  const folder = join(corpus, ".cache", "parts");
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  return names.filter((name) => name.endsWith(".part")).length;
}

/**
 * Waits until some of a run is done, and not all of it. Workers may do what an earlier feeder offered before this one is
 * connected, which it says by its warning about the Redis.
 */
export async function inTheMiddle(corpus: string, feeder: Running, parts = 3): Promise<void> {
  const until = async (isThere: () => boolean) => {
    for (; !isThere(); await sleep(20))
      if (!feeder.isRunning) throw new Error(`it ended before anything could happen: ${feeder.err}`);
  };
  await until(() => feeder.err.includes("has no password"));
  const enough = partsIn(corpus) + parts;
  await until(() => partsIn(corpus) >= enough);
}
