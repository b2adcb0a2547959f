import { z } from "zod";
import { Problem } from "../../problem.ts";
import { packed, unpacked } from "./message.ts";

const outcomeShape = z.union([z.strictObject({ result: z.unknown() }), z.strictObject({ problem: z.string() })]);
export type TaskOutcome = z.infer<typeof outcomeShape>;

const kinds = { Uint8Array, Int32Array, Float32Array, Float64Array };
type NumberArray = Uint8Array | Int32Array | Float32Array | Float64Array;

/** What the head has in the place of an array: its type and how many numbers it has. */
const arrayMark = "\u0000array";
const markShape = z.strictObject({
  [arrayMark]: z.tuple([z.enum(["Uint8Array", "Int32Array", "Float32Array", "Float64Array"]), z.int().nonnegative()]),
});

const lengthBytes = 4;

/**
 * The length of the head, the head as packed JSON, and then the bytes of the arrays of numbers in the results, wherever
 * they are, the lowest byte first, as every processor that Node runs on has them.
 */
export function packOutcomes(outcomes: readonly TaskOutcome[]): Buffer {
  const arrays: NumberArray[] = [];
  const head = packed(JSON.stringify(withoutArrays(outcomes, arrays)));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length);
  const bytes = arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return Buffer.concat([length, head, ...bytes]);
}

export function unpackOutcomes(bytes: Buffer, tasks: number): TaskOutcome[] {
  try {
    const start = lengthBytes + bytes.readUInt32LE(0);
    const rest = new Rest(bytes.subarray(start));
    const head = withArrays(unpacked(bytes.subarray(lengthBytes, start)), rest);
    const outcomes = z.array(outcomeShape).length(tasks).parse(head);
    rest.mustBeEmpty();
    return outcomes;
  } catch {
    throw new Problem("A worker sent an answer that this plotline does not understand.");
  }
}

function withoutArrays(value: unknown, arrays: NumberArray[]): unknown {
  for (const [name, kind] of Object.entries(kinds))
    if (value instanceof kind) {
      arrays.push(value);
      return { [arrayMark]: [name, value.length] };
    }
  return mapped(value, (each) => withoutArrays(each, arrays));
}

function withArrays(value: unknown, rest: Rest): unknown {
  if (typeof value !== "object" || value === null || !(arrayMark in value))
    return mapped(value, (each) => withArrays(each, rest));
  const [name, length] = markShape.parse(value)[arrayMark];
  return new kinds[name](rest.take(length * kinds[name].BYTES_PER_ELEMENT));
}

/** What is inside a list or an object, each changed in the same way; any other value as it is. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]));
}

/** The bytes after the head, of which each array takes its own. */
class Rest {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  mustBeEmpty(): void {
    if (this.at !== this.bytes.length) throw new RangeError("There are more bytes than the arrays have.");
  }

  take(length: number): ArrayBuffer {
    if (this.at + length > this.bytes.length) throw new RangeError("An array arrived incomplete.");
    this.at += length;
    return new Uint8Array(this.bytes.subarray(this.at - length, this.at)).buffer;
  }
}
