import type { Tensor } from "../graph.ts";
import type { Inputs } from "../inputs.ts";
import { arrange } from "../packing.ts";
import type { Value, Values } from "../shape.ts";

/**
 * Sequences of different lengths, several of them in a row where they fit, with one empty step between two. An LSTM
 * clears its state at an empty step, so nothing leaks, and few steps are wasted on padding.
 */
export interface Sequences {
  readonly name: string;
  /** Token ids, [T, R]. */
  readonly ids: Tensor;
  /** 1 where a token is, [T, R, 1]. */
  readonly present: Tensor;
  /** The sequence that a step belongs to (0 for an empty one), [T, R]. */
  readonly owner: Tensor;
  /** The flattened step of each sequence's first and last token, [N]. */
  readonly first: Tensor;
  readonly last: Tensor;
  readonly sizes: { readonly steps: string; readonly rows: string; readonly count: string };
}

/** Sequences of the same lengths as others (the next token of each) share their sizes. */
export function sequenceInputs(batch: Inputs, name: string, like?: Sequences): Sequences {
  const sizes = like?.sizes ?? { steps: `${name}.T`, rows: `${name}.R`, count: `${name}.N` };
  const grid = [sizes.steps, sizes.rows];
  return {
    name,
    sizes,
    ids: batch.integers(`${name}.ids`, grid),
    present: batch.floats(`${name}.present`, [...grid, 1]),
    owner: batch.integers(`${name}.owner`, grid),
    first: batch.integers(`${name}.first`, [sizes.count]),
    last: batch.integers(`${name}.last`, [sizes.count]),
  };
}

/** Lays sequences out in rows: the values of everything that `Inputs.sequences` declares. */
export function packed(name: string, sequences: readonly ArrayLike<number>[]): Values {
  const values = Object.entries(inRows(sequences));
  return Object.fromEntries(values.map(([key, value]) => [`${name}.${key}`, value]));
}

/** Ids as the distinct words among them, [U], and which of those each place has, in the shape of the ids. */
export function distinctWords({ data, shape }: Value): { readonly words: Value; readonly at: Value } {
  const places = new Map<number, number>();
  const at = new Int32Array(data.length);
  for (let k = 0; k < data.length; k++) {
    const id = data[k]!;
    const known = places.get(id) ?? places.size;
    if (known === places.size) places.set(id, known);
    at[k] = known;
  }
  return { words: { shape: [places.size], data: Int32Array.from(places.keys()) }, at: { shape, data: at } };
}

/** The values of `Sequences`, each under its own name. */
export type PackedRows = Readonly<Record<"ids" | "present" | "owner" | "first" | "last", Value>>;

/** Sequences laid into rows, several in one where they fit, with absent steps between them. */
export function inRows(sequences: readonly ArrayLike<number>[]): PackedRows {
  const lengths = sequences.map(({ length }) => length);
  const { steps, rows, starts } = arrange(lengths);
  const [ids, owner] = [new Int32Array(steps * rows), new Int32Array(steps * rows)];
  const present = new Float32Array(steps * rows);
  sequences.forEach((sequence, number) => {
    for (let place = 0; place < sequence.length; place++) {
      const step = starts[number]! + place * rows;
      ids[step] = sequence[place]!;
      owner[step] = number;
      present[step] = 1;
    }
  });
  const last = starts.map((start, number) => start + Math.max(0, lengths[number]! - 1) * rows);
  return {
    ids: { shape: [steps, rows], data: ids },
    present: { shape: [steps, rows, 1], data: present },
    owner: { shape: [steps, rows], data: owner },
    first: { shape: [starts.length], data: Int32Array.from(starts) },
    last: { shape: [starts.length], data: Int32Array.from(last) },
  };
}
