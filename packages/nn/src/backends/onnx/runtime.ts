import { Problem, reasonOf } from "@plotline/base";
import "../../no-telemetry.ts";

export type OnnxRuntime = typeof import("onnxruntime-common");

/** A name that neither the compiler nor a bundler looks for: the package may not be there. */
const runtimePackage = "onnxruntime-node";

/** onnxruntime-node is an optional package, because not every platform has a build of it: `who` needs it says so. */
export async function onnxRuntime(who = "Training"): Promise<OnnxRuntime> {
  try {
    const module: OnnxRuntime & { readonly default?: OnnxRuntime } = await import(runtimePackage);
    return module.default ?? module;
  } catch (error) {
    throw new Problem(
      `${who} needs the package onnxruntime-node, which cannot be loaded: npm install onnxruntime-node (${reasonOf(error)}).`,
    );
  }
}
