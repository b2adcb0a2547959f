import { expect, test } from "vitest";
import { defaultThreads } from "../../parallel/defaults.ts";
import { rung } from "../webgpu/sizes.ts";
import { onnxRuntime } from "./runtime.ts";

test("as many threads as cores, within reason", () => {
  expect([1, 2, 8, 64].map((cores) => defaultThreads(cores))).toEqual([1, 2, 8, 8]);
});

test("the ladder of lengths is short, and no rung is far above what it is for", () => {
  const rungs = new Set(Array.from({ length: 256 }, (_, steps) => rung(steps + 1)));
  expect(rungs.size).toBeLessThanOrEqual(16);
  for (let steps = 1; steps <= 256; steps++) expect(rung(steps)).toBeGreaterThanOrEqual(steps);
  for (let steps = 17; steps <= 256; steps++) expect(rung(steps) / steps).toBeLessThan(1.5);
});

test("onnxruntime-node is there", async () => {
  expect((await onnxRuntime()).InferenceSession).toBeDefined();
});
