import { Problem } from "../problem.ts";
import { type Matrix, matrix } from "./matrix.ts";
import type { Similarity } from "./similarity.ts";

/** Turns texts into vectors. Handed in from outside: what runs a model needs a platform (see src/encoder for Node). */
export interface Encoder {
  /** The model and how it is used, for signatures. */
  readonly name: string;
  /** One vector a text, all of one length. */
  encode(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Cosine of paragraph vectors: the paper's BERT. A vector of length 0 is like nothing: 0. */
export function encoder(model: Encoder): Similarity<Promise<Matrix>> {
  return {
    name: "encoder",
    options: { model: model.name },
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
