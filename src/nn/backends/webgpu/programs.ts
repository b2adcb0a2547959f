import { evaluationProgram, type Program } from "../../compile.ts";
import { gradients } from "../../gradients.ts";
import { executionOrder, input, type Tensor } from "../../graph.ts";
import type { Model } from "../../model.ts";
import { add, square } from "../../ops/arithmetic.ts";
import { constant } from "../../ops/constant.ts";
import { concat, reshape, split } from "../../ops/layout.ts";
import { sum } from "../../ops/reduce.ts";
import { addRows, gatherRows } from "../../ops/rows.ts";
import { roundedUp } from "../../packing.ts";
import { elements, product, type Sizes } from "../../shape.ts";
import type { TrainingState } from "../../training-state.ts";
import { type EmittedModel, emit } from "../onnx/emit.ts";
import { type Moved, stateName } from "./adam.ts";

/** All dense weights as the GPU holds them. */
export const dense = "all weights";

/** Loss and gradients as a GPU computes them: `report` holds the loss and the squared length of the gradient. */
export interface GpuTraining extends EmittedModel {
  readonly report: string;
  /** Where the gradient of each part of the state comes out. */
  readonly gradients: Readonly<Record<string, string>>;
}

/** The state on the GPU: one long vector of weights and every table, with some empty rows at its end. */
export function heldParts(memory: TrainingState): Moved[] {
  return [
    { name: dense, shape: [memory.dense.weights.length], lazy: false },
    ...memory.tables.map(({ name, rows, width }) => ({
      name,
      shape: [roundedUp(rows, tableSide ** 2), width],
      lazy: true,
    })),
  ].filter(({ shape }) => elements(shape) > 0);
}

/** Which rows of which tables a model looks up, and by which input. */
export function lookupsOf(model: Model): { readonly table: string; readonly ids: string }[] {
  return rowFeeds(Object.values(model.outputs)).map(({ table, idsName }) => ({ table, ids: idsName }));
}

export function gpuTraining(model: Model, memory: TrainingState, sizes: Sizes): GpuTraining {
  const rows = rowFeeds([model.loss]);
  const weights = model.weights;
  const looked = rows.map(({ tensor }) => tensor);
  const all = gradients(model.loss, [...weights, ...looked]);
  const parts = heldParts(memory).map(({ name, shape }) => {
    if (name === dense) return { name, gradient: flattened(memory, weights, all) };
    const own = rows.flatMap((each, place) =>
      each.table === name ? [{ ...each, gradient: all[weights.length + place]! }] : [],
    );
    return { name, gradient: own.reduce((sum, { ids, gradient }) => added(sum, ids, gradient), constant(0, shape)) };
  });
  const squares = parts.map(({ gradient }) => sumInStages(square(gradient))).reduce((all, each) => add(all, each));
  const report = concat([reshape(model.loss, [1]), reshape(squares, [1])], 0);
  const emitted = emit([report, ...parts.map(({ gradient }) => gradient)], {
    provider: "webgpu",
    sizes,
    instead: fromGpu(model, memory),
  });
  return {
    ...emitted,
    report: emitted.outputs[0]!,
    gradients: Object.fromEntries(parts.map(({ name }, place) => [name, emitted.outputs[place + 1]!])),
  };
}

export function gpuEvaluation(model: Model, memory: TrainingState, sizes: Sizes): Program {
  return evaluationProgram(model, { provider: "webgpu", sizes, instead: fromGpu(model, memory) });
}

/** A model that only copies numbers: how they get onto the GPU, and off it. */
export function passing(shape: readonly number[]): EmittedModel {
  return emit([add(input("x", shape), 0)], { provider: "webgpu" });
}

/** Weights are sliced from the long vector, rows are gathered from tables. */
function fromGpu(model: Model, memory: TrainingState): ReadonlyMap<Tensor, Tensor> {
  const instead = new Map<Tensor, Tensor>();
  if (model.weights.length > 0) {
    const whole = input(stateName(dense, "weights"), [memory.dense.weights.length]);
    const places = pieces(memory, model.weights);
    const sizes = places.flatMap(({ size, gap }) => (gap > 0 ? [size, gap] : [size]));
    const cut = split(whole, sizes, 0);
    for (const { weight, at } of places) instead.set(weight, reshape(cut[at]!, weight.shape));
  }
  for (const { tensor, table, ids } of rowFeeds(Object.values(model.outputs))) {
    const held = heldParts(memory).find(({ name }) => name === table);
    if (held !== undefined) instead.set(tensor, gatherRows(input(stateName(table, "weights"), held.shape), ids));
  }
  return instead;
}

/** The reverse: the gradients of all weights as one long vector. */
function flattened(memory: TrainingState, weights: readonly Tensor[], gradients: readonly Tensor[]): Tensor {
  const parts = pieces(memory, weights).flatMap(({ size, gap }, place) => [
    reshape(gradients[place]!, [size]),
    ...(gap > 0 ? [constant(0, [gap])] : []),
  ]);
  return parts.length === 1 ? parts[0]! : concat(parts, 0);
}

/** Each weight's size and the gap up to the next or to the end; `at` is its place among the sizes and gaps. */
function pieces({ places, dense }: TrainingState, weights: readonly Tensor[]) {
  const lying = weights.map((weight) => {
    const { source } = weight;
    const name = "feed" in source && source.feed === "parameter" ? source.name : "";
    return { weight, start: places[name]?.start ?? 0, size: elements(places[name]?.shape ?? []) };
  });
  let at = 0;
  return lying.map(({ weight, start, size }, place) => {
    const gap = (lying[place + 1]?.start ?? dense.weights.length) - start - size;
    const piece = { weight, size, gap, at };
    at += gap > 0 ? 2 : 1;
    return piece;
  });
}

function added(sum: Tensor, ids: Tensor, gradient: Tensor): Tensor {
  const count = product(ids.shape);
  const width = gradient.shape.at(-1) ?? 1;
  return addRows(sum, reshape(gradient, [count, width]), reshape(ids, [count]));
}

/** A GPU sums a long axis with few of its cores, so it is folded twice first. */
function sumInStages(x: Tensor): Tensor {
  const [rows, side] = x.shape.length > 1 ? [sum(x, [1]), tableSide] : [x, denseSide];
  return sum(reshape(rows, [-1, side, side]));
}

/** `allocate` makes the dense weights divisible by the square of this. */
const denseSide = 32;
const tableSide = 8;

interface RowFeed {
  readonly tensor: Tensor;
  readonly table: string;
  readonly ids: Tensor;
  readonly idsName: string;
}

function rowFeeds(outputs: readonly Tensor[]): RowFeed[] {
  return executionOrder(outputs).feeds.flatMap((tensor) => {
    const { source, shape } = tensor;
    if (!("feed" in source) || source.feed !== "rows") return [];
    const { table, ids } = source;
    return [{ tensor, table, idsName: ids, ids: input(ids, shape.slice(0, -1), "int32") }];
  });
}
