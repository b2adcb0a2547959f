import { expect, test } from "vitest";
import { defaultThreads } from "../../parallel/defaults.ts";
import { paddedSteps } from "../webgpu/sizes.ts";
import { onnxRuntime } from "./runtime.ts";

test("as many threads as cores, within reason", () => {
  expect([1, 2, 8, 64].map((cores) => defaultThreads(cores))).toEqual([1, 2, 8, 8]);
});

test("batches are padded to few lengths, and none is far above what it is for", () => {
  const lengths = new Set(Array.from({ length: 256 }, (_, steps) => paddedSteps(steps + 1)));
  expect(lengths.size).toBeLessThanOrEqual(16);
  for (let steps = 1; steps <= 256; steps++) expect(paddedSteps(steps)).toBeGreaterThanOrEqual(steps);
  for (let steps = 17; steps <= 256; steps++) expect(paddedSteps(steps) / steps).toBeLessThan(1.5);
});

test("onnxruntime-node is there", async () => {
  expect((await onnxRuntime()).InferenceSession).toBeDefined();
});
