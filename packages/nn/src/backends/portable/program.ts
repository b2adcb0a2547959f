import { Problem } from "@plotline/base";
import { bindSizes, feedName, noSuchRow } from "../../feeds.ts";
import { executionOrder, isStep, type Step, type Tensor } from "../../graph.ts";
import { type Dimension, product, type Sizes, sizesOf, type Value, type Values } from "../../shape.ts";
import { Calculator } from "./calculator.ts";
import { inKernelMemory } from "./kernel-memory.ts";
import type { Memory } from "./memory.ts";

export interface PortableOptions {
  /** Where values are, if not in the kernel's memory. */
  readonly memory?: Memory;
  /** Apply dropout, whose masks are then among the feeds. */
  readonly training?: boolean;
}

/** Supplies the values that no operation computes: data, a weight, rows of a table, a dropout mask. */
type FeedValue = (tensor: Tensor, sizes: Sizes) => Value;

/**
 * A graph that is computed step by step with typed arrays: synchronous, the same in Node and in a tab. Memory of values
 * that no later step needs is reused; the results belong to the caller.
 *
 * @example
 * const x = input("x", [3]);
 * const program = new PortableProgram([sum(square(x)), ...gradients(sum(square(x)), [x])]);
 * const [value, slope] = program.run({ x: { shape: [3], data: new Float32Array([1, 2, 3]) } });
 * [value.data[0], [...slope.data]]; // → [14, [2, 4, 6]]
 */
export class PortableProgram {
  readonly feeds: readonly Tensor[];
  private readonly steps: readonly Step[];
  /** How often each value is read, by later steps or as a result. */
  private readonly reads = new Map<Tensor, number>();
  /** How many numbers each result has. */
  private readonly counts: readonly Dimension[];

  constructor(
    private readonly outputs: readonly Tensor[],
    private readonly options: PortableOptions = {},
  ) {
    const { feeds, steps } = executionOrder(outputs);
    this.feeds = feeds;
    this.steps = steps;
    this.counts = steps.flatMap(({ results }) => results.map(({ shape }) => product(shape)));
    for (const tensor of [...steps.flatMap(({ inputs }) => inputs), ...outputs])
      this.reads.set(tensor, (this.reads.get(tensor) ?? 0) + 1);
  }

  /** Runs on data, weights and tables by their names, without dropout. */
  run(values: Values): Value[] {
    const named = (name: string) => {
      const found = values[name];
      if (found === undefined) throw new Problem(`The input "${name}" is missing.`);
      return found;
    };
    return this.runWith(({ source }) => {
      if (isStep(source) || source.feed === "keep") return noMask;
      return source.feed === "rows" ? rowsOf(source, named(source.table), named(source.ids)) : named(source.name);
    });
  }

  runWith(feed: FeedValue): Value[] {
    const sizes: Record<string, number> = {};
    const fed = new Map<Tensor, Value>();
    for (const tensor of byKnownSizes(this.feeds)) {
      const value = feed(tensor, sizes);
      if (!isMask(tensor)) bindSizes(nameOf(tensor), tensor.shape, value, sizes);
      fed.set(tensor, value);
    }
    const { memory } = this.options;
    if (memory !== undefined) return this.compute(fed, sizes, memory);
    return inKernelMemory(this.countsIn(fed, sizes), (kernel) => this.compute(fed, sizes, kernel));
  }

  private compute(fed: ReadonlyMap<Tensor, Value>, sizes: Sizes, memory: Memory): Value[] {
    const held = new Map([...fed].map(([tensor, value]) => [tensor, placed(value, memory)]));
    const owned = new Uses();
    for (const { data } of held.values()) owned.add(data);
    const calculator = new Calculator(sizes, memory, this.options.training ?? false);
    const unread = new Map(this.reads);
    for (const step of this.steps) {
      step
        .compute(
          calculator,
          step.inputs.map((tensor) => held.get(tensor) as Value),
        )
        .forEach((value, place) => {
          const result = step.results[place]!;
          held.set(result, value);
          if (unread.has(result)) owned.add(value.data);
        });
      for (const tensor of step.inputs) read(tensor, { unread, held, owned, memory });
    }
    return this.outputs.map((tensor) => {
      const { shape, data } = held.get(tensor) as Value;
      return { shape, data: data.slice() };
    });
  }

  /** How many numbers each array of a run has. */
  private countsIn(fed: ReadonlyMap<Tensor, Value>, sizes: Sizes): number[] {
    const different = [...new Set(this.counts)];
    const known = new Map(sizesOf(different, sizes).map((count, k) => [different[k]!, count]));
    const ofFeeds = Array.from(fed.values(), ({ data }) => data.length);
    return [...ofFeeds, ...this.counts.map((count) => known.get(count)!)];
  }
}

/** A value where the loops can work on it. */
function placed({ shape, data }: Value, memory: Memory): Value {
  if (data instanceof Int32Array || data instanceof Uint8Array) return { shape, data };
  const copy = memory.take(data.length);
  copy.set(data);
  return { shape, data: copy };
}

/** What a run knows of its values: how often they will be read, and where they are. */
interface State {
  readonly unread: Map<Tensor, number>;
  readonly held: Map<Tensor, Value>;
  readonly owned: Uses;
  readonly memory: Memory;
}

/** After its last reader a value's memory is free, unless a reshaped value still uses it. */
function read(tensor: Tensor, { unread, held, owned, memory }: State): void {
  const left = (unread.get(tensor) ?? 0) - 1;
  unread.set(tensor, left);
  if (left > 0 || !isStep(tensor.source)) return;
  const { data } = held.get(tensor) as Value;
  held.delete(tensor);
  if (owned.remove(data) && (data instanceof Float32Array || data instanceof Float64Array)) memory.release(data);
}

/** The mask that drops nothing. */
export const noMask: Value = { shape: [], data: new Uint8Array(0) };

/** The rows of a table that ids name. */
function rowsOf(named: { readonly table: string; readonly ids: string }, { shape, data }: Value, ids: Value): Value {
  const [rows = 0, width = 1] = shape;
  const picked = new Float32Array(ids.data.length * width);
  for (let k = 0; k < ids.data.length; k++) {
    const row = ids.data[k]!;
    if (!(row >= 0 && row < rows)) throw noSuchRow(named.table, named.ids, row, rows);
    picked.set(data.subarray(row * width, (row + 1) * width), k * width);
  }
  return { shape: [...ids.shape, width], data: picked };
}

function nameOf({ source }: Tensor): string {
  return isStep(source) ? source.operation : feedName(source, 0);
}

/** How many values share an array. */
class Uses {
  private readonly counts = new Map<Value["data"], number>();

  add(data: Value["data"]): void {
    this.counts.set(data, (this.counts.get(data) ?? 0) + 1);
  }

  /** Whether that was the last reference. Fed values are never released, so their arrays are never reused. */
  remove(data: Value["data"]): boolean {
    const left = (this.counts.get(data) ?? 0) - 1;
    this.counts.set(data, left);
    return left === 0;
  }
}

/** Masks last: their sizes follow from those of the data. */
function byKnownSizes(feeds: readonly Tensor[]): Tensor[] {
  return [...feeds.filter((tensor) => !isMask(tensor)), ...feeds.filter(isMask)];
}

function isMask({ source }: Tensor): boolean {
  return !isStep(source) && source.feed === "keep";
}
