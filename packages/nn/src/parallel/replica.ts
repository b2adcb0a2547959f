import { random } from "@plotline/base";
import { type AdamOptions, adam, adamStep, lazily } from "../adam.ts";
import type { Compiled, Meaning } from "../compile.ts";
import { checkValues, type ModelInput, noSuchRow, rowsName } from "../feeds.ts";
import { elements, sizesOf, type Value, type Values } from "../shape.ts";
import { shareOf, type TableState, type TrainingState } from "../training-state.ts";
import { sumRow, sumWeights, toucher } from "./summing.ts";

export interface Place {
  readonly worker: number;
  readonly workers: number;
}

/** Something that computes a compiled model's outputs; outputs with a target are written there. */
export interface Runner {
  run(feeds: Values, targets?: Values): Promise<Values>;
  close(): Promise<void>;
}

/** The two programs of a model, each with a way to run it. */
export interface Engine {
  readonly programs: Readonly<Record<Purpose, Compiled & Meaning>>;
  open(purpose: Purpose): Promise<Runner>;
}

export type Purpose = "training" | "evaluation";

/** What one step of every worker needs to know. */
export interface StepInfo {
  readonly step: number;
  readonly seed: number;
}

/**
 * One worker's share of training: computes gradients of its part of a batch, then sums and applies everyone's
 * gradients for its own slice of the weights. All workers add in the order of the workers, so sums never change.
 */
export class Replica {
  private readonly scratch = new Map<string, Float32Array | Uint8Array>();
  private readonly weights: Float32Array;
  private readonly gradient: Float32Array;
  private readonly runners = new Map<Purpose, Runner>();

  constructor(
    private readonly engine: Engine,
    private readonly memory: TrainingState,
    private readonly place: Place,
  ) {
    const shared = memory.dense.weights.buffer instanceof SharedArrayBuffer;
    this.weights = shared ? new Float32Array(memory.dense.weights.length) : memory.dense.weights;
    this.gradient = shared ? new Float32Array(memory.dense.weights.length) : this.mine(memory.gradients);
  }

  /** Prepares what can be prepared before the first batch. */
  async prepare(): Promise<void> {
    await this.ready("training");
  }

  /** Forward and backward over this worker's part of the batch: the loss; gradients go to shared memory. */
  async run(batch: Values, info: StepInfo): Promise<number> {
    const program = this.engine.programs.training;
    const session = await this.ready("training");
    this.refresh();
    for (const { touched } of this.memory.tables) this.mine(touched).fill(0);
    const feeds = this.feeds(program, batch, info);
    const results = await session.run(feeds, this.targets(program, feeds));
    if (this.gradient !== this.mine(this.memory.gradients)) this.mine(this.memory.gradients).set(this.gradient);
    for (const { table, ids, output } of program.rowGradients) {
      this.collectRows(this.table(table), batch[ids]!, results[output]!);
    }
    return Number(results[program.results["loss"]?.output ?? ""]?.data[0]);
  }

  /** Every result of the model for a batch, without dropout. */
  async evaluate(batch: Values): Promise<Values> {
    const program = this.engine.programs.evaluation;
    const session = await this.ready("evaluation");
    this.refresh();
    const results = await session.run(this.feeds(program, batch, { step: 0, seed: 0 }));
    return Object.fromEntries(Object.entries(program.results).map(([name, { output }]) => [name, results[output]!]));
  }

  private async ready(purpose: Purpose): Promise<Runner> {
    const found = this.runners.get(purpose);
    if (found !== undefined) return found;
    const runner = await this.engine.open(purpose);
    this.runners.set(purpose, runner);
    return runner;
  }

  /** Sums everyone's gradients of this worker's slice into the first worker's; gives the sum of their squares. */
  reduce(shares: readonly number[]): number {
    const { dense, gradients, tables } = this.memory;
    let squares = sumWeights(gradients, shares, ...this.slice(dense.weights.length));
    for (const table of tables) {
      const [start, end] = this.slice(table.rows);
      for (let row = start; row < end; row++) squares += sumRow(table, row, shares);
    }
    return squares;
  }

  /** Moves this worker's slice of the weights; of a table, only the rows that the batch touched. */
  apply(info: { step: number; scale: number }, options: AdamOptions): void {
    const { dense, gradients, tables } = this.memory;
    const step = adamStep(info, options);
    adam(dense, gradients[0]!, ...this.slice(dense.weights.length), step);
    const lazy = lazily(step);
    for (const table of tables) {
      const { rows, width, touched } = table;
      const [start, end] = this.slice(rows);
      for (let row = start; row < end; row++) {
        const gradient = table.gradients[toucher(table, row)];
        if (gradient !== undefined) adam(table, gradient, row * width, (row + 1) * width, lazy);
      }
      for (const each of touched) each.fill(0, start, end);
    }
  }

  async close(): Promise<void> {
    for (const runner of this.runners.values()) await runner.close();
  }

