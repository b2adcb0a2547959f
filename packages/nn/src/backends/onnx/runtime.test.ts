import { expect, test, vi } from "vitest";
import { onnxRuntime } from "./runtime.ts";

vi.mock("onnxruntime-node", () => {
  throw new Error("Cannot find package 'onnxruntime-node'");
});

test("without the optional package there is one clear sentence", async () => {
  await expect(onnxRuntime()).rejects.toThrow(/^Training needs the package onnxruntime-node, .*npm install .*\.$/);
});
