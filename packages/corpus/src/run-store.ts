import { parsedJson } from "@plotline/base";
import { Sha256 } from "@plotline/base/sha256";
import { z } from "zod";
import { foldersIn } from "./listing.ts";
import { changedAt, FromFiles } from "./store/from-files.ts";
import { readIfThere } from "./store/read-file.ts";
import { storeOf } from "./store/store.ts";

/** A table as it was printed. */
const tableSchema = z.object({
  title: z.string(),
  header: z.array(z.string()).readonly(),
  rows: z.array(z.array(z.string()).readonly()).readonly(),
});
/** A table of a run, as cells. */
export type RunTable = Readonly<z.infer<typeof tableSchema>>;

const runSchema = z.object({
  kind: z.string(),
  made: z.string(),
  signature: z.string(),
  /** Of a run that goes on, whose tables are those so far. */
  progress: z.object({ done: z.number(), total: z.number() }).optional(),
  tables: z.array(tableSchema).readonly(),
  notes: z.array(z.string()).readonly().optional(),
  /** The same numbers for a program. */
  result: z.unknown().optional(),
});

/** A saved evaluation or training: what was run, its signature and its result. */
export type Run = Readonly<z.infer<typeof runSchema>>;

/** It is made when it is saved. */
export type NewRun = Omit<Run, "made">;

/** The folder of a run; `run` is missing where nothing has been saved of it yet. */
export interface StoredRun {
  readonly id: string;
  readonly run?: Run;
  /** When any of its files was last written, in milliseconds. */
  readonly changed: number;
  readonly hasMetrics: boolean;
}

/** The same question to the same corpus has the same id, so that asking again replaces the answer. */
export function runId(kind: string, signature: string, about: readonly string[]): string {
  const asked = new TextEncoder().encode(JSON.stringify([kind, signature, about]));
  return new Sha256().update(asked).digest("hex").slice(0, 12);
}

/** Saves what a run found, for the Results page. */
export function saveRun(folder: string, id: string, { kind, ...run }: NewRun): Promise<void> {
  const made = new Date().toISOString();
  return storeOf(folder).put(`runs/${id}/run.json`, `${JSON.stringify({ kind, made, ...run }, undefined, 1)}\n`);
}

/** Every run of a corpus, the latest first. Unreadable ones are left out; those that have not changed are not read again. */
export async function savedRuns(folder: string): Promise<StoredRun[]> {
  const ids = await foldersIn(folder, "runs");
  const found = await Promise.all(ids.map((id) => known.get(folder, filesOf(id), () => savedRun(folder, id))));
  return found.filter((run) => run !== undefined).sort((a, b) => b.changed - a.changed);
}

const known = new FromFiles<StoredRun | undefined>(10_000);

function filesOf(id: string): [result: string, metrics: string] {
  return [`runs/${id}/run.json`, `runs/${id}/metrics.jsonl`];
}

/** Files that anybody may have changed: what cannot be used counts as missing. */
async function savedRun(folder: string, id: string): Promise<StoredRun | undefined> {
  const [file, metrics] = filesOf(id);
  const [saved, logged] = await Promise.all([changedAt(folder, file), changedAt(folder, metrics)]);
  const text = await readIfThere(folder, file).catch(() => undefined);
  const run = runSchema.safeParse(parsedJson(text ?? "")).data;
  const hasMetrics = logged !== 0;
  return run || hasMetrics ? { id, run, changed: Math.max(saved, logged), hasMetrics } : undefined;
}
