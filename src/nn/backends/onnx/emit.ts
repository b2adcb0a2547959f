import { sumOf } from "../../../lists.ts";
import type { Provider } from "../../../providers.ts";
import { feedName, type ModelInput } from "../../feeds.ts";
import { type DataType, executionOrder, isStep, type Step, type Tensor } from "../../graph.ts";
import { type Dimension, product, type Shape, type Sizes } from "../../shape.ts";
import { type ElementType, elementTypes, OnnxGraph } from "./file/model.ts";

export interface EmitOptions {
  readonly provider: Provider;
  /** Sizes known beforehand: WebGPU's LSTM is unrolled, so it needs them; elsewhere one model serves every size. */
  readonly sizes?: Sizes;
  /** Compute in double; the gradient checks do. */
  readonly double?: boolean;
  /** Leave dropout out. */
  readonly evaluating?: boolean;
  /** Replacements for feeds: other tensors of a graph (a GPU holds all weights as one). */
  readonly instead?: ReadonlyMap<Tensor, Tensor>;
}

export interface EmittedModel {
  readonly bytes: Uint8Array;
  readonly inputs: readonly ModelInput[];
  /** The names of the outputs, in the order they were asked for. */
  readonly outputs: readonly string[];
}

/** Writes the part of a graph that computes `outputs` as one ONNX model. */
export function emit(outputs: readonly Tensor[], options: EmitOptions): EmittedModel {
  const to = new Emitter(options);
  const { instead = new Map<Tensor, Tensor>() } = options;
  const order = executionOrder([...instead.values(), ...outputs]);
  for (const tensor of order.feeds) if (!instead.has(tensor)) to.feed(tensor);
  for (const step of order.steps) to.step(step);
  const names = outputs.map((tensor) => to.output(tensor));
  return { bytes: to.graph.model(), inputs: to.inputs, outputs: names };
}

/** What an operation's ONNX form may use while the model is written. */
export class Emitter {
  readonly graph = new OnnxGraph("plotline");
  readonly inputs: ModelInput[] = [];
  readonly provider: Provider;
  readonly floatType: ElementType;
  readonly training: boolean;
  private readonly sizes: Sizes;
  private readonly instead: ReadonlyMap<Tensor, Tensor>;
  private readonly names = new Map<Tensor, string>();
  private readonly shared = new Map<string, string>();

  constructor({ provider, sizes = {}, double = false, evaluating = false, instead = new Map() }: EmitOptions) {
    this.provider = provider;
    this.training = !evaluating;
    this.sizes = sizes;
    this.instead = instead;
    this.floatType = double ? "float64" : "float32";
  }

  feed(tensor: Tensor): void {
    if (isStep(tensor.source)) return;
    const name = feedName(tensor.source, this.inputs.length);
    const needed = this.training || tensor.source.feed !== "keep";
    if (needed && !this.inputs.some((input) => input.name === name)) {
      const shape = this.known(tensor.shape);
      this.graph.input(this.elementType(tensor.type), this.provider === "cpu" ? shape : undefined, name);
      this.inputs.push({ name, shape, type: tensor.type, feed: tensor.source });
    }
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
    this.graph.output(name, this.elementType(tensor.type), this.known(tensor.shape));
    return name;
  }

  /** For Cast, which names its target by number. */
  get floatTypeNumber(): number {
    return elementTypes[this.floatType];
  }

  op: OnnxGraph["op"] = (...node) => this.graph.op(...node);
  ops: OnnxGraph["ops"] = (...node) => this.graph.ops(...node);

  /**
   * Puts values side by side. A GPU binds few buffers to a kernel: along the first axis onnxruntime continues with a
   * second kernel, along others the values are joined in rounds.
   */
  concat(values: readonly string[], axis: number): string {
    const [only = ""] = values;
    if (values.length === 1) return only;
    if (axis === 0 || values.length <= this.atOnce) return this.op("Concat", values, { axis });
    const groups = inGroups(values, this.atOnce);
    return this.concat(
      groups.map((group) => this.concat(group, axis)),
      axis,
    );
  }

  /** The reverse of `concat`. */
  split(value: string, sizes: readonly number[], axis: number): string[] {
    if (sizes.length === 1) return [value];
    if (sizes.length <= this.atOnce) return this.ops("Split", [value, this.integers(...sizes)], sizes.length, { axis });
    const groups = inGroups(sizes, this.atOnce);
    const widths = groups.map((group) => sumOf(group));
    return this.split(value, widths, axis).flatMap((part, place) => this.split(part, groups[place] ?? [], axis));
  }

