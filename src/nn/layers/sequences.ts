import type { Tensor } from "../graph.ts";
import type { Inputs } from "../inputs.ts";
import { arrange, type PackOptions, roundedUp } from "../packing.ts";
import type { Values } from "../values.ts";

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
  /** Where each sequence's tokens are in the flattened steps, padded with an empty step, [N, L]. */
  readonly places: Tensor;
  /** 1 where `places` names a token, [N, L]. */
  readonly filled: Tensor;
  /** Where each step is in the flattened `places` (0 for an empty one), [T, R]. */
  readonly origin: Tensor;
  /** The flattened step of each sequence's first and last token, [N]. */
  readonly first: Tensor;
  readonly last: Tensor;
  readonly sizes: { readonly steps: string; readonly rows: string; readonly count: string; readonly longest: string };
}

/** Sequences of the same lengths as others (the next token of each) share their sizes. */
export function sequenceInputs(batch: Inputs, name: string, like?: Sequences): Sequences {
  const sizes = like?.sizes ?? { steps: `${name}.T`, rows: `${name}.R`, count: `${name}.N`, longest: `${name}.L` };
  const grid = [sizes.steps, sizes.rows];
  return {
    name,
    sizes,
    ids: batch.integers(`${name}.ids`, grid),
    present: batch.floats(`${name}.present`, [...grid, 1]),
    owner: batch.integers(`${name}.owner`, grid),
    places: batch.integers(`${name}.places`, [sizes.count, sizes.longest]),
    filled: batch.floats(`${name}.filled`, [sizes.count, sizes.longest]),
    origin: batch.integers(`${name}.origin`, grid),
    first: batch.integers(`${name}.first`, [sizes.count]),
    last: batch.integers(`${name}.last`, [sizes.count]),
  };
}

/** Lays sequences out in rows: the values of everything that `Inputs.sequences` declares. */
export function packed(name: string, sequences: readonly ArrayLike<number>[], options: PackOptions = {}): Values {
  const lengths = sequences.map(({ length }) => length);
  const { steps, rows, starts } = arrange(lengths, options);
  const count = sequences.length;
  const longest = roundedUp(
    lengths.reduce((most, length) => Math.max(most, length), 1),
    options.multiple,
  );
  const grid = steps * rows;
  const [ids, owner, origin] = [new Int32Array(grid), new Int32Array(grid), new Int32Array(grid)];
  const [present, filled] = [new Float32Array(grid), new Float32Array(count * longest)];
  const places = new Int32Array(count * longest);
  sequences.forEach((sequence, number) => {
    for (let place = 0; place < sequence.length; place++) {
      const step = (starts[number] as number) + place * rows;
      ids[step] = sequence[place] as number;
      owner[step] = number;
      present[step] = 1;
      origin[step] = number * longest + place;
      places[number * longest + place] = step;
      filled[number * longest + place] = 1;
    }
  });
  const empty = Math.max(0, present.indexOf(0));
  for (const [place, isFilled] of filled.entries()) if (isFilled === 0) places[place] = empty;
  const last = starts.map((start, number) => start + Math.max(0, (lengths[number] as number) - 1) * rows);
  return prefixed(name, {
    ids: { shape: [steps, rows], data: ids },
    present: { shape: [steps, rows, 1], data: present },
    owner: { shape: [steps, rows], data: owner },
    places: { shape: [count, longest], data: places },
    filled: { shape: [count, longest], data: filled },
    origin: { shape: [steps, rows], data: origin },
    first: { shape: [count], data: Int32Array.from(starts) },
    last: { shape: [count], data: Int32Array.from(last) },
  });
}

function prefixed(name: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));
}
