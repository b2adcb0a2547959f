import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Problem, sentenceOf } from "@plotline/base";
import { makeFolder, writeAtomically } from "@plotline/base/node";
import { z } from "zod";
import { elements } from "./shape.ts";

export interface StoredTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** The contents of a file: tensors, and anything that JSON can express. */
export interface Checkpoint<State> {
  readonly tensors: Readonly<Record<string, StoredTensor>>;
  readonly state: State;
}

/**
 * Writes a safetensors file, whole or not at all: eight bytes of header length, a JSON header that names each tensor's
 * type, shape and place, then the numbers. The rest of the state is JSON in the header's metadata, so that any reader
 * of the format can open the weights. The metadata also has a checksum of the file, computed with zeros in its place.
 */
export function saveCheckpoint<State>(file: string, { tensors, state }: Checkpoint<State>): void {
  const metadata = { format, sha256: unsigned, state: JSON.stringify(state) };
  const header: Record<string, unknown> = { __metadata__: metadata };
  let size = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype: "F32", shape, data_offsets: [size, size + data.byteLength] };
    size += data.byteLength;
  }
  const head = paddedHeader(header);
  const whole = new Uint8Array(8 + head.length + size);
  new DataView(whole.buffer).setBigUint64(0, BigInt(head.length), true);
  whole.set(head, 8);
  let at = 8 + head.length;
  for (const { data } of Object.values(tensors)) {
    whole.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  Buffer.from(checksumOf(whole)).copy(whole, Buffer.from(whole.buffer).indexOf(unsigned));
  try {
    writeAtomically(file, whole);
  } catch (error) {
    throw unwritten(file, error);
  }
}

/** A full disk or a read-only folder: the old file is intact. */
export function unwritten(file: string, error: unknown): Problem {
  return new Problem(`${file} could not be written; the old file is intact: ${sentenceOf(error)}`);
}

/** Reads what `saveCheckpoint` wrote; `State` is checked by `isState`. */
export function loadCheckpoint<State>(file: string, isState: (state: unknown) => state is State): Checkpoint<State> {
  const bytes = bytesOf(file);
  const { header, start } = readHeader(file, bytes);
  const { __metadata__: about, ...entries } = header;
  const metadata = metadataSchema.safeParse(about).data;
  if (metadata === undefined)
    throw new Problem(`${file}: these are weights of another program, not a checkpoint of plotline.`);
  const state = stateOf(file, metadata);
  if (!isState(state))
    throw new Problem(`${file}: this checkpoint was made by another program or version; start again.`);
  const tensors = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, readTensor(file, name, entry, bytes, start)]),
  );
  mustBeWhole(file, metadata, bytes, start);
  return { tensors, state };
}

/** Files of this format carry a checksum; those of the first one, called "plotline", carry none. */
const format = "plotline 2";
const metadataSchema = z.object({
  format: z.enum([format, "plotline"]),
  sha256: z.string().optional(),
  state: z.string(),
});
type Metadata = z.infer<typeof metadataSchema>;
const size = z.int().nonnegative();
const tensorSchema = z.object({ dtype: z.literal("F32"), shape: z.array(size), data_offsets: z.tuple([size, size]) });
const unsigned = "0".repeat(64);

function checksumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function mustBeWhole(file: string, metadata: Metadata, bytes: Buffer, start: number): void {
  if (metadata.format !== format) return;
  const said = metadata.sha256 ?? "";
  const at = bytes.subarray(0, start).indexOf(said);
  const cleared = Buffer.from(bytes);
  if (said.length === unsigned.length) cleared.write(unsigned, at);
  if (checksumOf(cleared) !== said)
    throw new Problem(
      `${file}: this checkpoint is damaged: its checksum does not match; use an older one or start again.`,
    );
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Problem(`${file} could not be read: ${sentenceOf(error)}`);
  }
}

/** Eight-byte alignment, as the format asks, padded with spaces. */
function paddedHeader(header: Record<string, unknown>): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = new Uint8Array(Math.ceil(text.length / 8) * 8).fill(32);
  padded.set(text);
  return padded;
}

function readHeader(file: string, bytes: Buffer): { header: Record<string, unknown>; start: number } {
  const foreign = new Problem(`${file}: this is not a checkpoint of plotline.`);
  if (bytes.length < 8) throw foreign;
  const length = Number(bytes.readBigUInt64LE(0));
  if (length > 100_000_000) throw foreign;
  if (bytes.length < 8 + length) throw truncated(file);
  try {
    const header = z.record(z.string(), z.unknown()).parse(JSON.parse(bytes.toString("utf8", 8, 8 + length)));
    return { header, start: 8 + length };
  } catch {
    throw foreign;
  }
}

function stateOf(file: string, { state }: Metadata): unknown {
  try {
    return JSON.parse(state);
  } catch {
    throw new Problem(`${file}: the state in this checkpoint is damaged; use an older one or start again.`);
  }
}

function readTensor(file: string, name: string, entry: unknown, bytes: Buffer, start: number): StoredTensor {
  const damaged = new Problem(
    `${file}: the entry of "${name}" in this checkpoint is damaged; use an older one or start again.`,
  );
  const read = tensorSchema.safeParse(entry).data;
  if (read === undefined) throw damaged;
  const { shape } = read;
  const [from, to] = read.data_offsets;
  if (to - from !== 4 * elements(shape)) throw damaged;
  if (start + to > bytes.length) throw truncated(file);
  return { shape, data: new Float32Array(Uint8Array.from(bytes.subarray(start + from, start + to)).buffer) };
}

function truncated(file: string): Problem {
  return new Problem(`${file}: this checkpoint is cut off; use an older one or start again.`);
}

/** A line of metrics: the step it belongs to and any numbers. */
export type Metrics = { readonly step: number } & Readonly<Record<string, number>>;

/** A run's log: one JSON object per line. */
export class MetricsLog {
  constructor(private readonly file: string) {
    const folder = dirname(file);
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new Problem(`${folder} is a file; a run needs a folder for its checkpoints and metrics.`);
    }
    try {
      makeFolder(folder);
    } catch (error) {
      throw new Problem(`The folder of a run, ${folder}, could not be created: ${sentenceOf(error)}`);
    }
  }

  append(metrics: Metrics): void {
    try {
      appendFileSync(this.file, `${JSON.stringify(metrics)}\n`);
    } catch (error) {
      throw unwritten(this.file, error);
    }
  }

  /** A resumed run writes its later steps again, so their old lines are removed, half-written ones too. */
  rewindTo(step: number): void {
    if (!existsSync(this.file)) return;
    const lines = readFileSync(this.file, "utf8").split("\n");
    const kept = lines.filter((line) => stepOf(line) <= step);
    try {
      writeAtomically(this.file, kept.map((line) => `${line}\n`).join(""));
    } catch (error) {
      throw unwritten(this.file, error);
    }
  }
}

function stepOf(line: string): number {
  try {
    const { step } = JSON.parse(line) as Metrics;
    return typeof step === "number" ? step : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