  /** A value read backwards along some axes. */
  reversed(value: string, axes: readonly number[]): string {
    const each = (number: number) => this.integers(...axes.map(() => number));
    return this.op("Slice", [value, each(-1), each(-(2 ** 31)), this.integers(...axes), each(-1)]);
  }

  private get atOnce(): number {
    return this.provider === "webgpu" ? most : Number.POSITIVE_INFINITY;
  }

  /** A constant of few numbers. */
  floats(shape: readonly number[], values: readonly number[]): string {
    const data = this.floatType === "float64" ? Float64Array.from(values) : Float32Array.from(values);
    return this.once(`floats ${shape} ${values}`, () =>
      this.graph.constant(this.floatType, shape, new Uint8Array(data.buffer)),
    );
  }

  float(value: number): string {
    return this.floats([], [value]);
  }

  /** A list of whole numbers, for axes and shapes. */
  integers(...values: readonly number[]): string {
    const data = () => new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.once(`integers ${values}`, () => this.graph.constant("int64", [values.length], data()));
  }

  /** A shape as a value: unknown sizes are read off the inputs when the model runs. */
  shape(shape: Shape): string {
    const known = this.known(shape);
    if (known.every((size) => typeof size === "number")) return this.integers(...known);
    return this.once(`shape ${known}`, () =>
      this.graph.op(
        "Concat",
        known.map((size) => this.size(size)),
        { axis: 0 },
      ),
    );
  }

  /** Reshape, where one unknown size may be left to onnxruntime; the same one again is the same value. */
  reshape(value: string, shape: Shape): string {
    const known = this.known(shape);
    const unknown = known.filter((size) => typeof size === "string").length;
    return this.once(`${value} as ${known}`, () =>
      unknown > 1
        ? this.op("Reshape", [value, this.shape(shape)])
        : this.reshapeTo(value, ...known.map((size) => (typeof size === "number" ? size : -1))),
    );
  }

  /** Reshape by plain numbers: -1 is what is left, 0 stays as it is. */
  reshapeTo(value: string, ...target: readonly number[]): string {
    return this.op("Reshape", [value, this.hiddenShape(target)]);
  }

  /**
   * For a GPU, shapes of inputs and of reshaped values are hidden from onnxruntime: it would propagate them through the long
   * loop of an LSTM and search all free buffers for one to reuse at every value, which took two thirds of the time to
   * prepare a model. Where that search is short, `withShape` makes an exception.
   */
  private hiddenShape(target: readonly number[]): string {
    const numbers = this.integers(...target);
    const rank = target.length;
    if (this.provider === "cpu" || rank === 0) return numbers;
    const all = this.once(`all of ${rank}`, () => this.graph.constant("bool", [rank], new Uint8Array(rank).fill(1)));
    return this.once(`hidden ${target}`, () => this.op("Compress", [numbers, all], { axis: 0 }));
  }

  /** Declares the shape of a value to onnxruntime after all; every size must be a number, as `known` gives them. */
  withShape(value: string, shape: Shape): string {
    this.graph.describe(value, this.floatType, shape);
    return value;
  }

  /** The sizes that are known when the model is written, as numbers. */
  known(shape: Shape): Shape {
    return shape.map((size) =>
      typeof size === "number" ? size : product(size.split("*").map((factor) => this.sizes[factor] ?? factor)),
    );
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
    const name = this.names.get(this.instead.get(tensor) ?? tensor);
    if (name === undefined) throw new Error("a tensor was used before it was made");
    return name;
  }

  private elementType(type: DataType): ElementType {
    return type === "float32" ? this.floatType : type;
  }
}

/** Every GPU of today binds at least ten buffers to a kernel (Metal ten, Vulkan a few more): one is the whole. */
const most = 9;

/** Groups of a power of `most` items, so that there are at most `most` of them. */
function inGroups<T>(items: readonly T[], most: number): T[][] {
  let width = most;
  while (width * most < items.length) width *= most;
  const count = Math.ceil(items.length / width);
  return Array.from({ length: count }, (_, group) => items.slice(group * width, (group + 1) * width));
}
