import { closeSync, createReadStream, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Split } from "@plotline/align";
import { makeFolder, parsedJson } from "@plotline/base/node";
import type { z } from "zod";
import { writeParquet } from "./parquet.ts";

/** Rows of this many at a time are in memory. */
const group = 1000;

/**
 * Rows by split: JSON lines as they come, and at the end the same rows in Parquet, which knows the type of a column even
 * where all of it is null.
 */
export class RowFiles {
  private readonly open = new Map<Split, number>();

  constructor(
    private readonly folder: string,
    private readonly schema: z.ZodObject,
  ) {}

  write(split: Split, rows: readonly object[]): void {
    let file = this.open.get(split);
    if (file === undefined) {
      makeFolder(this.folder);
      this.open.set(split, (file = openSync(join(this.folder, linesOf(split)), "wx")));
    }
    for (const row of rows) writeFileSync(file, `${JSON.stringify(row)}\n`);
  }

  async finish(): Promise<void> {
    for (const [split, file] of this.open) {
      closeSync(file);
      const rows = readRows(join(this.folder, linesOf(split)));
      await writeParquet(join(this.folder, parquetOf(split)), rows, this.schema, group);
    }
  }
}

export function linesOf(split: Split): string {
  return `${split}.jsonl`;
}

export function parquetOf(split: Split): string {
  return `${split}.parquet`;
}

/** The rows of a file of JSON lines that was written here. */
async function* readRows(path: string): AsyncGenerator<Record<string, unknown>> {
  for await (const text of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity })) {
    const row = parsedJson(text);
    if (typeof row === "object" && row !== null) yield { ...row };
  }
}
