import type * as fs from "node:fs";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOfFile } from "@plotline/corpus/testing";
import { expect, test, vi } from "vitest";
import { loadCheckpoint, MetricsLog, saveCheckpoint } from "./checkpoint.ts";

const disk = vi.hoisted(() => ({ full: false }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const until =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      if (disk.full) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      return call(...args);
    };
  return { ...real, writeSync: until(real.writeSync), appendFileSync: until(real.appendFileSync) };
});

const folder = folderOfFile();
const file = join(folder, "run.safetensors");
const tensors = {
  words: { shape: [2, 3], data: Float32Array.of(1, -2.5, Math.fround(0.1), 1e-38, 3e38, 0) },
  bias: { shape: [1], data: Float32Array.of(7) },
};
const anything = (state: unknown): state is unknown => state !== null;

test("what is written is read back to the bit, and any safetensors reader finds the weights", () => {
  saveCheckpoint(file, { tensors, state: { step: 3 } });
  expect(loadCheckpoint(file, anything)).toEqual({ tensors, state: { step: 3 } });
  const bytes = readFileSync(file);
  const header = JSON.parse(bytes.toString("utf8", 8, 8 + Number(bytes.readBigUInt64LE(0))));
  expect(header.words).toEqual({ dtype: "F32", shape: [2, 3], data_offsets: [0, 24] });
  expect(readdirSync(folder)).toEqual(["run.safetensors"]);
});

test.each<[string, (bytes: Buffer) => Uint8Array, RegExp]>([
  [
    "cut off in its numbers",
    (bytes) => bytes.subarray(0, bytes.length - 4),
    /run\.safetensors: this checkpoint is cut off/,
  ],
  ["cut off in its header", (bytes) => bytes.subarray(0, 40), /this checkpoint is cut off/],
  ["empty", () => new Uint8Array(0), /this is not a checkpoint of plotline/],
  ["text", () => Buffer.from("once upon a time there was a file"), /this is not a checkpoint of plotline/],
  [
    "other weights",
    () => foreign({ w: { dtype: "F32", shape: [0], data_offsets: [0, 0] } }),
    /weights of another program/,
  ],
  ["changed in one bit", (bytes) => flipped(bytes, bytes.length - 3), /this checkpoint is damaged: its checksum/],
  [
    "changed in its state",
    (bytes) => Buffer.from(bytes.toString("latin1").replace("{}", "[]"), "latin1"),
    /this checkpoint is damaged: its checksum/,
  ],
  [
    "damaged",
    (bytes) => Buffer.from(bytes.toString("latin1").replace("[2,3]", "[2,4]"), "latin1"),
    /"words" .* is damaged/,
  ],
])("a checkpoint that is %s gets one clear sentence", (_, spoil, sentence) => {
  saveCheckpoint(file, { tensors, state: {} });
  writeFileSync(file, spoil(readFileSync(file)));
  expect(() => loadCheckpoint(file, anything)).toThrow(sentence);
});

test("a checkpoint of the first format, without a checksum, is still read", () => {
  saveCheckpoint(file, { tensors, state: { step: 3 } });
  const text = readFileSync(file, "latin1").replace('"plotline 2"', '"plotline"  ');
  writeFileSync(file, Buffer.from(text, "latin1"));
  expect(loadCheckpoint(file, anything)).toEqual({ tensors, state: { step: 3 } });
});

test("a full disk gets one clear sentence, and the last checkpoint is kept", () => {
  saveCheckpoint(file, { tensors, state: { step: 1 } });
  const log = new MetricsLog(join(folder, "metrics.jsonl"));
  disk.full = true;
  try {
    expect(() => saveCheckpoint(file, { tensors, state: { step: 2 } })).toThrow(
      `${file} could not be written; the old file is intact: The disk is full; nothing was left half-written.`,
    );
    expect(() => log.append({ step: 2 })).toThrow(/metrics\.jsonl could not be written.*: The disk is full/);
  } finally {
    disk.full = false;
  }
  expect(loadCheckpoint(file, anything).state).toEqual({ step: 1 });
  expect(readdirSync(folder)).toEqual(["run.safetensors"]);
});

test("a run's folder that is a file is reported", () => {
  writeFileSync(join(folder, "taken"), "");
  expect(() => new MetricsLog(join(folder, "taken", "metrics.jsonl"))).toThrow(/taken is a file; a run needs a folder/);
  rmSync(join(folder, "taken"));
});

test("a folder that the system refuses is reported at once", ({ skip }) => {
  skip(process.platform !== "linux", "it needs Linux");
  expect(() => new MetricsLog("/proc/runs/mine/metrics.jsonl")).toThrow(
    /^The folder of a run, \/proc\/runs\/mine, could not be created: .*allows no folder there\.$/,
  );
});

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

function foreign(header: object): Uint8Array {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text]);
}
