import { Problem, reasonOf, withStop } from "@plotline/base";
import { type OnnxMetadata, type OnnxSession, type OnnxTensor, onnxRuntime } from "@plotline/nn/node";
import type { ModelFolder } from "./model-folder.ts";

export interface EncoderSession {
  /** Whether sequences of several lengths may go together: the model takes an attention mask. */
  readonly pads: boolean;
  /** One vector per sequence; zeros where there is no token. */
  encode(sequences: readonly Int32Array[]): Promise<readonly Float32Array[]>;
  /** One vector per token, one after the other, and their weights where the model gives them. */
  tokens(sequences: readonly Int32Array[]): Promise<readonly SequenceTokens[]>;
}

export interface SequenceTokens {
  readonly size: number;
  readonly vectors: Float32Array;
  readonly weights?: Float32Array;
}

export async function openSession(
  model: ModelFolder,
  { threads }: { readonly threads?: number } = {},
): Promise<EncoderSession> {
  const onnx = await onnxRuntime("An encoder");
  const session = await attempt(model.modelFile, "can onnxruntime open this model", () =>
    onnx.InferenceSession.create(model.modelFile, {
      graphOptimizationLevel: "all",
      logSeverityLevel: 4,
      ...(threads !== undefined && { intraOpNumThreads: threads }),
    }),
  );
  const inputs = session.inputMetadata.map((input) => inputOf(input, model.modelFile));
  const output = outputOf(session);
  const importance = session.outputNames.includes(tokenWeights) ? [tokenWeights] : [];
  const run = async (sequences: readonly Int32Array[], outputs: readonly string[]) => {
    const width = widthOf(sequences);
    const shape = [sequences.length, width];
    const feeds: Record<string, OnnxTensor> = {};
    for (const { name, wide, fill } of inputs) {
      const values = fill(sequences, width);
      feeds[name] = wide
        ? new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), shape)
        : new onnx.Tensor("int32", values, shape);
    }
    return attempt(model.modelFile, "the model failed; does its tokenizer belong to it", () =>
      session.run(feeds, outputs),
    );
  };
  return {
    pads: inputs.some(({ name }) => name === "attention_mask"),
    async encode(sequences) {
      const results = await run(sequences, [output]);
      return pooled(results[output]!, sequences, model);
    },
    async tokens(sequences) {
      const results = await run(sequences, [output, ...importance]);
      return tokensOf(results[output]!, results[tokenWeights], sequences, model.modelFile);
    },
  };
}

/** An output with the weight of each token, which encoders made by plotline have. */
const tokenWeights = "token_weights";

function widthOf(sequences: readonly Int32Array[]): number {
  return Math.max(1, ...sequences.map(({ length }) => length));
}

interface Input {
  readonly name: string;
  readonly wide: boolean;
  readonly fill: (sequences: readonly Int32Array[], width: number) => Int32Array;
}

function inputOf({ name, ...input }: OnnxMetadata, file: string): Input {
  const fill = fillings[name];
  if (fill === undefined)
    throw new Problem(
      `${file}: the model asks for ${name}; an encoder asks for ${Object.keys(fillings).join(", ")} at most.`,
    );
  return { name, wide: !(input.isTensor && input.type === "int32"), fill };
}

const fillings: Readonly<Record<string, Input["fill"]>> = {
  input_ids: (sequences, width) => padded(sequences, width, (id) => id),
  attention_mask: (sequences, width) => padded(sequences, width, () => 1),
  token_type_ids: (sequences, width) => padded(sequences, width, () => 0),
};

function padded(sequences: readonly Int32Array[], width: number, value: (id: number) => number): Int32Array {
  const values = new Int32Array(sequences.length * width);
  for (const [row, sequence] of sequences.entries()) values.set(sequence.map(value), row * width);
  return values;
}

function outputOf({ outputNames }: OnnxSession): string {
  return outputNames.find((name) => name === "last_hidden_state" || name === "token_embeddings") ?? outputNames[0]!;
}

/** [texts, tokens, numbers] becomes one vector per text; a model that pools by itself gives [texts, numbers]. */
function pooled(
  { type, dims, data }: OnnxTensor,
  sequences: readonly Int32Array[],
  { pooling, modelFile: file }: ModelFolder,
): Float32Array[] {
  if (type !== "float32" || !(data instanceof Float32Array)) throw wrongType(type, file);
  const [texts, tokens, size = tokens] = dims;
  const whole = dims.length === 2;
  if (size === undefined || dims.length > 3 || texts !== sequences.length || !(whole || tokens === widthOf(sequences)))
    throw new Problem(
      `${file}: the model's output has the shape ${dims.join(" × ") || "of one number"}, which is not one vector per token.`,
    );
  const each = data.length / sequences.length;
  return sequences.map(({ length }, k) => {
    const own = data.subarray(k * each, (k + 1) * each);
    if (length === 0) return new Float32Array(size);
    return pooling === "cls" || whole ? own.slice(0, size) : mean(own, length, size);
  });
}

function tokensOf(
  { type, dims, data }: OnnxTensor,
  weights: OnnxTensor | undefined,
  sequences: readonly Int32Array[],
  file: string,
): SequenceTokens[] {
  if (type !== "float32" || !(data instanceof Float32Array)) throw wrongType(type, file);
  const [texts, width, size] = dims;
  if (width === undefined || size === undefined || texts !== sequences.length)
    throw new Problem(`${file}: the model gives one vector per text; the aligner needs one per token.`);
  const heavy = weights?.data instanceof Float32Array ? weights.data : undefined;
  return sequences.map(({ length }, k) => ({
    size,
    vectors: data.slice(k * width * size, (k * width + length) * size),
    weights: heavy?.slice(k * width, k * width + length),
  }));
}

function wrongType(type: string, file: string): Problem {
  return new Problem(`${file}: the model gives ${type} vectors; export it with float32 outputs.`);
}

function mean(tokens: Float32Array, count: number, size: number): Float32Array {
  const sums = new Float64Array(size);
  for (let token = 0; token < count; token++) for (let k = 0; k < size; k++) sums[k]! += tokens[token * size + k]!;
  return Float32Array.from(sums, (sum) => sum / count);
}

async function attempt<Result>(file: string, meaning: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw new Problem(`${file}: ${meaning}? (${withStop(reasonOf(error))})`);
  }
}
