import { expect, test } from "vitest";
import { defaultThreads } from "../../parallel/defaults.ts";
import { onnxRuntime } from "./runtime.ts";

test("as many threads as cores, within reason", () => {
  expect([1, 2, 8, 64].map((cores) => defaultThreads(cores))).toEqual([1, 2, 8, 8]);
});

test("onnxruntime-node is there", async () => {
  expect((await onnxRuntime()).InferenceSession).toBeDefined();
});
