import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { defaultThreads } from "./parallel/defaults.ts";
import { threadCount, threadsOption } from "./parallel/options.ts";
import { rung } from "./parallel/programs.ts";
import { onnxRuntime } from "./runtime.ts";

test("as many threads as cores, within reason; the option says so", () => {
  expect([1, 2, 8, 64].map((cores) => defaultThreads(cores))).toEqual([1, 2, 8, 8]);
  expect(threadCount("3")).toBe(3);
  for (const wrong of ["0", "-1", "two", "1.5", ""]) expect(() => threadCount(wrong)).toThrow(InvalidArgumentError);
  expect(threadsOption().defaultValue).toBe(defaultThreads());
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
