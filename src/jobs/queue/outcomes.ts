import { z } from "zod";
import { Problem } from "../../problem.ts";
import { packed, unpacked } from "./message.ts";

/** The outcome of each task of a batch, in order. */
const outcomeShape = z.union([z.strictObject({ result: z.unknown() }), z.strictObject({ problem: z.string() })]);
export type Outcome = z.infer<typeof outcomeShape>;

/** Before the bytes: the outcomes without them, and for each piece whose result it belongs to, its name and length. */
const headShape = z.strictObject({
  outcomes: z.array(outcomeShape),
  pieces: z.array(z.tuple([z.int().nonnegative(), z.string(), z.int().nonnegative()])),
});
type Piece = z.infer<typeof headShape>["pieces"][number];

const lengthBytes = 4;

/**
 * The length of the head, the head as packed JSON, and then bytes as they are: a field of a result that holds bytes
 * (vectors, which nothing makes smaller) is neither written as text nor packed.
 */
export function packOutcomes(outcomes: readonly Outcome[]): Buffer {
  const pieces: Piece[] = [];
  const bytes: Uint8Array[] = [];
  const plain = outcomes.map((outcome, k) => {
    const own = fieldsOf(outcome).filter(([, value]) => value instanceof Uint8Array) as [string, Uint8Array][];
    if (own.length === 0) return outcome;
    for (const [name, value] of own) {
      pieces.push([k, name, value.length]);
      bytes.push(value);
    }
    return { result: Object.fromEntries(fieldsOf(outcome).filter(([, value]) => !(value instanceof Uint8Array))) };
  });
  const head = packed(JSON.stringify({ outcomes: plain, pieces }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...bytes]);
}

export function unpackOutcomes(bytes: Buffer, tasks: number): Outcome[] {
  const start = bytes.length < lengthBytes ? bytes.length : lengthBytes + bytes.readUInt32LE(0);
  const { outcomes, pieces } = headOf(bytes.subarray(lengthBytes, start));
  let at = start;
  for (const [k, name, length] of pieces) {
    const outcome = outcomes[k];
    if (outcome === undefined || !("result" in outcome) || at + length > bytes.length) throw notUnderstood();
    outcome.result = { ...Object(outcome.result), [name]: new Uint8Array(bytes.subarray(at, at + length)) };
    at += length;
  }
  if (outcomes.length !== tasks || at !== bytes.length) throw notUnderstood();
  return outcomes;
}

function headOf(bytes: Uint8Array): z.infer<typeof headShape> {
  try {
    return headShape.parse(unpacked(bytes));
  } catch {
    throw notUnderstood();
  }
}

function notUnderstood(): Problem {
  return new Problem("A worker sent an answer that this plotline does not understand.");
}

function fieldsOf(outcome: Outcome): [string, unknown][] {
  if (!("result" in outcome) || typeof outcome.result !== "object" || outcome.result === null) return [];
  return Object.entries(outcome.result);
}
