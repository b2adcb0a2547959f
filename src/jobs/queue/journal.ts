import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isPlainName } from "../../corpus/folder-name.ts";
import { writeAtomically } from "../../write.ts";
import { unpackOutcomes } from "./outcomes.ts";

/** What a file begins with, on a line: the tasks of a batch, none where one failed, and how much follows. */
const headShape = z.strictObject({
  entries: z.array(z.strictObject({ key: z.string(), name: z.string() }).nullable()),
  length: z.int(),
});
type Entry = z.infer<typeof headShape>["entries"][number];

/** Runs that nobody resumed are deleted after this time. */
const journalLifetime = 14 * 24 * 3600 * 1000;

/**
 * The results of an unfinished run, written to disk as they arrive, so that a restarted run does only what is missing.
 * A result is found by the content of its task. An incomplete file is ignored.
 */
export class Journal {
  private readonly places = new Map<string, string>();
  private readonly keys = new Map<string, string>();
  private readonly folder: string;
  private read: { readonly file: string; readonly results: ReadonlyMap<string, unknown> } | undefined;

  constructor(home: string, run: string) {
    forgetOld(home, run);
    this.folder = join(home, run);
    for (const file of batchFiles(this.folder))
      for (const entry of batchIn(join(this.folder, file)).entries) {
        if (entry === null) continue;
        this.places.set(entry.key, file);
        this.keys.set(entry.name, entry.key);
      }
  }

  has(key: string): boolean {
    return this.places.has(key);
  }

  /** Tasks come in the same order as before, so the file read last usually has the next one too. */
  result(key: string): unknown {
    const file = this.places.get(key) ?? "";
    if (this.read?.file !== file) this.read = { file, results: resultsIn(join(this.folder, file)) };
    return this.read.results.get(key);
  }

  /** Whether the run knew another task under this name: its text has changed. */
  isChanged(name: string, key: string): boolean {
    const known = this.keys.get(name);
    return known !== undefined && known !== key;
  }

  /** The outcomes of a batch, as the bytes that came. */
  add(id: string, entries: readonly Entry[], outcomes: Uint8Array): void {
    if (entries.every((entry) => entry === null)) return;
    const head = Buffer.from(`${JSON.stringify({ entries, length: outcomes.length })}\n`);
    writeAtomically(join(this.folder, `${id}${extension}`), Buffer.concat([head, outcomes]));
  }

  /** Ends the journal: the run is done and its results are saved. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const extension = ".done";

function batchFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(extension)) : [];
}

function batchIn(file: string): { entries: readonly Entry[]; outcomes: Buffer } {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf("\n");
    const { entries, length } = headShape.parse(JSON.parse(bytes.toString("utf8", 0, end)));
    const outcomes = bytes.subarray(end + 1);
    if (outcomes.length === length) return { entries, outcomes };
  } catch {
    // Ignored.
  }
  rmSync(file, { force: true });
  return { entries: [], outcomes: Buffer.alloc(0) };
}

function resultsIn(file: string): Map<string, unknown> {
  const { entries, outcomes } = batchIn(file);
  const results = new Map<string, unknown>();
  for (const [k, outcome] of unpackOutcomes(outcomes, entries.length).entries())
    if (entries[k] && "result" in outcome) results.set(entries[k].key, outcome.result);
  return results;
}

function forgetOld(home: string, own: string): void {
  if (!existsSync(home)) return;
  for (const name of readdirSync(home).filter(isPlainName)) {
    const folder = join(home, name);
    if (name !== own && Date.now() - statSync(folder).mtimeMs > journalLifetime)
      rmSync(folder, { recursive: true, force: true });
  }
}
