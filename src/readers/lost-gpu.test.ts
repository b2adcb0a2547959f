import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as Ort from "onnxruntime-node";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { toyCorpus, toyModel, toyTraining } from "./testing/toy.ts";
import { trainReader } from "./train.ts";

/** How many more models the GPU runs before it is gone; then it says what onnxruntime says of a lost device. */
const gpu = vi.hoisted(() => ({ runs: Number.POSITIVE_INFINITY }));

vi.mock("../nn/backends/onnx/runtime.ts", () => ({
  onnxRuntime: async () => {
    const runtime = await import("onnxruntime-node");
    return { ...runtime, InferenceSession: { create: pretendedGpu(runtime) } };
  },
}));

/** The processor in the place of a GPU: it computes the same, until the GPU goes away. */
function pretendedGpu({ InferenceSession }: typeof Ort) {
  return async (bytes: Uint8Array, { preferredOutputLocation: _, ...options }: Ort.InferenceSession.SessionOptions) => {
    const isGpu = options.executionProviders?.some((each) => typeof each === "object" && each.name === "webgpu");
    const session = await InferenceSession.create(bytes, { ...options, executionProviders: ["cpu"] });
    return {
      release: () => session.release(),
      run: (...given: Parameters<typeof session.run>) => {
        if (isGpu && --gpu.runs < 0) throw new Error(lost);
        return session.run(...given);
      },
    };
  };
}

const lost =
  "Non-zero status code returned while running MatMul node. Name:'' Status Message: /onnxruntime_src/core/providers/webgpu/buffer_manager.cc:603 status == wgpu::MapAsyncStatus::Success was false. Failed to download data from buffer: Device is lost.";

afterEach(() => {
  gpu.runs = Number.POSITIVE_INFINITY;
});

const { data, contexts } = toyCorpus(6, 8);
const options = {
  task: "cloze",
  data,
  contexts,
  model: { ...toyModel, longestParagraph: 16, longestBullet: 16 },
  train: { ...toyTraining, epochs: 2 },
  threads: 1,
  checkpointEvery: 3,
} as const;

function stepsIn(run: string): number[] {
  const lines = readFileSync(join(run, "metrics.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line)).flatMap(({ step, loss }) => (loss === undefined ? [] : step));
}

test("a GPU that goes away leaves the last checkpoint, and another processor resumes from there", async () => {
  const run = temporaryFolder();
  const stops = { provider: "webgpu", folder: run, onProgress: ({ step }: { step: number }) => step === 5 && goes() };
  const goes = () => {
    gpu.runs = 1;
  };
  await expect(trainReader({ ...options, ...stops, provider: "webgpu" })).rejects.toThrow(
    `The GPU stopped answering (Failed to download data from buffer: Device is lost). What was trained up to the last checkpoint is in ${run}.`,
  );
  const again: number[] = [];
  const { reader, ended, steps } = await trainReader({
    ...options,
    folder: run,
    onProgress: ({ step }) => again.push(step),
  });
  await reader.close();
  expect(ended).toBe("finished");
  expect(again[0]).toBe(4);
  expect(stepsIn(run)).toEqual(Array.from({ length: steps }, (_, k) => k + 1));
});

test("a GPU that goes away before the first checkpoint is reported too", async () => {
  const run = temporaryFolder();
  gpu.runs = 40;
  await expect(trainReader({ ...options, checkpointEvery: 1000, provider: "webgpu", folder: run })).rejects.toThrow(
    "There was no checkpoint yet",
  );
  expect(existsSync(join(run, "last.safetensors"))).toBe(false);
});

test("a GPU that goes away while it validates loses nothing either", async () => {
  const run = temporaryFolder();
  let epochs = 0;
  const onProgress = ({ epoch, step, steps }: { epoch: number; step: number; steps: number }) => {
    epochs = epoch;
    if (step === steps / 2) gpu.runs = 2;
  };
  await expect(trainReader({ ...options, provider: "webgpu", folder: run, onProgress })).rejects.toThrow(
    "The GPU stopped answering",
  );
  expect(epochs).toBe(1);
  const { reader, ended } = await trainReader({ ...options, folder: run });
  await reader.close();
  expect(ended).toBe("finished");
});
