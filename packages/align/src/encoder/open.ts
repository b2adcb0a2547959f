/** The Node part of the encoder: onnxruntime, files and a disk cache, which the library part may not import. */

import { basename } from "node:path";
import { Problem } from "@plotline/base";
import type { OpenedEncoder } from "../similarity/encoder.ts";
import { readModelFolder } from "./model-folder.ts";
import { pieceReader, plainPieces } from "./pieces.ts";
import { openSession } from "./session.ts";
import { batches, tokenEncoder } from "./token-encoder.ts";
import { openVectorCache, unlessReadOnly } from "./vector-cache.ts";
import { ownWeights } from "./weights-file.ts";

/** How an encoder is used. */
export interface EncoderOptions {
  /** A folder for vectors, so that no text is encoded twice; a read-only one is used but not added to. */
  readonly cache?: string;
  readonly threads?: number;
}

/** Tokens that go through the model at once, padding included. */
const batchTokens = 4096;

/**
 * An encoder from a folder with `model.onnx` (or `onnx/model.onnx`), `tokenizer.json` and mostly `config.json`.
 *
 * @example
 * const model = await openEncoder("packages/encoder");
 * const [vector] = await model.encode(["Anna shut the door and went."]);
 * vector.length; // → 384
 */
export async function openEncoder(folder: string, options: EncoderOptions = {}): Promise<OpenedEncoder> {
  const model = await readModelFolder(folder);
  const { pooling, maxTokens } = model;
  const plain = plainPieces(model);
  const pieces = pieceReader(plain, maxTokens, folder);
  const session = await openSession(model, options);
  const key = `${model.hash}-${pooling}-${maxTokens}`;
  const cache = options.cache === undefined ? undefined : openVectorCache(options.cache, key);

  const encodeNew = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = new Array(texts.length);
    for (const batch of batches(texts.map(pieces), batchTokens, session.pads)) {
      const encoded = await session.encode(batch.sequences);
      for (const [k, place] of batch.places.entries()) vectors[place] = finite(encoded[k]!, texts[place]!, folder);
    }
    return vectors;
  };
  return {
    weights: ownWeights(folder),
    tokens: tokenEncoder(model, plain, session, options),
    name: `${basename(folder)} (${pooling}, ${maxTokens} tokens, ${model.hash.slice(0, 8)})`,
    encode: async (texts) => {
      const known = new Map<string, Float32Array>();
      const wanted = [...new Set(texts)];
      for (const text of wanted) {
        const vector = cache?.get(text);
        if (vector !== undefined) known.set(text, vector);
      }
      const missing = wanted.filter((text) => !known.has(text));
      const vectors = await encodeNew(missing);
      for (const [k, text] of missing.entries()) known.set(text, vectors[k]!);
      unlessReadOnly(() => cache?.add(missing, vectors));
      return texts.map((text) => known.get(text)!);
    },
  };
}

function finite(vector: Float32Array, text: string, folder: string): Float32Array {
  if (vector.every(Number.isFinite)) return vector;
  throw new Problem(
    `${folder}: the model gives NaN for the text that begins with “${text.slice(0, 40)}”; try another export of it.`,
  );
}
