import { Problem, reasonOf, withStop } from "@plotline/base";
import { checkValues } from "../../feeds.ts";
import type { Value, Values } from "../../shape.ts";
import type { EmittedModel } from "./emit.ts";
import { type OnnxRuntime, type OnnxSession, type OnnxTensor, onnxRuntime } from "./runtime.ts";

/** A model that is ready to run. One session serves every batch size, since its sizes are names. */
export class Session {
  private constructor(
    private readonly runtime: OnnxRuntime,
    private readonly session: OnnxSession,
    readonly model: Pick<EmittedModel, "inputs" | "outputs">,
  ) {}

  static async open(model: Pick<EmittedModel, "bytes" | "inputs" | "outputs">): Promise<Session> {
    const runtime = await onnxRuntime();
    try {
      const session = await runtime.InferenceSession.create(model.bytes, sessionOptions);
      return new Session(runtime, session, model);
    } catch (error) {
      throw new Problem(`The package onnxruntime refused the model: ${withStop(reasonOf(error))}`);
    }
  }

  /** Runs the model; results go into `into` where it has their names, else into new memory. */
  async run(values: Values, into: Values = {}): Promise<Values> {
    const fetches = Object.fromEntries(
      this.model.outputs.map((name) => [name, into[name] === undefined ? null : this.tensor(into[name])]),
    );
    const results = await this.computed(this.feeds(values), fetches);
    return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, asValue(result)]));
  }

  private async computed(
    feeds: Record<string, OnnxTensor>,
    fetches: Record<string, OnnxTensor | null>,
  ): Promise<Readonly<Record<string, OnnxTensor>>> {
    try {
      return await this.session.run(feeds, fetches);
    } catch (error) {
      throw new Problem(`The package onnxruntime could not compute this batch: ${lastPart(error)}.`);
    }
  }

  private feeds(values: Values): Record<string, OnnxTensor> {
    checkValues(this.model.inputs, values);
    return Object.fromEntries(this.model.inputs.map(({ name }) => [name, this.tensor(values[name]!)]));
  }

  async close(): Promise<void> {
    await this.session.release();
  }

  /** No copy: onnxruntime reads and writes the arrays in place (they must not be shared between threads). */
  private tensor({ data, shape }: Value): OnnxTensor {
    if (data instanceof Uint8Array) return new this.runtime.Tensor("bool", data, shape);
    if (data instanceof Int32Array) return new this.runtime.Tensor("int32", data, shape);
    if (data instanceof Float64Array) return new this.runtime.Tensor("float64", data, shape);
    return new this.runtime.Tensor("float32", data, shape);
  }
}

/**
 * One thread per session: threads inside onnxruntime would add gradients in an order that changes from run to run, and
 * use the cores less well than worker threads of our own.
 */
const sessionOptions = {
  executionProviders: ["cpu"],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  graphOptimizationLevel: "all",
  logSeverityLevel: 4,
};

/** The last part of onnxruntime's message, without the place in its own source. */
function lastPart(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [last = ""] = (message.split("Status Message: ").at(-1) ?? "").split("\n");
  const said = last.startsWith("/") ? last.split(/ was false\. |[\])] /).at(-1) : last;
  return (said ?? last).replace(/[.\s]+$/, "");
}

function asValue(tensor: OnnxTensor): Value {
  const { data, dims } = tensor;
  if (
    data instanceof Float32Array ||
    data instanceof Float64Array ||
    data instanceof Int32Array ||
    data instanceof Uint8Array
  ) {
    return { data, shape: [...dims] };
  }
  throw new Error(`unexpected element type ${tensor.type}`);
}
