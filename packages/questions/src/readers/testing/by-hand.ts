import { type Value, type Values, viewOf } from "@plotline/nn";
import type { Reader } from "../reader.ts";

type Vector = number[];

/** Weights by name: those of a reader, or others in their place. */
type Weights = (name: string) => Vector[];

export function weightsOf({ replicas }: Reader): Weights {
  return (name) => matrix(viewOf(replicas.memory, name));
}

/** The attentive reader's cosines for one batch, computed step by step in plain numbers from the paper's equations. */
export function readByHand(reader: Reader, batch: Values, weight = weightsOf(reader)): Vector[] {
  const { settings } = reader;
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
    const c = read(
      q,
      visible.map((segment) => tokensOf(batch, Math.floor(at / width), segment, documents)),
      weight,
    );
    const both = q.map((value, k) => value + (c[k] ?? 0));
    const bias = weight("answer.bias")[0] ?? [];
    const answer = times(both, weight("answer.weight")).map((value, k) => value + (bias[k] ?? 0));
    const candidates = batch["question.candidates"] as Value;
    const choices = candidates.shape[1] ?? 1;
    return Array.from(candidates.data.subarray(reader * choices, (reader + 1) * choices), (token) =>
      cosine(answer, table[token] ?? []),
    );
  });
}

/**
 * −log p of every token of every text, in their order: c_t is read with the state after token t − 1, LSTM_g goes on with
 * that token and c_t, and W_f of its state gives each word a score.
 */
export function writeByHand(batch: Values, weight: Weights, hidden: number): number[] {
  const table = weight("words");
  const documents = rowsOf(batch, "document").map((row) => bilstm(row.map(embed(table)), "document", weight, hidden));
  const [ids, owner, seen, at, next] = [
    batch["bullet.ids"],
    batch["bullet.owner"],
    batch["bullet.seen"],
    batch["written.at"],
    batch["written.next"],
  ] as [Value, Value, Value, Value, Value];
  const [, chapters = 1, rows = 1] = ids.shape;
  const segments = seen.shape[1] ?? 1;
  let [text, h, c]: [number, Vector, Vector] = [-1, [], []];
  return Array.from(at.data, (place, k) => {
    const own = owner.data[place]!;
    if (own !== text) [text, h, c] = [own, Array<number>(hidden).fill(0), Array<number>(hidden).fill(0)];
    const chapter = Math.floor(place / rows) % chapters;
    const visible = Array.from({ length: segments }, (_, each) => each).filter(
      (segment) => seen.data[own * segments + segment] === 1,
    );
    const context = read(
      h,
      visible.map((segment) => tokensOf(batch, chapter, segment, documents)),
      weight,
    );
    const word = times(table[ids.data[place]!]!, weight("writer.input"));
    const nothing = Array<number>(2 * hidden).fill(0);
    const state = times([...(visible.length > 0 ? context : nothing), ...h], weight("writer.hidden"));
    const z = (weight("writer.bias")[0] ?? []).map((bias, gate) => bias + word[gate]! + state[gate]!);
    [h, c] = cell(z, c);
    const scores = times(h, weight("next.weight")).map((score, each) => score + weight("next.bias")[0]![each]!);
    const most = Math.max(...scores);
    return most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0)) - scores[next.data[k]!]!;
  });
}

/** α over the tokens of each paragraph, β over the paragraphs. */
function read(q: Vector, paragraphs: Vector[][], weight: Weights): Vector {
  const read = paragraphs.map((tokens) =>
    mixture(
      tokens,
      tokens.map((d) => dot(times(q, weight("read.tokens")), d)),
    ),
  );
  return mixture(
    read,
    read.map((p) => dot(times(q, weight("read.paragraphs")), p)),
  );
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

function bilstm(row: (Vector | null)[], name: string, weight: Weights, hidden: number): Vector[] {
  const forwards = lstm(row, `${name}.forwards`, weight, hidden);
  const backwards = lstm(row.toReversed(), `${name}.backwards`, weight, hidden).reverse();
  return forwards.map((state, k) => [...state, ...(backwards[k] ?? [])]);
}

/** An absent step clears the state. */
function lstm(row: (Vector | null)[], name: string, weight: Weights, hidden: number): Vector[] {
  const [input, recurrent, bias] = [weight(`${name}.input`), weight(`${name}.hidden`), weight(`${name}.bias`)[0] ?? []];
  let [h, c] = [Array<number>(hidden).fill(0), Array<number>(hidden).fill(0)];
  return row.map((x) => {
    if (x === null) {
      [h, c] = [Array<number>(hidden).fill(0), Array<number>(hidden).fill(0)];
      return h;
    }
    const [fromInput, fromState] = [times(x, input), times(h, recurrent)];
    const z = bias.map((b, k) => b + (fromInput[k] ?? 0) + (fromState[k] ?? 0));
    [h, c] = cell(z, c);
    return h;
  });
}

/** The state and the cell after a step, from the sums that go into its gates, in the order i, f, o, g. */
function cell(z: Vector, before: Vector): [Vector, Vector] {
  const hidden = before.length;
  const gate = (place: number, k: number) => 1 / (1 + Math.exp(-(z[place * hidden + k] ?? 0)));
  const c = before.map((old, k) => gate(1, k) * old + gate(0, k) * Math.tanh(z[3 * hidden + k] ?? 0));
  return [c.map((value, k) => gate(2, k) * Math.tanh(value)), c];
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
