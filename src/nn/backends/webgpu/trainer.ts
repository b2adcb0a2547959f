import type { AdamOptions } from "../../adam.ts";
import type { Program } from "../../compile.ts";
import { fillDropoutMask } from "../../dropout-mask.ts";
import { checkValues, type ModelInput, noSuchRow } from "../../feeds.ts";
import type { Model } from "../../model.ts";
import type { StepInfo } from "../../parallel/replica.ts";
import { elements, sizesOf } from "../../shape.ts";
import { parts, type TrainingState } from "../../training-state.ts";
import type { Value, Values } from "../../values.ts";
import type { EmittedModel } from "../onnx/emit.ts";
import type { Feeds, GpuOptions, Held } from "../onnx/session.ts";
import { adamModel, adamNumbers, type Moved, stateName } from "./adam.ts";
import { type GpuTraining, gpuEvaluation, gpuTraining, heldParts, lookupsOf, passing } from "./programs.ts";
import { SessionCache } from "./session-cache.ts";
import { cutTo, fitter } from "./sizes.ts";

/**
 * Training on a GPU. Weights, averages, tables and gradients live there; a step uploads a batch and downloads two
 * numbers, the loss and the squared length of the gradient. `memory` is a copy that `pull` refreshes.
 */
export class GpuTrainer {
  private readonly trainings: SessionCache<GpuTraining>;
  private readonly evaluations: SessionCache<Program>;
  private readonly movers: SessionCache<EmittedModel>;
  private readonly readers: SessionCache<EmittedModel>;
  private readonly fitted: ReturnType<typeof fitter>;
  private readonly held: readonly Moved[];
  private readonly lookups: ReturnType<typeof lookupsOf>;
  private readonly state = new Map<string, Held>();
  private readonly touched = new Map<string, Float32Array>();
  private squares = 0;
  /** Which copy of the state is the newer one. */
  private newer: "memory" | "gpu" | "neither" = "memory";

  constructor(
    private readonly model: Model,
    private readonly memory: TrainingState,
    options: GpuOptions = {},
  ) {
    this.trainings = new SessionCache({ ...options, results: "on the GPU" });
    this.movers = new SessionCache({ ...options, results: "on the GPU" });
    this.evaluations = new SessionCache(options);
    this.readers = new SessionCache(options);
    this.fitted = fitter(model);
    this.held = heldParts(memory);
    this.lookups = lookupsOf(model);
    for (const { name, shape } of this.held.filter(({ lazy }) => lazy)) {
      this.touched.set(name, new Float32Array(shape[0]!));
    }
  }

  /** Opens the GPU, so that a missing one is noticed before the first batch. */
  async prepare(): Promise<void> {
    await this.readers.get("pass 2", () => passing([2]));
  }

  /** Forward and backward over a batch: the loss; gradients stay on the GPU. */
  async run(batch: Values, info: StepInfo): Promise<number> {
    const { values, sizes } = this.fitted(batch);
    this.markRows(batch);
    await this.upload();
    const { model, session } = await this.trainings.get(String(Object.values(sizes)), () =>
      gpuTraining(this.model, this.memory, sizes),
    );
    const results = await session.hold(this.feeds(model, values, info));
    for (const { name } of this.held) this.keep(stateName(name, "gradient"), results[model.gradients[name] ?? ""]);
    const report = results[model.report]!;
    const [loss = Number.NaN, squares = Number.NaN] = (await this.read(report, [2])) as Float32Array;
    report.release();
    this.squares = squares;
    return loss;
  }

  /** Every result of the model for a batch, without dropout. */
  async evaluate(batch: Values): Promise<Values> {
    const { values, sizes, steps } = this.fitted(batch);
    this.eachRow(batch, () => {});
    await this.upload();
    const { model: program, session } = await this.evaluations.get(String(Object.values(sizes)), () =>
      gpuEvaluation(this.model, this.memory, sizes),
    );
    const results = await session.run(this.feeds(program, values, { step: 0, seed: 0 }));
    return Object.fromEntries(
      Object.entries(program.results).map(([name, { output, shape }]) => {
        const [first] = shape;
        const value = results[output]!;
        return [name, typeof first === "string" && first in steps ? cutTo(value, steps[first]!) : value];
      }),
    );
  }

  /** A GPU is one worker: there is nothing to add up. */
  reduce(): number {
    return this.squares;
  }

