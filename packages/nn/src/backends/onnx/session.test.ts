import { needs } from "@plotline/base/testing";
import { expect, test } from "vitest";
import { defaultThreads } from "../../parallel/defaults.ts";
import { onnxRuntime } from "./runtime.ts";

const withRuntime = needs("onnxruntime");

test("as many threads as cores, within reason", () => {
  expect([1, 2, 8, 64].map((cores) => defaultThreads(cores))).toEqual([1, 2, 8, 8]);
});

withRuntime.test("onnxruntime-node can be loaded", async () => {
  expect((await onnxRuntime()).InferenceSession).toBeDefined();
});
