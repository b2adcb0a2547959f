import "../../../no-telemetry.ts";
import { Problem, withStop } from "../../../problem.ts";

export type OnnxRuntime = typeof import("onnxruntime-node");

/**
 * onnxruntime-node is an optional package: it is loaded when the first model runs; where it is missing, a sentence says
 * so.
 */
export async function onnxRuntime(): Promise<OnnxRuntime> {
  loaded ??= import("onnxruntime-node").then((module) => (module as { default?: OnnxRuntime }).default ?? module);
  try {
    return await loaded;
  } catch (error) {
    loaded = undefined;
    const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    throw new Problem(
      `Training needs the package onnxruntime-node (npm install onnxruntime-node): ${withStop(reason)}`,
    );
  }
}

let loaded: Promise<OnnxRuntime> | undefined;
