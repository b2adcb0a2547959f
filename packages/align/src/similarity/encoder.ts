import { Problem } from "@plotline/base";
import type { PackedModel } from "../learned/model.ts";
import { type Matrix, matrix, type Similarity } from "./similarity.ts";

/** Turns texts into vectors. Handed in from outside: what runs a model needs a platform (see src/encoder for Node). */
export interface Encoder {
  /** The model and how it is used, for signatures. */
  readonly name: string;
  /** One vector per text, all of one length. */
  encode(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The tokens of some paragraphs: paragraph k has the vectors `ids[starts[k]]` to before `ids[starts[k + 1]]`. */
export interface TokenVectors {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  /** Of length 1, one after the other, and the length that each had before, where they had others. */
  readonly vectors: Float32Array;
  readonly lengths?: Float32Array;
  /** The weight of each vector. */
  readonly weights: Float32Array;
}

/** An encoder's output for every token. */
export interface ContextualTokens extends Omit<TokenVectors, "weights"> {
  readonly size: number;
  /** The weights of tokens, where the model gives them. */
  readonly weights?: Float32Array;
  /** How each token is spelled. */
  readonly pieces: readonly string[];
}

/** Turns paragraphs into vectors of their tokens, each read in the context of its neighbours. */
export interface TokenEncoder {
  /** The model and how it is used, for signatures. */
  readonly name: string;
  read(paragraphs: readonly string[]): Promise<ContextualTokens>;
  /** Every vector of `a` times every vector of `b`, row by row; all have `size` numbers. */
  products(a: Float32Array, b: Float32Array, size: number): Promise<Float32Array>;
  /** A cache of what was computed from texts, so that no chapter is read twice. */
  readonly remembered?: {
    get(text: string): Float32Array | undefined;
    add(text: string, numbers: Float32Array): void;
  };
}

/** What `openEncoder` opens: vectors of whole texts and of tokens, and weights of the aligner where its folder has some. */
export interface OpenedEncoder extends Encoder {
  readonly tokens: TokenEncoder;
  readonly weights?: PackedModel;
}

/**
 * Cosine of paragraph vectors: the paper's BERT. A vector of length 0 has similarity 0 to everything.
 *
 * @example
 * const encode = async (texts) => texts.map((text) => (text.includes("Anna") ? [3, 4] : [4, 3])).map((v) => Float32Array.of(...v));
 * const similarity = encoder({ name: "who is there", encode });
 * const g = await similarity.prepare()({ summary: ["Anna leaves."], story: ["Anna went.", "It rained."] });
 * [...g.values]; // → [1, 0.96]
 */
export function encoder(model: Encoder): Similarity<Promise<Matrix>> {
  return {
    name: "encoder",
    prepare:
      () =>
      async ({ summary, story }) => {
        const vectors = await model.encode([...summary, ...story]);
        check(vectors, [...summary, ...story], model.name);
        return cosines(vectors.slice(0, summary.length), vectors.slice(summary.length));
      },
  };
}

function check(vectors: readonly Float32Array[], texts: readonly string[], name: string): void {
  if (vectors.length !== texts.length)
    throw new Problem(`The encoder ${name} gave ${vectors.length} vectors for ${texts.length} paragraphs.`);
  for (const [k, vector] of vectors.entries()) {
    if (vector.length !== vectors[0]!.length)
      throw new Problem(`The encoder ${name} gave vectors of ${vectors[0]!.length} and of ${vector.length} numbers.`);
    if (!vector.every(Number.isFinite))
      throw new Problem(`The encoder ${name} gave a vector that is not made of numbers for “${beginning(texts[k]!)}”.`);
  }
}

function beginning(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function cosines(summary: readonly Float32Array[], story: readonly Float32Array[]): Matrix {
  const columns = story.map(unit);
  const values = new Float64Array(summary.length * columns.length);
  for (const [row, vector] of summary.map(unit).entries())
    for (const [column, other] of columns.entries()) values[row * columns.length + column] = dot(vector, other);
  return matrix(summary.length, columns.length, values);
}

function unit(vector: Float32Array): Float64Array {
  const doubles = Float64Array.from(vector);
  const length = Math.sqrt(dot(doubles, doubles)) || 1;
  return doubles.map((value) => value / length);
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < left.length; k++) sum += left[k]! * right[k]!;
  return sum;
}
