import "../no-telemetry.ts";
import { Problem } from "../problem.ts";

/** An optional dependency, because not every platform has a build of it. */
export async function loadRuntime(): Promise<typeof import("onnxruntime-node")> {
  try {
    return await import("onnxruntime-node");
  } catch (error) {
    throw new Problem(
      `An encoder needs the package onnxruntime-node, which cannot be loaded: npm install onnxruntime-node (${reasonOf(error)}).`,
    );
  }
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
