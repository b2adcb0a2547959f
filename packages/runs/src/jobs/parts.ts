import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { Problem } from "@plotline/base";
import { parsedJson, writeAtomically } from "@plotline/base/node";
import { z } from "zod";
import type { Seal } from "./seal.ts";

/** One of `count` shards of a run: it does every `count`-th item. Counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** A shard as it is written: `3/8`. */
export function shardText({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** The items that a shard does. */
export function itemsOf<Item>(items: readonly Item[], { index, count }: Shard): Item[] {
  return items.filter((_, k) => k % count === index - 1);
}

/** All shards of a run. */
export function allShards(count: number): Shard[] {
  return Array.from({ length: count }, (_, k) => ({ index: k + 1, count }));
}

/** What a part begins with, on a line. */
const headShape = z.strictObject({
  signature: z.string(),
  shard: z.string(),
  /** How many bytes each result has, one after the other behind this line. */
  lengths: z.array(z.int().nonnegative()),
  seal: z.string(),
});

interface Part {
  readonly path: string;
  readonly lengths: readonly number[];
  /** Where the next result begins. */
  offset: number;
}

/**
 * The folder in which the shards of a run leave their results. A shard is done when its part is there: one file, written
 * whole or not at all, which begins with the signature of its run. Results are stored as threads exchange them, so that
 * joined they are to the bit what one run has.
 */
export class Parts {
  constructor(
    readonly folder: string,
    readonly signature: string,
    private readonly seal: Seal,
  ) {}

  /** Those of some shards that are not done. A part that was damaged, or that somebody else sealed, is made again. */
  missing(shards: readonly Shard[]): Shard[] {
    const names = new Set(this.names());
    return shards.filter((shard) => !names.has(nameOf(shard)) || this.open(shard) === undefined);
  }

  write(shard: Shard, results: readonly unknown[]): void {
    const bodies = results.map((result) => serialize(result));
    const lengths = bodies.map((body) => body.length);
    const body = Buffer.concat(bodies);
    const head = {
      signature: this.signature,
      shard: shardText(shard),
      lengths,
      seal: this.sealOn(shard, lengths, body),
    };
    writeAtomically(this.pathOf(shard), Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]));
  }

  /** The results of all items, in their order. */
  *joined<Result>(items: number): Generator<Result> {
    if (items === 0) return;
    const shards = allShards(this.countIn());
    const parts = shards.map((shard) => this.open(shard) ?? damaged(this.pathOf(shard)));
    for (let k = 0; k < items; k++) {
      const part = parts[k % parts.length]!;
      const result: Result = deserialize(nextOf(part, Math.floor(k / parts.length)));
      yield result;
    }
  }

  /** Removes the parts, and the folder with them unless it holds something else. */
  remove(...others: readonly string[]): void {
    const own = this.names().filter((name) => partName.test(name) || others.includes(name));
    for (const name of own) rmSync(join(this.folder, name), { force: true });
    if (existsSync(this.folder) && this.names().length === 0) rmdirSync(this.folder);
  }

  /** Into how many shards the run was cut whose parts are all there. */
  private countIn(): number {
    const there = this.names();
    const counts = new Set(there.flatMap((name) => Number(partName.exec(name)?.[2] ?? Number.NaN) || []));
    const cuts = [...counts].map((count) => {
      const missing = allShards(count).filter((shard) => !there.includes(nameOf(shard)));
      return { count, missing: missing.map(({ index }) => index) };
    });
    const [best] = cuts.sort((a, b) => a.missing.length - b.missing.length || a.count - b.count);
    if (best === undefined)
      throw new Problem(`${this.folder} has no parts of this run: --shard 1/n to --shard n/n make them.`);
    if (best.missing.length > 0) throw new Problem(missingText(this.folder, best.missing, best.count));
    return best.count;
  }

  private names(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }

  private pathOf(shard: Shard): string {
    return join(this.folder, nameOf(shard));
  }

  private sealOn(shard: Shard, lengths: readonly number[], body: Uint8Array): string {
    return this.seal.on("part", this.signature, shardText(shard), JSON.stringify(lengths), body);
  }

  /** Undefined where the file is not whole; a part of another run is a problem. */
  private open(shard: Shard): Part | undefined {
    const path = this.pathOf(shard);
    const bytes = readFileSync(path);
    const end = bytes.indexOf("\n");
    const head = headShape.safeParse(parsedJson(bytes.toString("utf8", 0, end))).data;
    if (head === undefined) return undefined;
    if (head.signature !== this.signature) throw new Problem(anotherRun(path, head.signature, this.signature));
    const { lengths, seal } = head;
    const isWhole = this.seal.fits(
      seal,
      "part",
      this.signature,
      shardText(shard),
      JSON.stringify(lengths),
      bytes.subarray(end + 1),
    );
    return isWhole ? { path, lengths, offset: end + 1 } : undefined;
  }
}

function nameOf({ index, count }: Shard): string {
  return `${index}-of-${count}.part`;
}

const partName = /^(\d{1,9})-of-(\d{1,9})\.part$/;

function nextOf(part: Part, k: number): Buffer {
  const bytes = Buffer.alloc(part.lengths[k] ?? damaged(part.path));
  const file = openSync(part.path, "r");
  try {
    if (readSync(file, bytes, 0, bytes.length, part.offset) < bytes.length) damaged(part.path);
  } finally {
    closeSync(file);
  }
  part.offset += bytes.length;
  return bytes;
}

function damaged(path: string): never {
  throw new Problem(`${path} is damaged, or was made with another secret: remove it and make this shard again.`);
}

function missingText(folder: string, indices: readonly number[], count: number): string {
  const more = indices.length > 10 ? ` and ${indices.length - 10} more` : "";
  const shown = `${indices.slice(0, 10).join(", ")}${more}`;
  const [what, it] = indices.length === 1 ? [`part ${shown} is`, "it"] : [`parts ${shown} are`, "the first"];
  return `Of the ${count} parts in ${folder}, ${what} missing: --shard ${indices[0]}/${count} makes ${it}.`;
}

export function anotherRun(path: string, theirs: string, ours: string): string {
  return `${path} belongs to another run (${difference(theirs, ours)}): name another folder with --parts, or remove it.`;
}

/** The first words in which two signatures differ. */
export function difference(theirs: string, ours: string): string {
  const [there, here] = [theirs.split("|"), ours.split("|")];
  const [name = ""] =
    [...there, ...here].find((words) => !there.includes(words) || !here.includes(words))?.split(":") ?? [];
  const said = (all: readonly string[]) => all.find((words) => words.startsWith(`${name}:`)) ?? `no ${name}`;
  return `${said(there)} there, ${said(here)} here`;
}
