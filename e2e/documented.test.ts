import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OwnRedis } from "../src/jobs/queue/testing/redis.ts";
import { needs } from "../src/testing/needs.ts";
import { writeDocumentedFiles } from "./testing/documented-files.ts";
import { documentedCommands, isName, type Shown } from "./testing/documents.ts";
import { Scratch } from "./testing/plotline.ts";
import { Running } from "./testing/processes.ts";

/** Commands that are not run here, and why. */
const exempt: Readonly<Record<string, string>> = {
  "table CORPUS": "it trains a reader for each task and row, for hours; e2e/table.test.ts makes a quick one",
  "summarize runs/completion story.txt --bullets 8":
    "a decoder that can write takes hours of training, and others are refused; src/cli/readers.test.ts writes with one",
};

/** Commands that run until they are stopped, what they say when they are ready, and the signal that stops them. */
const lasting: Readonly<Record<string, readonly [string, NodeJS.Signals]>> = {
  serve: ["plotline is at", "SIGINT"],
  worker: ["takes work", "SIGTERM"],
};

const scratch = new Scratch();
beforeAll(() => writeDocumentedFiles(scratch.folder));
afterAll(() => scratch.remove());

describe("what the documents show runs as shown:", () => {
  const shown = documentedCommands().filter(({ words }) => !(words.join(" ") in exempt));
  const needsQueue = ({ words }: Shown) => words.includes("--queue");

  for (const each of shown.filter((one) => !needsQueue(one))) test(`${each.line} (${each.document})`, () => run(each));

  needs("redis").test("the commands with a queue", () => runOnQueue(shown.filter(needsQueue)));
});

async function runOnQueue(shown: readonly Shown[]): Promise<void> {
  const redis = await new OwnRedis().start();
  const workers: Running[] = [];
  try {
    for (const { words, ...rest } of shown) {
      const own = words.map((word) => (word.startsWith("redis://") ? redis.address : word));
      if (words[0] === "worker") workers.push(await started(own));
      else await run({ ...rest, words: own });
    }
  } finally {
    for (const worker of workers) expect((await worker.end("SIGTERM")).code).toBe(0);
    await redis.remove();
  }
}

async function run(shown: Shown): Promise<void> {
  const words = isName(shown) ? [...shown.words, "--help"] : shown.words;
  const [, signal] = lasting[words[0] ?? ""] ?? [];
  if (signal !== undefined && !isName(shown)) {
    await (await started(words)).end(signal);
    return;
  }
  const { code, err } = await start(words).ended();
  expect(code, err).toBe(0);
}

function started(words: readonly string[]): Promise<Running> {
  const [ready = ""] = lasting[words[0] ?? ""] ?? [];
  return start(words).says(ready);
}

function start(words: readonly string[]): Running {
  return new Running(words, { XDG_CACHE_HOME: scratch.path("cache") }, scratch.folder);
}
