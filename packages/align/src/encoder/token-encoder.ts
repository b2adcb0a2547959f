import { basename } from "node:path";
import { once, Problem } from "@plotline/base";
import { OnnxGraph, onnxRuntime } from "@plotline/nn/node";
import type { ContextualTokens, TokenEncoder } from "../similarity/encoder.ts";
import type { ModelFolder } from "./model-folder.ts";
import type { EncoderOptions } from "./open.ts";
import type { PlainPieces } from "./pieces.ts";
import type { EncoderSession, SequenceTokens } from "./session.ts";
import { openVectorCache, unlessReadOnly } from "./vector-cache.ts";

/** Tokens of a window. */
const windowTokens = 256;
/** How many of them on each side are only its context. */
const marginTokens = 31;
/**
 * How many tokens go through the model at once. A processor is fastest with one window, which stays in its cache; and an
 * int8 model, which rounds a batch as a whole, then gives a window the same vectors whatever is read next to it.
 */
const tokensAtOnce = windowTokens;

/** The tokens of paragraphs, read in windows that overlap. */
export function tokenEncoder(
  model: ModelFolder,
  { ids, spelled, before, after }: PlainPieces,
  session: EncoderSession,
  options: EncoderOptions,
): TokenEncoder {
  const length = Math.min(windowTokens, model.maxTokens);
  const margin = Math.min(marginTokens, Math.floor(length / 8));
  const products = once(() => openProducts(options.threads));
  const key = `${model.hash}-windows-${length}-${margin}`;
  const cache = once(() => (options.cache === undefined ? undefined : openVectorCache(options.cache, key)));
  return {
    name: `${basename(model.folder)} (windows of ${length} tokens, ${model.hash.slice(0, 8)})`,
    async read(paragraphs) {
      const all = paragraphs.map(ids);
      const cut = windows(all, { length, margin, before, after });
      const read: SequenceTokens[] = new Array(cut.sequences.length);
      for (const batch of batches(cut.sequences, tokensAtOnce, session.pads)) {
        const tokens = await session.tokens(batch.sequences);
        for (const [k, place] of batch.places.entries()) read[place] = tokens[k]!;
      }
      return { ...gathered(cut, read, model.folder), pieces: all.flat().map(spelled) };
    },
    products: async (a, b, size) => (await products())(a, b, size),
    remembered: {
      get: (text) => cache()?.get(text),
      add: (text, numbers) => unlessReadOnly(() => cache()?.add([text], [numbers])),
    },
  };
}

/** The vector of each token from the window that it belongs to, of length 1. */
function gathered(cut: Windows, read: readonly SequenceTokens[], folder: string): Omit<ContextualTokens, "pieces"> {
  const { window, place, starts } = cut;
  const size = read[0]?.size ?? 0;
  const vectors = new Float32Array(window.length * size);
  const lengths = new Float32Array(window.length);
  const weights = read[0]?.weights === undefined ? undefined : new Float32Array(window.length);
  for (let token = 0; token < window.length; token++) {
    const { vectors: all, weights: heavy } = read[window[token]!]!;
    const from = place[token]! * size;
    let squares = 0;
    for (let k = 0; k < size; k++) squares += all[from + k]! ** 2;
    if (!Number.isFinite(squares))
      throw new Problem(`${folder}: the model gives NaN for some of this chapter; try another export of it.`);
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let k = 0; k < size; k++) vectors[token * size + k] = all[from + k]! * factor;
    lengths[token] = Math.sqrt(squares);
    if (weights !== undefined) weights[token] = heavy?.[place[token]!] ?? 0;
  }
  return { ids: Int32Array.from(window.keys()), starts, vectors, lengths, weights, size };
}

/** Every vector of `a` times every vector of `b`, row by row. */
type Products = (a: Float32Array, b: Float32Array, size: number) => Promise<Float32Array>;

/** A chapter has millions of pairs of tokens, too many for a loop in JavaScript: onnxruntime multiplies. */
async function openProducts(threads?: number): Promise<Products> {
  const onnx = await onnxRuntime("An encoder");
  const session = await onnx.InferenceSession.create(transposedProduct(), {
    logSeverityLevel: 4,
    ...(threads !== undefined && { intraOpNumThreads: threads }),
  });
  return async (a, b, size) => {
    if (a.length === 0 || b.length === 0) return new Float32Array(0);
    const feeds = {
      a: new onnx.Tensor("float32", a, [a.length / size, size]),
      b: new onnx.Tensor("float32", b, [b.length / size, size]),
    };
    const results = await session.run(feeds);
    return results[session.outputNames[0]!]!.data as Float32Array;
  };
}

function transposedProduct(): Uint8Array {
  const graph = new OnnxGraph("products");
  const a = graph.input("float32", ["rows", "size"], "a");
  const b = graph.input("float32", ["columns", "size"], "b");
  graph.output(graph.op("Gemm", [a, b], { transB: 1 }), "float32", ["rows", "columns"]);
  return graph.model();
}

/** Paragraphs cut into windows that a model can read at once, and where in them each token is. */
export interface Windows {
  readonly sequences: readonly Int32Array[];
  /** Token k, counted through all paragraphs, is in window `window[k]` at `place[k]`. */
  readonly window: Int32Array;
  readonly place: Int32Array;
  /** The first token of each paragraph, and the number of all tokens. */
  readonly starts: Int32Array;
}

interface WindowOptions {
  /** Tokens of a window, special ones included. */
  readonly length: number;
  /** Of these, on each side, tokens that belong to a neighbour and are only read as context. */
  readonly margin: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * The paragraphs one after the other as one stream, with the end-of-text token between them; each window has its own
 * stretch of the stream and margins around it, so that every token is read in its context.
 */
export function windows(paragraphs: readonly (readonly number[])[], options: WindowOptions): Windows {
  const { length, margin, before, after } = options;
  const own = length - before.length - after.length - 2 * margin;
  const stream: number[] = [];
  const at: number[] = [];
  const starts = new Int32Array(paragraphs.length + 1);
  paragraphs.forEach((ids, k) => {
    for (const id of ids) at.push(stream.push(id) - 1);
    stream.push(...after);
    starts[k + 1] = at.length;
  });
  const firstOf = (window: number) => Math.max(0, window * own - margin);
  const sequences = Array.from({ length: Math.ceil(stream.length / own) }, (_, window) =>
    Int32Array.from([...before, ...stream.slice(firstOf(window), (window + 1) * own + margin), ...after]),
  );
  const window = Int32Array.from(at, (position) => Math.floor(position / own));
  const place = Int32Array.from(at, (position, k) => before.length + position - firstOf(window[k]!));
  return { sequences, window, place, starts };
}

/** Sequences that go through the model together, and where each came from. */
interface Batch {
  readonly sequences: readonly Int32Array[];
  readonly places: readonly number[];
}

/**
 * Sorted by length, so that little is padded; a batch holds at most `budget` tokens, padding included. Where a model
 * does not take an attention mask (`pads` is false), a batch has sequences of one length only.
 */
export function* batches(sequences: readonly Int32Array[], budget: number, pads = true): Iterable<Batch> {
  const order = [...sequences.keys()].sort((a, b) => sequences[a]!.length - sequences[b]!.length || a - b);
  const length = (k: number) => sequences[order[k]!]!.length;
  const fits = (start: number, k: number) =>
    length(k) * (k - start + 1) <= budget && (pads || length(k) === length(start));
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && (end === start || fits(start, end))) end++;
    const places = order.slice(start, end);
    yield { places, sequences: places.map((place) => sequences[place]!) };
  }
}
