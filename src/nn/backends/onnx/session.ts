import type { InferenceSession, Tensor as OrtTensor } from "onnxruntime-node";
import { Problem, reasonOf, withStop } from "../../../problem.ts";
import type { Provider } from "../../../providers.ts";
import { checkValues } from "../../feeds.ts";
import type { Value, Values } from "../../values.ts";
import type { EmittedModel } from "./emit.ts";
import { type OnnxRuntime, onnxRuntime } from "./runtime.ts";

/** A tensor of onnxruntime. Its own type refers to a browser's types, which projects for Node do not have. */
interface GpuTensor {
  dispose(): void;
}

/** Numbers that stay on a GPU: results of one model, fed to another, until they are released. */
export class Held {
  constructor(readonly tensor: GpuTensor) {}

  release(): void {
    this.tensor.dispose();
  }
}

export type Feeds = Readonly<Record<string, Value | Held>>;

export interface GpuOptions {
  /**
   * On WebGPU, reuse every buffer for the next batch. Several times faster from a thousand sequences on, but the GPU's
   * memory fills when batches have many different sizes; the first session of a process decides.
   */
  readonly keepBuffers?: boolean;
}

/** A GPU that was lost, or ran out of memory, while it computed. */
export class GpuLost extends Problem {
  constructor(
    sentence: string,
    readonly reason: string,
  ) {
    super(sentence);
  }
}

/** A model that is ready to run. One session serves every batch size, since its sizes are names. */
export class Session {
  private constructor(
    private readonly runtime: OnnxRuntime,
    private readonly session: InferenceSession,
    private readonly provider: Provider,
    readonly model: Pick<EmittedModel, "inputs" | "outputs">,
  ) {}

  static async open(
    model: Pick<EmittedModel, "bytes" | "inputs" | "outputs">,
    provider: Provider,
    gpu: GpuOptions & { readonly results?: "here" | "on the GPU" } = {},
  ): Promise<Session> {
    const runtime = await onnxRuntime();
    try {
      const session = await runtime.InferenceSession.create(model.bytes, sessionOptions(provider, gpu));
      return new Session(runtime, session, provider, model);
    } catch (error) {
      throw new Problem(refusal(provider, error));
    }
  }

  /** Runs the model; results go into `into` where it has their names, else into new memory. */
  async run(values: Feeds, into: Values = {}): Promise<Values> {
    const fetches = Object.fromEntries(
      this.model.outputs.map((name) => [name, into[name] === undefined ? null : this.tensor(into[name])]),
    );
    const results = await this.computed(this.feeds(values), fetches);
    return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, asValue(result)]));
  }

  /** Runs a model whose results stay on the GPU: returns when the work is handed over, not when it is done. */
  async hold(values: Feeds): Promise<Record<string, Held>> {
    const results = await this.computed(this.feeds(values));
    return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, new Held(result)]));
  }

  private async computed(
    feeds: Record<string, OrtTensor>,
    fetches?: Record<string, OrtTensor | null>,
  ): Promise<InferenceSession.ReturnType> {
    try {
      return await (fetches ? this.session.run(feeds, fetches) : this.session.run(feeds));
    } catch (error) {
      const reason = lastPart(error);
      if (this.provider === "cpu")
        throw new Problem(`The package onnxruntime could not compute this batch: ${reason}.`);
      throw new GpuLost(`The GPU failed (${reason}); try smaller batches, or the provider cpu.`, reason);
    }
  }

  private feeds(values: Feeds): Record<string, OrtTensor> {
    checkValues(
      this.model.inputs.filter(({ name }) => !(values[name] instanceof Held)),
      Object.fromEntries(
        Object.entries(values).filter((entry): entry is [string, Value] => !(entry[1] instanceof Held)),
      ),
    );
    return Object.fromEntries(
      this.model.inputs.map(({ name }) => {
        const value = values[name] as Value | Held;
        return [name, value instanceof Held ? (value.tensor as OrtTensor) : this.tensor(value)];
      }),
    );
  }

  async close(): Promise<void> {
    await this.session.release();
  }

  /** No copy: onnxruntime reads and writes the arrays in place (they must not be shared between threads). */
  private tensor({ data, shape }: Value): OrtTensor {
    if (data instanceof Uint8Array) return new this.runtime.Tensor("bool", data, shape);
    if (data instanceof Int32Array) return new this.runtime.Tensor("int32", data, shape);
    if (data instanceof Float64Array) return new this.runtime.Tensor("float64", data, shape);
    return new this.runtime.Tensor("float32", data, shape);
  }
}

/**
 * Graphs for a GPU are not optimised: onnxruntime would fuse each product and sum into its slower Gemm. One thread per
 * session: threads inside onnxruntime would add gradients in an order that changes from run to run, and use the cores
 * less well than worker threads of our own.
 */
function sessionOptions(
  provider: Provider,
  { results = "here", ...gpu }: GpuOptions & { readonly results?: "here" | "on the GPU" },
): InferenceSession.SessionOptions {
  return {
    ...(results === "on the GPU" && { preferredOutputLocation: "gpu-buffer" as const }),
    executionProviders: [provider === "cpu" ? "cpu" : webGpu(gpu)],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: provider === "cpu" ? "all" : "disabled",
    logSeverityLevel: 4,
  };
}

/** Our graphs are checked while they are built, so Dawn need not check every call again. */
function webGpu({ keepBuffers = false }: GpuOptions) {
  return {
    name: "webgpu",
    validationMode: "disabled",
    ...(keepBuffers && { storageBufferCacheMode: "simple", enableRobustness: false }),
  };
}

function refusal(provider: Provider, error: unknown): string {
  const message = reasonOf(error);
  if (provider === "cpu") return `The package onnxruntime refused the model: ${withStop(message)}`;
  const reason = /Failed to .*$/.exec(message)?.[0] ?? message;
  return `The provider ${provider} cannot be used on this machine (${reason}); use the provider cpu.`;
}

/** The last part of onnxruntime's message, without the place in its own source. */
function lastPart(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [last = ""] = (message.split("Status Message: ").at(-1) ?? "").split("\n");
  const said = last.startsWith("/") ? last.split(/ was false\. |[\])] /).at(-1) : last;
  return (said ?? last).replace(/[.\s]+$/, "");
}

function asValue(tensor: OrtTensor): Value {
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
