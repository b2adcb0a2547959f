import { Problem, reasonOf } from "@plotline/base";
import "../../no-telemetry.ts";

/** What is used of onnxruntime: its own types need a browser's, which a project for Node may not have. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array | string, options?: object): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: string, data: OnnxData, shape?: readonly number[]) => OnnxTensor;
}

/** As much of a session of onnxruntime as is used. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputMetadata: readonly OnnxMetadata[];
  run(
    feeds: Readonly<Record<string, OnnxTensor>>,
    fetches?: Readonly<Record<string, OnnxTensor | null>> | readonly string[],
  ): Promise<Readonly<Record<string, OnnxTensor>>>;
  release(): Promise<void>;
}

/** As much of a tensor of onnxruntime as is used. */
export interface OnnxTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: OnnxData;
}

/** What onnxruntime says of an input or output. */
export interface OnnxMetadata {
  readonly name: string;
  readonly isTensor: boolean;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

type OnnxData = Uint8Array | Uint16Array | Int32Array | BigInt64Array | Float32Array | Float64Array;

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
