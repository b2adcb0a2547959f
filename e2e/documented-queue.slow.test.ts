import { needs } from "@plotline/base/testing";
import { OwnRedis } from "@plotline/runs/testing";
import { afterAll, beforeAll, expect } from "vitest";
import { commandsToRun, DocumentedFolder } from "./testing/documented.ts";
import type { Running } from "./testing/processes.ts";

const { test } = needs("redis");
const folder = new DocumentedFolder();
beforeAll(() => folder.write());
afterAll(() => folder.remove());

test("what the documents show with a queue runs as shown, on a Redis of this machine", async () => {
  const redis = await new OwnRedis().start();
  const workers: Running[] = [];
  try {
    for (const { words, ...rest } of commandsToRun({ onQueue: true })) {
      const own = words.map((word) => (word.startsWith("redis://") ? redis.address : word));
      if (words.includes("--folder")) workers.push(await folder.started(own));
      else await folder.run({ ...rest, words: own });
    }
  } finally {
    for (const worker of workers) expect((await worker.end("SIGTERM")).code).toBe(0);
    await redis.remove();
  }
});
