import { type Value, type Values, viewOf } from "@plotline/nn";
import type { Reader } from "../reader.ts";

type Vector = number[];

/** The attentive reader's cosines for one batch, computed step by step in plain numbers from the paper's equations. */
export function readByHand({ replicas, settings }: Reader, batch: Values): Vector[] {
  const weight = (name: string) => matrix(viewOf(replicas.memory, name));
  const table = weight("words");
  const documents = rowsOf(batch, "document").map((row) =>
    bilstm(row.map(embed(table)), "document", weight, settings.hidden),
  );
  const questions = rowsOf(batch, "question").map((row) =>
    bilstm(row.map(embed(table)), "question", weight, settings.hidden),
  );
  const asked = batch["question.mask"] as Value;
  const rows = (batch["question.at"] as Value).shape[1] ?? 1;
  const seen = batch["asked.seen"] as Value;
  const [, width = 1, segments = 1] = seen.shape;
  const places = (batch["asked.place"] as Value).data;
  return Array.from(asked.data, (place, reader) => {
    const q = questions[place % rows]?.[Math.floor(place / rows)] ?? [];
    const at = places[reader] ?? 0;
    const visible = Array.from({ length: segments }, (_, k) => k).filter((k) => seen.data[at * segments + k] === 1);
    const paragraphs = visible.map((segment) => {
      const tokens = tokensOf(batch, Math.floor(at / width), segment, documents);
      return mixture(
        tokens,
        tokens.map((d) => dot(times(q, weight("read.tokens")), d)),
      );
    });
    const c = mixture(
      paragraphs,
      paragraphs.map((p) => dot(times(q, weight("read.paragraphs")), p)),
    );
    const read = q.map((value, k) => value + (c[k] ?? 0));
    const bias = weight("answer.bias")[0] ?? [];
    const answer = times(read, weight("answer.weight")).map((value, k) => value + (bias[k] ?? 0));
    const candidates = batch["question.candidates"] as Value;
    const choices = candidates.shape[1] ?? 1;
    return Array.from(candidates.data.subarray(reader * choices, (reader + 1) * choices), (token) =>
      cosine(answer, table[token] ?? []),
    );
  });
}

function matrix({ weights, shape }: { weights: Float32Array; shape: readonly number[] }): Vector[] {
  const columns = shape.at(-1) ?? 1;
  return Array.from({ length: weights.length / columns }, (_, row) => [
    ...weights.subarray(row * columns, (row + 1) * columns),
  ]);
}

/** Each row of steps; null where no token is. */
function rowsOf(batch: Values, name: string): (number | null)[][] {
  const [words, at, present] = ["words", "at", "present"].map((each) => batch[`${name}.${each}`] as Value);
  const [steps = 0, rows = 0] = at!.shape;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: steps }, (_, step) =>
      present!.data[step * rows + row] === 1 ? words!.data[at!.data[step * rows + row]!]! : null,
    ),
  );
}

function embed(table: Vector[]): (token: number | null) => Vector | null {
  return (token) => (token === null ? null : (table[token] ?? []));
}

function bilstm(row: (Vector | null)[], name: string, weight: (name: string) => Vector[], hidden: number): Vector[] {
  const forwards = lstm(row, `${name}.forwards`, weight, hidden);
  const backwards = lstm(row.toReversed(), `${name}.backwards`, weight, hidden).reverse();
  return forwards.map((state, k) => [...state, ...(backwards[k] ?? [])]);
}

/** An absent step clears the state. */
function lstm(row: (Vector | null)[], name: string, weight: (name: string) => Vector[], hidden: number): Vector[] {
  const [input, recurrent, bias] = [weight(`${name}.input`), weight(`${name}.hidden`), weight(`${name}.bias`)[0] ?? []];
  let [h, c] = [Array<number>(hidden).fill(0), Array<number>(hidden).fill(0)];
  return row.map((x) => {
    if (x === null) {
      [h, c] = [Array<number>(hidden).fill(0), Array<number>(hidden).fill(0)];
      return h;
    }
    const [fromInput, fromState] = [times(x, input), times(h, recurrent)];
    const z = bias.map((b, k) => b + (fromInput[k] ?? 0) + (fromState[k] ?? 0));
    const gate = (place: number, k: number) => 1 / (1 + Math.exp(-(z[place * hidden + k] ?? 0)));
    c = c.map((old, k) => gate(1, k) * old + gate(0, k) * Math.tanh(z[3 * hidden + k] ?? 0));
    h = c.map((cell, k) => gate(2, k) * Math.tanh(cell));
    return h;
  });
}

function tokensOf(batch: Values, chapter: number, segment: number, documents: Vector[][]): Vector[] {
  const [of, places] = [batch["document.of"] as Value, batch["document.places"] as Value];
  const [width = 1, rows = 1] = [of.shape[1], (batch["document.at"] as Value).shape[1]];
  const own = Array.from({ length: width }, (_, k) => chapter * width + k).filter((at) => of.data[at] === segment);
  return own.flatMap((at) => {
    const place = places.data[at] ?? 0;
    const vector = documents[place % rows]?.[Math.floor(place / rows)];
    return vector === undefined ? [] : [vector];
  });
}

/** Vectors by the softmax of their scores. */
function mixture(vectors: Vector[], scores: number[]): Vector {
  const shares = scores.map((score) => Math.exp(score));
  const total = shares.reduce((sum, each) => sum + each, 0);
  return (vectors[0] ?? []).map((_, k) =>
    vectors.reduce((sum, vector, at) => sum + ((vector[k] ?? 0) * (shares[at] ?? 0)) / total, 0),
  );
}

function times(x: Vector, matrix: Vector[]): Vector {
  return (matrix[0] ?? []).map((_, column) =>
    x.reduce((sum, value, row) => sum + value * (matrix[row]?.[column] ?? 0), 0),
  );
}

function dot(a: Vector, b: Vector): number {
  return a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
}

function cosine(a: Vector, b: Vector): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