  async apply(info: { readonly step: number; readonly scale: number }, options: AdamOptions): Promise<void> {
    const { beta1, beta2 } = options;
    const { model, session } = await this.movers.get(`${beta1} ${beta2}`, () => adamModel(this.held, options));
    const feeds: Record<string, Value | Held> = { ...adamNumbers(info, options), ...Object.fromEntries(this.state) };
    for (const [name, rows] of this.touched) {
      feeds[stateName(name, "touched")] = { shape: [rows.length, 1], data: rows };
    }
    const results = await session.hold(feeds);
    const names = this.held.flatMap(({ name }) => parts.map((part) => stateName(name, part)));
    names.forEach((name, place) => void this.keep(name, results[model.outputs[place]!]));
    this.newer = "gpu";
  }

  /** Refreshes the copy in memory, and the last gradients, in which a broken one is looked for. */
  async pull(): Promise<void> {
    if (this.newer === "memory") return;
    for (const { name, shape } of this.held) {
      const host = this.hostOf(name);
      for (const part of [...parts, "gradient" as const]) {
        const held = this.state.get(stateName(name, part));
        if (held === undefined || (part !== "gradient" && this.newer === "neither")) continue;
        host[part].set((await this.read(held, shape)).subarray(0, host[part].length));
      }
    }
    this.newer = "neither";
  }

  /** The copy in memory was written to: the GPU loads it before it continues. */
  push(): void {
    this.newer = "memory";
  }

  async close(): Promise<void> {
    for (const held of this.state.values()) held.release();
    this.state.clear();
    for (const cache of [this.trainings, this.evaluations, this.movers, this.readers]) await cache.close();
  }

  private async upload(): Promise<void> {
    if (this.newer !== "memory") return;
    for (const { name, shape } of this.held) {
      const host = this.hostOf(name);
      for (const part of parts) {
        const data = new Float32Array(elements(shape));
        data.set(host[part]);
        const { model, session } = await this.movers.get(`pass ${shape}`, () => passing(shape));
        const results = await session.hold({ x: { shape, data } });
        this.keep(stateName(name, part), results[model.outputs[0]!]);
      }
    }
    this.newer = "neither";
  }

  private async read(held: Held, shape: readonly number[]): Promise<Float32Array> {
    const { model, session } = await this.readers.get(`pass ${shape}`, () => passing(shape));
    const { data } = (await session.run({ x: held }))[model.outputs[0]!] as Value;
    if (data instanceof Float32Array) return data;
    throw new Error("a GPU returned other numbers than it was given");
  }

  private keep(name: string, held: Held | undefined): void {
    this.state.get(name)?.release();
    if (held === undefined) this.state.delete(name);
    else this.state.set(name, held);
  }

  private hostOf(name: string): Record<(typeof parts)[number] | "gradient", Float32Array> {
    const { dense: all, gradients, tables } = this.memory;
    const table = tables.find((each) => each.name === name);
    const gradient = (table === undefined ? gradients : table.gradients)[0]!;
    const { weights, first, second } = table ?? all;
    return { weights, first, second, gradient };
  }

  private feeds(model: Pick<EmittedModel, "inputs">, values: Values, info: StepInfo): Feeds {
    const feeds: Record<string, Value | Held> = { ...values, ...Object.fromEntries(this.state) };
    const kept = model.inputs.filter(({ feed }) => feed.feed === "keep");
    const brought = model.inputs.filter(({ name, feed }) => feed.feed !== "keep" && !this.state.has(name));
    const sizes = checkValues(brought, values);
    for (const each of kept) feeds[each.name] = drawn(each, sizesOf(each.shape, sizes), info);
    return feeds;
  }

  /** Which rows of each table the batch looks up: those that Adam may move. */
  private markRows(batch: Values): void {
    for (const rows of this.touched.values()) rows.fill(0);
    this.eachRow(batch, (row, table) => {
      (this.touched.get(table) as Float32Array)[row] = 1;
    });
  }

  /** A GPU would not notice a row that is not there. */
  private eachRow(batch: Values, visit: (row: number, table: string) => void): void {
    for (const { table, ids } of this.lookups) {
      const { rows = 0 } = this.memory.tables.find(({ name }) => name === table) ?? {};
      for (const row of batch[ids]?.data ?? []) {
        if (!(row >= 0 && row < rows)) throw noSuchRow(table, ids, row, rows);
        visit(row, table);
      }
    }
  }
}

function drawn({ name, feed }: ModelInput, shape: readonly number[], { seed, step }: StepInfo): Value {
  const data = new Uint8Array(elements(shape));
  if (feed.feed === "keep") fillDropoutMask(data, feed.rate, seed, step, 0, name);
  return { shape, data };
}
