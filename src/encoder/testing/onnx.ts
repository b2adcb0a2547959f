/** As much of the ONNX file format (protobuf) as a test model needs. */
export type Bytes = Buffer;

export const floatType = 1;
export const integerType = 7;

export interface Graph {
  readonly nodes: readonly Bytes[];
  readonly tensors: readonly Bytes[];
  readonly inputs: readonly Bytes[];
  readonly outputs: readonly Bytes[];
}

export function model({ nodes, tensors, inputs, outputs }: Graph): Bytes {
  const graph = [
    ...nodes.map((node) => bytes(1, node)),
    text(2, "test"),
    ...tensors.map((tensor) => bytes(5, tensor)),
    ...inputs.map((input) => bytes(11, input)),
    ...outputs.map((output) => bytes(12, output)),
  ];
  const operators = Buffer.concat([text(1, ""), integer(2, 17)]);
  return Buffer.concat([integer(1, 8), bytes(7, Buffer.concat(graph)), bytes(8, operators)]);
}

export function node(operator: string, inputs: readonly string[], output: string, attributes: Attributes = {}): Bytes {
  const names = [...inputs.map((input) => text(1, input)), text(2, output), text(4, operator)];
  return Buffer.concat([...names, ...Object.entries(attributes).map((entry) => bytes(5, attribute(...entry)))]);
}

export function floats(name: string, shape: readonly number[], values: ArrayLike<number>): Bytes {
  return tensor(name, shape, floatType, Buffer.from(Float32Array.from(values).buffer));
}

export function integers(name: string, shape: readonly number[], values: readonly number[]): Bytes {
  return tensor(name, shape, integerType, Buffer.from(BigInt64Array.from(values, BigInt).buffer));
}

/** A name for a dimension leaves it open. */
export function port(name: string, type: number, shape: readonly (number | string)[]): Bytes {
  const dimensions = shape.map((size) => bytes(1, typeof size === "string" ? text(2, size) : integer(1, size)));
  const tensorType = Buffer.concat([integer(1, type), bytes(2, Buffer.concat(dimensions))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensorType))]);
}

/** Whole numbers become integer attributes, fractions floats, lists lists of integers. */
type Attributes = Readonly<Record<string, number | readonly number[]>>;

function attribute(name: string, value: number | readonly number[]): Bytes {
  if (typeof value !== "number")
    return Buffer.concat([text(1, name), ...value.map((item) => integer(8, item)), integer(20, 7)]);
  if (Number.isInteger(value)) return Buffer.concat([text(1, name), integer(3, value), integer(20, 2)]);
  const number = Buffer.alloc(4);
  number.writeFloatLE(value);
  return Buffer.concat([text(1, name), key(2, 5), number, integer(20, 1)]);
}

function tensor(name: string, shape: readonly number[], type: number, data: Bytes): Bytes {
  return Buffer.concat([...shape.map((size) => integer(1, size)), integer(2, type), text(8, name), bytes(9, data)]);
}

function text(field: number, value: string): Bytes {
  return bytes(field, Buffer.from(value));
}

function bytes(field: number, content: Bytes): Bytes {
  return Buffer.concat([key(field, 2), varint(BigInt(content.length)), content]);
}

function integer(field: number, value: number): Bytes {
  return Buffer.concat([key(field, 0), varint(BigInt.asUintN(64, BigInt(value)))]);
}

function key(field: number, wire: number): Bytes {
  return varint(BigInt((field << 3) | wire));
}

function varint(value: bigint): Bytes {
  const groups: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const last = rest < 128n;
    groups.push(Number(rest & 127n) | (last ? 0 : 128));
    if (last) return Buffer.from(groups);
  }
}