  /** onnxruntime refuses shared memory, so each worker runs on a copy of the weights. */
  private refresh(): void {
    if (this.weights !== this.memory.dense.weights) this.weights.set(this.memory.dense.weights);
  }

  private feeds(program: Compiled, batch: Values, info: StepInfo): Record<string, Value> {
    const feeds: Record<string, Value> = {};
    for (const { name, feed } of program.inputs) {
      if (feed.feed === "data" && batch[name] !== undefined) feeds[name] = batch[name];
      if (feed.feed === "parameter") feeds[name] = this.weightValue(name, this.weights);
      if (feed.feed === "rows") feeds[name] = this.pickRows(name, feed, this.table(feed.table), batch[feed.ids]);
    }
    const masks = program.inputs.filter(({ feed }) => feed.feed === "keep");
    const sizes = checkValues(
      program.inputs.filter((each) => !masks.includes(each)),
      feeds,
    );
    for (const each of masks) feeds[each.name] = this.drawMask(each, sizesOf(each.shape, sizes), info);
    return feeds;
  }

  private targets({ weightGradients, rowGradients }: Meaning, feeds: Values): Record<string, Value> {
    const targets: Record<string, Value> = {};
    for (const [name, output] of Object.entries(weightGradients))
      targets[output] = this.weightValue(name, this.gradient);
    for (const { table, ids, output } of rowGradients) {
      const { shape } = feeds[rowsName({ table, ids })]!;
      targets[output] = { shape, data: this.floats(output, elements(shape)) };
    }
    return targets;
  }

  private weightValue(name: string, all: Float32Array): Value {
    const place = this.memory.places[name];
    if (place === undefined) throw new Error(`no weight is called ${name}`);
    return { shape: place.shape, data: all.subarray(place.start, place.start + elements(place.shape)) };
  }

  private pickRows(input: string, { ids: by }: { ids: string }, table: TableState, ids: Value | undefined): Value {
    if (ids === undefined) return { shape: [], data: new Float32Array(0) };
    const { name, weights, rows, width } = table;
    const data = this.floats(input, ids.data.length * width);
    for (let place = 0; place < ids.data.length; place++) {
      const row = ids.data[place]!;
      if (!(row >= 0 && row < rows)) throw noSuchRow(name, by, row, rows);
      data.set(weights.subarray(row * width, (row + 1) * width), place * width);
    }
    return { shape: [...ids.shape, width], data };
  }

  private collectRows({ width, ...table }: TableState, ids: Value, { data }: Value): void {
    const sums = this.mine(table.gradients);
    const touched = this.mine(table.touched);
    for (let place = 0; place < ids.data.length; place++) {
      const row = ids.data[place]!;
      const from = place * width;
      const to = row * width;
      if (touched[row] === 0) {
        touched[row] = 1;
        for (let at = 0; at < width; at++) sums[to + at] = data[from + at]!;
      } else {
        for (let at = 0; at < width; at++) sums[to + at] = sums[to + at]! + data[from + at]!;
      }
    }
  }

  private drawMask({ name, feed }: ModelInput, shape: readonly number[], info: StepInfo): Value {
    const data = this.bytes(name, elements(shape));
    if (feed.feed === "keep") fillDropoutMask(data, feed.rate, info.seed, info.step, this.place.worker, name);
    return { shape, data };
  }

  private slice(count: number): readonly [number, number] {
    return shareOf(count, this.place.worker, this.place.workers);
  }

  private mine<T>(each: readonly T[]): T {
    return each[this.place.worker]!;
  }

  private table(name: string): TableState {
    return this.memory.tables.find((table) => table.name === name) as TableState;
  }

  /** Memory that is reused from batch to batch and grows with the largest. */
  private floats(name: string, count: number): Float32Array {
    const found = this.scratch.get(name);
    const made = found instanceof Float32Array && found.length >= count ? found : new Float32Array(count);
    this.scratch.set(name, made);
    return made.subarray(0, count);
  }

  private bytes(name: string, count: number): Uint8Array {
    const found = this.scratch.get(name);
    const made = found instanceof Uint8Array && found.length >= count ? found : new Uint8Array(count);
    this.scratch.set(name, made);
    return made.subarray(0, count);
  }
}

/** Draws a dropout mask (1 keeps): a stream for each seed, step, worker and place in the model, so nothing need be stored. */
export function fillDropoutMask(
  kept: Uint8Array,
  rate: number,
  ...stream: readonly [seed: number, step: number, worker: number, name: string]
): void {
  const next = random("kept", ...stream);
  const threshold = Math.round(rate * 2 ** 32);
  let [x, y, z, w] = [bits(next()), bits(next()), bits(next()), bits(next()) | 1];
  for (let place = 0; place < kept.length; place++) {
    // xorshift128 (Marsaglia 2003): a few operations per draw
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    kept[place] = Number(w >>> 0 >= threshold);
  }
}

function bits(number: number): number {
  return Math.floor(number * 2 ** 32) | 0;
}
