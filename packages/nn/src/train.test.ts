import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { folderOfFile } from "@plotline/corpus/testing";
import { afterAll, beforeAll, expect, test as testWithoutRuntime } from "vitest";
import type { Inputs } from "./inputs.ts";
import { linear } from "./layers/linear.ts";
import { lstm } from "./layers/lstm.ts";
import { packed } from "./layers/sequences.ts";
import { sqrt } from "./ops/arithmetic.ts";
import { dropout } from "./ops/dropout.ts";
import { mean, sum } from "./ops/reduce.ts";
import type { Parameters } from "./parameters.ts";
import { root, Scripts } from "./testing/bundle.ts";
import { decoder, decoderValues } from "./testing/models.ts";
import { type TrainOptions, train } from "./train.ts";

const { test } = needs("onnxruntime");

const scripts = new Scripts();
const folder = folderOfFile();
beforeAll(async () => {});
afterAll(() => {
  scripts.remove();
});

const sizes = { words: 12, width: 6, hidden: 8 };

/** Counting texts: the next word follows from the last. */
const texts = Array.from({ length: 40 }, (_, text) =>
  Array.from({ length: 3 + (text % 7) }, (_, place) => (text + place) % sizes.words),
);

function options(more: Partial<TrainOptions<number[]>> = {}): TrainOptions<number[]> {
  return { examples: texts, collate: decoderValues, batchSize: 10, epochs: 3, adam: { learningRate: 0.02 }, ...more };
}

async function weightsAfter(more: Partial<TrainOptions<number[]>>): Promise<Buffer> {
  const { replicas } = await train(decoder(sizes), options(more));
  const { dense, tables } = replicas.memory;
  const bytes = [dense, ...tables].flatMap(({ weights, first, second }) => [weights, first, second].map(bytesOf));
  await replicas.close();
  return Buffer.concat(bytes);
}

function bytesOf(array: Float32Array): Buffer {
  return Buffer.from(Uint8Array.from(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)));
}

test.each([1, 2])(
  "one seed gives the same weights to the bit, on %i thread(s); another seed others",
  async (threads) => {
    const first = await weightsAfter({ threads });
    expect(first.equals(await weightsAfter({ threads }))).toBe(true);
    expect(first.equals(await weightsAfter({ threads, seed: 2 }))).toBe(false);
  },
);

