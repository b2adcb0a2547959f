import { Problem } from "@plotline/base";
import type { Emitter } from "./backends/onnx/emit.ts";
import type { Calculator } from "./backends/portable/calculator.ts";
import { misfit, type Shape, type Value } from "./shape.ts";

/** The type of a tensor's numbers. */
export type DataType = "float32" | "int32" | "bool";

/** The type and shape of a tensor. */
export interface Kind {
  readonly shape: Shape;
  readonly type: DataType;
}

/** Everything there is to know about one use of an operation: what it makes, its form for each backend, its gradient. */
interface Rules<Inputs extends readonly Tensor[], Results extends readonly Kind[]> {
  readonly makes: Results;
  /** What the body of a loop computes. */
  readonly inner?: readonly Tensor[];
  /** The names of the inputs come in, the names of the results go out. */
  readonly onnx?: (to: Emitter, inputs: Names<Inputs>) => Names<Results>;
  /** The same with numbers, for the portable backend. */
  readonly compute?: (on: Calculator, inputs: ValuesOf<Inputs>) => ValuesOf<Results>;
  /** From the gradients of the results (undefined where none flows) to those of the inputs; absent: nothing to differentiate. */
  readonly gradient?: (upstream: Flow<Results>, results: Tensors<Results>) => Flow<Inputs>;
  /** Of a product: its second operand's gradient, from the first operands and upstream gradients of all steps of a loop. */
  readonly overSteps?: OverSteps;
}

type OverSteps = (first: Tensor, upstream: Tensor) => Tensor;

type Names<List extends readonly unknown[]> = { readonly [Place in keyof List]: string };
type ValuesOf<List extends readonly unknown[]> = { readonly [Place in keyof List]: Value };
type Tensors<List extends readonly unknown[]> = { readonly [Place in keyof List]: Tensor };
type Flow<List extends readonly unknown[]> = { readonly [Place in keyof List]: Tensor | undefined };

/** One use of an operation in the graph, its types erased: what the gradient sweep and the emitter walk over. */
export interface Step {
  readonly operation: string;
  readonly inputs: readonly Tensor[];
  readonly results: readonly Tensor[];
  readonly inner: readonly Tensor[] | undefined;
  readonly emit: (to: Emitter, inputs: readonly string[]) => readonly string[];
  readonly compute: (on: Calculator, inputs: readonly Value[]) => readonly Value[];
  readonly gradient: ((upstream: readonly (Tensor | undefined)[]) => readonly (Tensor | undefined)[]) | undefined;
  readonly overSteps: OverSteps | undefined;
}

/** A value in the graph: made by a step, or fed from outside. Nothing is computed until a session runs. */
export class Tensor implements Kind {
  constructor(
    readonly shape: Shape,
    readonly type: DataType,
    readonly source: Step | Feed,
  ) {}
}

/** Where a value that no operation makes comes from. */
export type Feed =
  | { readonly feed: "data"; readonly name: string }
  | { readonly feed: "parameter"; readonly name: string }
  /** Rows of a table, picked by the host: the graph never sees the table, and its gradient stays sparse. */
  | { readonly feed: "rows"; readonly table: string; readonly ids: string }
  /** A dropout mask, drawn by the host for every step from the run's seed. */
  | { readonly feed: "keep"; readonly rate: number };

export function isStep(source: Step | Feed): source is Step {
  return "operation" in source;
}

/** Adds one operation to the graph. */
export function operation<const Inputs extends readonly Tensor[], const Results extends readonly Kind[]>(
  name: string,
  inputs: Inputs,
  { makes, inner, onnx, compute, gradient, overSteps }: Rules<Inputs, Results>,
): Tensors<Results> {
  const results: Tensor[] = [];
  const step: Step = {
    operation: name,
    inputs,
    results,
    inner,
    emit: (to, names) => formOf(name, "onnxruntime", onnx)(to, inPlaces<Inputs, string>(names)),
    compute: (on, values) => formOf(name, "the portable backend", compute)(on, inPlaces<Inputs, Value>(values)),
    gradient:
      gradient &&
      ((upstream) => gradient(inPlaces<Results, Tensor | undefined>(upstream), inPlaces<Results, Tensor>(results))),
    overSteps,
  };
  for (const { shape, type } of makes) results.push(new Tensor(shape, type, step));
  return inPlaces<Results, Tensor>(results);
}

function formOf<Form>(name: string, backend: string, form: Form | undefined): Form {
  if (form === undefined) throw new Problem(`${name} cannot be computed by ${backend}.`);
  return form;
}

/** Reads a list with one item per element of a tuple as that tuple: the compiler cannot infer this by itself. */
function inPlaces<List extends readonly unknown[], Item>(items: readonly Item[]) {
  return items as { readonly [Place in keyof List]: Item };
}

/** Data that every batch supplies. */
export function input(name: string, shape: Shape, type: DataType = "float32"): Tensor {
  return new Tensor(shape, type, { feed: "data", name });
}

/** Weights that the optimizer moves. */
export function parameter(name: string, shape: readonly number[]): Tensor {
  return new Tensor(shape, "float32", { feed: "parameter", name });
}

/** A tensor of floating-point numbers of this shape. */
export function float(shape: Shape): Kind {
  return { shape, type: "float32" };
}

export function expectType(operation: string, operand: string, { type }: Tensor, expected: DataType): void {
  if (type !== expected) throw misfit(operation, operand, expected, type);
}

/**
 * What the outputs depend on: the feeds, and the steps in topological order. A loop, since recursion could overflow.
 */
export function executionOrder(outputs: readonly Tensor[]): { feeds: Tensor[]; steps: Step[] } {
  const feeds = new Set<Tensor>();
  const steps = new Set<Step>();
  const open = outputs.map((tensor) => ({ tensor, ready: false })).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tensor, ready } = next;
    const { source } = tensor;
    if (!isStep(source)) feeds.add(tensor);
    else if (ready) steps.add(source);
    else if (!steps.has(source)) {
      open.push({ tensor, ready: true });
      for (const needed of source.inputs.toReversed()) open.push({ tensor: needed, ready: false });
    }
  }
  return { feeds: [...feeds], steps: [...steps] };
}
