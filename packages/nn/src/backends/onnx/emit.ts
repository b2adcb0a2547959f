import { feedName, type ModelInput } from "../../feeds.ts";
import { type DataType, executionOrder, isStep, type Step, type Tensor } from "../../graph.ts";
import type { Dimension, Shape } from "../../shape.ts";
import { type ElementType, elementTypes, OnnxGraph } from "./file/model.ts";

export interface EmitOptions {
  /** Compute in double; the gradient checks do. */
  readonly double?: boolean;
  /** Leave dropout out. */
  readonly evaluating?: boolean;
}

export interface EmittedModel {
  readonly bytes: Uint8Array;
  readonly inputs: readonly ModelInput[];
  /** The names of the outputs, in the order they were asked for. */
  readonly outputs: readonly string[];
}

/** Writes the part of a graph that computes `outputs` as one ONNX model. */
export function emit(outputs: readonly Tensor[], options: EmitOptions = {}): EmittedModel {
  const to = new Emitter(options);
  const order = executionOrder(outputs);
  for (const tensor of order.feeds) to.feed(tensor);
  for (const step of order.steps) to.step(step);
  const names = outputs.map((tensor) => to.output(tensor));
  return { bytes: to.graph.model(), inputs: to.inputs, outputs: names };
}

/** What an operation's ONNX form may use while the model is written. */
export class Emitter {
  readonly graph: OnnxGraph;
  readonly inputs: ModelInput[];
  readonly floatType: ElementType;
  readonly training: boolean;
  private readonly names = new Map<Tensor, string>();
  private readonly shared = new Map<string, string>();

  constructor(
    private readonly options: EmitOptions,
    around?: { readonly graph: OnnxGraph; readonly inputs: ModelInput[] },
  ) {
    const { double = false, evaluating = false } = options;
    this.graph = around?.graph ?? new OnnxGraph("plotline");
    this.inputs = around?.inputs ?? [];
    this.training = !evaluating;
    this.floatType = double ? "float64" : "float32";
  }

  feed(tensor: Tensor): void {
    if (isStep(tensor.source)) return;
    const name = feedName(tensor.source, this.inputs.length);
    const needed = this.training || tensor.source.feed !== "keep";
    if (needed && !this.inputs.some((input) => input.name === name)) {
      const { shape, type, source } = tensor;
      this.graph.input(this.elementType(type), shape, name);
      this.inputs.push({ name, shape, type, feed: source });
    }
    this.names.set(tensor, name);
  }

  /** An emitter of the body of a loop, which sees the inputs of the model. */
  within(name: string): Emitter {
    return new Emitter(this.options, { graph: this.graph.body(name), inputs: this.inputs });
  }

  /** A value that the loop hands to each turn of its body. */
  bodyInput(tensor: Tensor): void {
    this.known(tensor, this.graph.input(this.elementType(tensor.type), tensor.shape));
  }

  /** A value that has a name already. */
  known(tensor: Tensor, name: string): void {
    this.names.set(tensor, name);
  }

  step({ inputs, results, emit }: Step): void {
    const made = emit(
      this,
      inputs.map((tensor) => this.nameOf(tensor)),
    );
    results.forEach((tensor, place) => {
      this.names.set(tensor, made[place]!);
    });
  }

  /** Outputs get names of their own, so that one value may be asked for twice. */
  output(tensor: Tensor): string {
    const name = this.graph.op("Identity", [this.nameOf(tensor)]);
    this.graph.output(name, this.elementType(tensor.type), tensor.shape);
    return name;
  }

  /** For Cast, which names its target by number. */
  get floatTypeNumber(): number {
    return elementTypes[this.floatType];
  }

  op: OnnxGraph["op"] = (...node) => this.graph.op(...node);
  ops: OnnxGraph["ops"] = (...node) => this.graph.ops(...node);

  /** Puts values side by side. */
  concat(values: readonly string[], axis: number): string {
    const [only = ""] = values;
    return values.length === 1 ? only : this.op("Concat", values, { axis });
  }

  /** The reverse of `concat`. */
  split(value: string, sizes: readonly number[], axis: number): string[] {
    if (sizes.length === 1) return [value];
    return this.ops("Split", [value, this.integers(...sizes)], sizes.length, { axis });
  }

  /** A value read backwards along some axes. */
  reversed(value: string, axes: readonly number[]): string {
    const each = (number: number) => this.integers(...axes.map(() => number));
    return this.op("Slice", [value, each(-1), each(-(2 ** 31)), this.integers(...axes), each(-1)]);
  }

  float(value: number): string {
    const data = this.floatType === "float64" ? Float64Array.of(value) : Float32Array.of(value);
    return this.once(`float ${value}`, () => this.graph.constant(this.floatType, [], new Uint8Array(data.buffer)));
  }

  /** A list of whole numbers, for axes and shapes. */
  integers(...values: readonly number[]): string {
    const data = () => new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.once(`integers ${values}`, () => this.graph.constant("int64", [values.length], data()));
  }

  /** A shape as a value: unknown sizes are read off the inputs when the model runs. */
  shape(shape: Shape): string {
    if (shape.every((size) => typeof size === "number")) return this.integers(...shape);
    return this.once(`shape ${shape}`, () =>
      this.graph.op(
        "Concat",
        shape.map((size) => this.size(size)),
        { axis: 0 },
      ),
    );
  }

  /** Reshape, where one unknown size may be left to onnxruntime; the same one again is the same value. */
  reshape(value: string, shape: Shape): string {
    const unknown = shape.filter((size) => typeof size === "string").length;
    const target = () =>
      unknown > 1 ? this.shape(shape) : this.integers(...shape.map((size) => (typeof size === "number" ? size : -1)));
    return this.once(`${value} as ${shape}`, () => this.op("Reshape", [value, target()]));
  }

  /** Makes a value the first time it is asked for. */
  once(key: string, make: () => string): string {
    const found = this.shared.get(key) ?? make();
    this.shared.set(key, found);
    return found;
  }

  private size(size: Dimension): string {
    if (typeof size === "number") return this.integers(size);
    const factors = size.split("*");
    if (factors.length > 1) {
      const names = factors.map((factor) => this.size(Number.isNaN(Number(factor)) ? factor : Number(factor)));
      return this.once(`size ${size}`, () => names.reduce((all, factor) => this.op("Mul", [all, factor])));
    }
    return this.once(`size ${size}`, () => this.measured(size));
  }

  /** A named size is read off the first input that has it. */
  private measured(size: string): string {
    for (const { name, shape } of this.inputs) {
      const axis = shape.indexOf(size);
      if (axis >= 0) return this.op("Shape", [name], { start: axis, end: axis + 1 });
    }
    throw new Error(`no input has the size ${size}`);
  }

  private nameOf(tensor: Tensor): string {
    const name = this.names.get(tensor);
    if (name === undefined) throw new Error("a tensor was used before it was made");
    return name;
  }

  private elementType(type: DataType): ElementType {
    return type === "float32" ? this.floatType : type;
  }
}
