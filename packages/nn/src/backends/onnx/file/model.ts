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
  private readonly inputs: Described[] = [];
  private readonly outputs = new Map<string, Described>();
  private readonly constants: Constant[] = [];

  /** Bodies of control flow see the names of the graph around them, so all of them draw from one counter. */
  constructor(
    readonly name: string,
    private readonly names: { next: number } = { next: 0 },
  ) {}

  /** A graph for the body of a control-flow node of this one. */
  body(name: string): OnnxGraph {
    return new OnnxGraph(name, this.names);
  }

  input(type: ElementType, shape: readonly OnnxDimension[], name = this.fresh("in")): string {
    this.inputs.push({ name, type, shape });
    return name;
  }

  output(value: string, type: ElementType, shape: readonly OnnxDimension[]): void {
    this.outputs.set(value, { name: value, type, shape });
  }

  constant(type: ElementType, shape: readonly number[], data: Uint8Array): string {
    const name = this.fresh("k");
    this.constants.push({ name, type, shape, data });
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
    const bodies = Object.values(attributes).filter((value) => value instanceof OnnxGraph);
    const uses = bodies.length === 0 ? inputs : [...inputs, ...bodies.flatMap((body) => body.used())];
    this.nodes.push({ kind, name: `${kind}_${this.names.next}`, inputs, outputs, attributes, uses });
    return outputs;
  }

  /** The finished model file. */
  model(): Uint8Array {
    return new Message()
      .integer(1, irVersion)
      .text(2, "plotline")
      .message(7, (graph) => this.write(graph))
      .message(8, (set) => set.text(1, "").integer(2, operatorSet))
      .encoded();
  }

  /** As a `GraphProto`. */
  write(to: Message): void {
    for (const each of this.needed()) to.message(1, (node) => writeNode(node, each));
    to.text(2, this.name);
    for (const each of this.constants) to.message(5, (tensor) => writeConstant(tensor, each));
    for (const each of this.inputs) to.message(11, (info) => writeInfo(info, each));
    for (const each of this.outputs.values()) to.message(12, (info) => writeInfo(info, each));
  }

  /** The nodes that an output needs: an operation may write more than is used. */
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
  readonly kind: string;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** The inputs, and what bodies of control flow read of the graph around them. */
  readonly uses: readonly string[];
}

interface Described {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly OnnxDimension[];
}

interface Constant {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

const irVersion = 8;
const operatorSet = 18;

/** `NodeProto`. */
function writeNode(to: Message, { kind, name, inputs, outputs, attributes }: Node): void {
  for (const input of inputs) to.text(1, input);
  for (const output of outputs) to.text(2, output);
  to.text(3, name).text(4, kind);
  for (const [name, value] of Object.entries(attributes)) {
    to.message(5, (attribute) => writeAttribute(attribute.text(1, name), value));
  }
}

/** `TensorProto`. */
function writeConstant(to: Message, { name, type, shape, data }: Constant): void {
  for (const size of shape) to.integer(1, size);
  to.integer(2, elementTypes[type]).text(8, name).bytes(9, data);
}

/** `ValueInfoProto`. */
function writeInfo(to: Message, { name, type, shape }: Described): void {
  const writeShape = (dimensions: Message) => {
    for (const size of shape) {
      dimensions.message(1, (each) => (typeof size === "number" ? each.integer(1, size) : each.text(2, size)));
    }
  };
  to.text(1, name).message(2, (kind) =>
    kind.message(1, (tensor) => tensor.integer(1, elementTypes[type]).message(2, writeShape)),
  );
}

/** `AttributeProto` after its name: the value's own field, then its kind in field 20. */
function writeAttribute(to: Message, value: Attribute): void {
  if (value instanceof OnnxGraph) to.message(6, (body) => value.write(body)).integer(20, 5);
  else if (typeof value === "string") to.text(4, value).integer(20, 3);
  else if (typeof value === "number") to.integer(3, value).integer(20, 2);
  else {
    for (const item of value) to.integer(8, item);
    to.integer(20, 7);
  }
}
