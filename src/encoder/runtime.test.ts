import { expect, test, vi } from "vitest";
import { loadRuntime } from "./runtime.ts";

vi.mock("onnxruntime-node", () => {
  throw new Error("Cannot find package 'onnxruntime-node'");
});

test("without the optional package there is one clear sentence", async () => {
  await expect(loadRuntime()).rejects.toThrow(/^An encoder needs the package onnxruntime-node, .*npm install .*\.$/);
});
