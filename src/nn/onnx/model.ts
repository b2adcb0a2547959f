import { Message } from "./protobuf.ts";

/** The element types of ONNX that plotline uses, with their numbers in `TensorProto.DataType`. */
export const elementTypes = { float32: 1, int32: 6, int64: 7, bool: 9, float64: 11 } as const;
export type ElementType = keyof typeof elementTypes;

/** A known size, or the name of one that is known only when the model runs. */
export type OnnxDimension = number | string;

export type Attribute = number | string | readonly number[] | OnnxGraph;

/** An ONNX graph under construction. Values are names; `op` adds a node and gives the name of what it computes. */
export class OnnxGraph {
  private readonly nodes: Node[] = [];
  private readonly inputs: Message[] = [];
  private readonly outputs = new Map<string, Message>();
  private readonly constants: Message[] = [];
  private readonly described: Message[] = [];

  /** Bodies of control flow see the names of the graph around them, so all of them draw from one counter. */
  constructor(
    readonly name: string,
    private readonly names: { next: number } = { next: 0 },
  ) {}

  /** A graph for the body of a control-flow node of this one. */
  body(name: string): OnnxGraph {
    return new OnnxGraph(name, this.names);
  }

  get nodeCount(): number {
    return this.needed().length;
  }

  input(type: ElementType, shape: readonly OnnxDimension[], name = this.fresh("in")): string {
    this.inputs.push(valueInfo(name, type, shape));
    return name;
  }

  output(value: string, type: ElementType, shape: readonly OnnxDimension[]): void {
    this.outputs.set(value, valueInfo(value, type, shape));
  }

  /** Says what a value inside the graph is; onnxruntime cannot always follow sizes that are names. */
  describe(value: string, type: ElementType, shape: readonly OnnxDimension[]): void {
    this.described.push(valueInfo(value, type, shape));
  }

  constant(type: ElementType, shape: readonly number[], data: Uint8Array): string {
    const name = this.fresh("k");
    const tensor = new Message();
    for (const size of shape) tensor.integer(1, size);
    this.constants.push(tensor.integer(2, elementTypes[type]).text(8, name).bytes(9, data));
    return name;
  }

  op(kind: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    const [only] = this.ops(kind, inputs, 1, attributes);
    return only as string;
  }

  /** A node with several outputs. */
  ops(
    kind: string,
    inputs: readonly string[],
    outputCount: number,
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string[] {
    const outputs = Array.from({ length: outputCount }, () => this.fresh("v"));
    const node = new Message();
    for (const input of inputs) node.text(1, input);
    for (const output of outputs) node.text(2, output);
    node.text(3, `${kind}_${this.names.next}`).text(4, kind);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attribute(name, value));
    const bodies = Object.values(attributes).filter((value) => value instanceof OnnxGraph);
    this.nodes.push({ written: node, outputs, uses: [...inputs, ...bodies.flatMap((body) => body.used())] });
    return outputs;
  }

  /** The finished model file. */
  model(): Uint8Array {
    return new Message()
      .integer(1, irVersion)
      .text(2, "plotline")
      .message(7, this.graph())
      .message(8, new Message().text(1, "").integer(2, operatorSet))
      .encoded();
  }

  graph(): Message {
    const graph = new Message();
    for (const { written } of this.needed()) graph.message(1, written);
    graph.text(2, this.name);
    for (const constant of this.constants) graph.message(5, constant);
    for (const input of this.inputs) graph.message(11, input);
    for (const output of this.outputs.values()) graph.message(12, output);
    for (const value of this.described) graph.message(13, value);
    return graph;
  }

  /** The nodes that an output needs: an operation may write more than anybody asks for. */
  private needed(): Node[] {
    const asked = new Set(this.outputs.keys());
    return this.nodes
      .toReversed()
      .filter(({ outputs, uses }) => {
        const isNeeded = outputs.some((name) => asked.has(name));
        if (isNeeded) for (const name of uses) asked.add(name);
        return isNeeded;
      })
      .reverse();
  }

  /** Every name that the nodes read, those of the graph around a body among them. */
  private used(): string[] {
    return this.nodes.flatMap(({ uses }) => uses);
  }

  private fresh(prefix: string): string {
    return `${prefix}${this.names.next++}`;
  }
}

interface Node {
  readonly written: Message;
  readonly outputs: readonly string[];
  readonly uses: readonly string[];
}

const irVersion = 8;
const operatorSet = 18;

function valueInfo(name: string, type: ElementType, shape: readonly OnnxDimension[]): Message {
  const dimensions = new Message();
  for (const size of shape) {
    dimensions.message(1, typeof size === "number" ? new Message().integer(1, size) : new Message().text(2, size));
  }
  const tensor = new Message().integer(1, elementTypes[type]).message(2, dimensions);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

/** `AttributeProto`: the value's own field, then its kind in field 20. */
function attribute(name: string, value: Attribute): Message {
  const made = new Message().text(1, name);
  if (value instanceof OnnxGraph) return made.message(6, value.graph()).integer(20, 5);
  if (typeof value === "string") return made.text(4, value).integer(20, 3);
  if (typeof value === "number") return made.integer(3, value).integer(20, 2);
  for (const item of value) made.integer(8, item);
  return made.integer(20, 7);
}