test("the loss falls, as progress and metrics show", async () => {
  const seen: number[] = [];
  const run = join(folder, "metrics");
  const { replicas, steps, ended } = await train(
    decoder(sizes),
    options({ epochs: 10, folder: run, onProgress: ({ loss }) => seen.push(loss) }),
  );
  await replicas.close();
  expect([steps, ended, seen.length]).toEqual([40, "finished", 40]);
  expect(seen.at(-1)).toBeLessThan(0.8 * seen[0]!);
  const lines = readFileSync(join(run, "metrics.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ step }) => step)).toEqual([...Array(40).keys()].map((step) => step + 1));
  expect(lines[0]).toMatchObject({ epoch: 1, loss: expect.any(Number), tokensPerSecond: expect.any(Number) });
});

test.each([
  ["on disk", "early"],
  ["in memory", undefined],
])("early stopping brings the best weights back, kept %s", async (_, kept) => {
  const losses = [3, 1, 2, 2.5, 0.5];
  const validated: Buffer[] = [];
  const { replicas, steps, ended, best } = await train(
    decoder(sizes),
    options({
      epochs: 5,
      patience: 2,
      ...(kept && { folder: join(folder, kept) }),
      validate: async ({ memory }) => {
        validated.push(bytesOf(memory.dense.weights));
        return { loss: losses[validated.length - 1]! };
      },
    }),
  );
  expect([steps, ended, best, validated.length]).toEqual([16, "early", 1, 4]);
  expect(bytesOf(replicas.memory.dense.weights).equals(validated[1] as Buffer)).toBe(true);
  await replicas.close();
});

test("an interrupted run resumes where it stopped and ends as if nothing had happened", async () => {
  const whole = await weightsAfter({ threads: 2 });
  const run = join(folder, "interrupted");
  for (const after of [1, 6, 7]) {
    const stop = new AbortController();
    const onProgress = ({ step }: { step: number }) => step >= after && stop.abort();
    const { replicas, ended, steps } = await train(
      decoder(sizes),
      options({ threads: 2, folder: run, onProgress, signal: stop.signal }),
    );
    expect([ended, steps]).toEqual(["interrupted", after]);
    await replicas.close();
  }
  expect((await weightsAfter({ threads: 2, folder: run })).equals(whole)).toBe(true);
});

test("a run killed at any moment resumes from its last checkpoint and ends equal to the bit", async () => {
  const script = scripts.script("killed", killable());
  const run = join(folder, "killed");
  for (const milliseconds of [150, 60, 90]) {
    const child = spawn(process.execPath, [...process.execArgv, script, run], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    await Promise.race([firstLine(child), ended]);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    child.kill("SIGKILL");
    await ended;
  }
  const last = spawn(process.execPath, [...process.execArgv, script, run], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((resolve) => last.once("exit", resolve));
  const other = spawn(process.execPath, [...process.execArgv, script, join(folder, "unharmed")], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((resolve) => other.once("exit", resolve));
  const [harmed, unharmed] = ["killed", "unharmed"].map((name) => readFileSync(join(folder, name, "last.safetensors")));
  expect(harmed?.equals(unharmed as Buffer)).toBe(true);
  const steps = readFileSync(join(run, "metrics.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).step);
  expect(steps).toEqual([...Array(steps.length).keys()].map((step) => step + 1));
});

/** A run with dropout on two threads, long enough to be killed several times. */
function killable(): string {
  return `
    import { crossEntropy, dropout, linear, lstm, packed } from "@plotline/nn";
    import { train } from "@plotline/nn/node";
    const texts = Array.from({ length: 60 }, (_, t) => Array.from({ length: 3 + (t % 7) }, (_, n) => (t + n) % 12));
    const { replicas } = await train((p, batch) => {
      const text = batch.sequences("text"), next = batch.sequences("next", { like: text });
      const states = lstm(p, "lstm", dropout(p.rows("words", [12, 6], text.ids), 0.2), text, 8);
      return crossEntropy(linear(p, "guess", states, 12), next.ids, next.present);
    }, {
      examples: texts, batchSize: 6, epochs: 12, checkpointEvery: 3, threads: 2, folder: process.argv[2], clip: 1,
      collate: (some) => ({
        ...packed("text", some.map((text) => text.slice(0, -1))), ...packed("next", some.map((text) => text.slice(1))),
      }),
      onProgress: ({ step }) => console.log(step),
    });
    await replicas.close();`;
}

function firstLine({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve) => stdout?.once("data", () => resolve()));
}

test("dropout draws again for each step and thread, the same for the same", async () => {
  const losses: number[][] = [[], []];
  for (const seen of losses) {
    const { replicas } = await train(
      (p: Parameters, batch: Inputs) => {
        const x = dropout(batch.floats("x", [1, 1000]), 0.3);
        return mean(linear(p, "out", x, 1));
      },
      {
        examples: [1],
        collate: () => ({ x: { shape: [1, 1000], data: new Float32Array(1000).fill(1) } }),
        batchSize: 1,
        epochs: 4,
        adam: { learningRate: 0 },
        onProgress: ({ loss }) => seen.push(loss),
      },
    );
    await replicas.close();
  }
  expect(losses[0]).toEqual(losses[1]);
  expect(new Set(losses[0]).size).toBe(4);
});

test("a loss that is not a number stops the run with step, batch and parameter, and keeps the last good checkpoint", async () => {
  const run = join(folder, "nan");
  const failing = train(
    (p: Parameters, batch: Inputs) => {
      const text = batch.sequences("text");
      const states = lstm(p, "lstm", p.rows("words", [3, 2], text.ids), text, 2);
      return sqrt(sum(linear(p, "out", states, 1)));
    },
    {
      examples: [1, 2, 3, 4, 5, 6],
      collate: (some) =>
        packed(
          "text",
          some.map(() => [0, 1, 2]),
        ),
      batchSize: 2,
      epochs: 50,
      folder: run,
      checkpointEvery: 1,
      adam: { learningRate: 0.5 },
    },
  );
  await expect(failing).rejects.toThrow(
    /^Training stopped at step (\d+) \(epoch \d+, batch \d+\): the loss is NaN; the first parameter with such a gradient is "words"\. The last good checkpoint is saved: .*last\.safetensors\.$/,
  );
});

test("a checkpoint of another run or another model is refused", async () => {
  const run = join(folder, "other");
  await (await train(decoder(sizes), options({ folder: run }))).replicas.close();
  await expect(train(decoder(sizes), options({ folder: run, batchSize: 5 }))).rejects.toThrow(
    /last\.safetensors: this run was started with batchSize 10, not 5; use 10, or another folder\./,
  );
  await expect(train(decoder({ ...sizes, hidden: 9 }), options({ folder: run }))).rejects.toThrow(
    /this checkpoint is of another model; its "decoder\.input" is \[6, 32\], not \[6, 36\]\./,
  );
});

testWithoutRuntime.each([0, 1.5, Number.NaN])("a batch size of %d is refused", async (batchSize) => {
  await expect(train(decoder(sizes), options({ batchSize }))).rejects.toThrow(
    /^The batch size should be a whole number/,
  );
});

test.each<[string, Partial<TrainOptions<number[]>>, RegExp]>([
  ["a missing input", { collate: () => ({}) }, /^The batch lacks the input "text\.present"\.$/],
  [
    "a class that is not there",
    { collate: (texts) => decoderValues(texts.map((text) => [0, ...text.map(() => 77)])), examples: [[1, 2]] },
    /row 77 is not in a table of 12 rows\.$/,
  ],
  ["no threads", { threads: 0 }, /^The number of threads should be a whole number from 1 on, but it is 0\.$/],
  ["a validation without a number", { validate: async () => ({}) }, /^The validation should give at least one number/],
])("%s gets its sentence", async (_, more, sentence) => {
  await expect(train(decoder(sizes), options(more))).rejects.toThrow(sentence);
});

test("a target that is not a class is reported in onnxruntime's words", async () => {
  const collate = (texts: readonly number[][]) => ({
    ...packed("text", texts),
    ...packed(
      "next",
      texts.map((text) => text.map(() => 77)),
    ),
  });
  await expect(train(decoder(sizes), options({ collate }))).rejects.toThrow(
    /^The package onnxruntime could not compute this batch: [^/]*Out of range[^/]*\.$/,
  );
});

test("a validation that is not a number is never the best", async () => {
  const numbers = [Number.NaN, 2, Number.NaN];
  const { replicas, best } = await train(
    decoder(sizes),
    options({ validate: async () => ({ loss: numbers.shift() as number }) }),
  );
  await replicas.close();
  expect(best).toBe(2);
});

testWithoutRuntime("a function without a loss, and a provider nobody has, are named", async () => {
  // @ts-expect-error: what plain JavaScript may ask for
  await expect(train(() => ({}), options())).rejects.toThrow(/should return its loss/);
  // @ts-expect-error: likewise
  await expect(train(decoder(sizes), options({ provider: "cuda" }))).rejects.toThrow(
    'There is no provider "cuda"; use cpu or portable.',
  );
});

test("an error in a thread reaches the caller", async () => {
  const examples = [
    [0, 1],
    [99, 0],
  ];
  await expect(train(decoder(sizes), options({ examples, threads: 2, batchSize: 2 }))).rejects.toThrow(
    /row 99 is not in a table of 12 rows/,
  );
});
