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
export type RunTable = Readonly<z.infer<typeof tableSchema>>;

const runSchema = z.object({
  kind: z.string(),
  made: z.string(),
  signature: z.string(),
  tables: z.array(tableSchema).readonly(),
  notes: z.array(z.string()).readonly().optional(),
  /** The same numbers for a program. */
  result: z.unknown().optional(),
});

/** A saved evaluation or training: what was run, its signature and its result. */
export type Run = Readonly<z.infer<typeof runSchema>>;

/** It is made when it is saved. */
type NewRun = Omit<Run, "made">;

const progressSchema = z.object({ kind: z.string(), signature: z.string(), done: z.number(), total: z.number() });

export type RunProgress = Readonly<z.infer<typeof progressSchema>>;

export interface StoredRun {
  readonly id: string;
  readonly run?: Run;
  readonly progress?: RunProgress;
  /** What `plotline score` wrote next to a reader's weights; whoever uses it checks it. */
  readonly scored?: unknown;
  /** When any of its files was last written, in milliseconds. */
  readonly changed: number;
  readonly hasMetrics: boolean;
}

/** The same question to the same corpus has the same id, so that asking again replaces the answer. */
export function runId(kind: string, signature: string, about: readonly string[]): string {
  const asked = new TextEncoder().encode(JSON.stringify([kind, signature, about]));
  return new Sha256().update(asked).digest("hex").slice(0, 12);
}

/**
 * Writes the finished run in place of its progress; or, where that is given, what there is of it so far, after the
 * progress, so that a running run is never taken for a finished one.
 */
export async function saveRun(
  folder: string,
  id: string,
  { kind, ...run }: NewRun,
  soFar?: RunProgress,
): Promise<void> {
  if (soFar !== undefined) await saveProgress(folder, id, soFar);
  const made = new Date().toISOString();
  await storeOf(folder).put(`runs/${id}/run.json`, `${JSON.stringify({ kind, made, ...run }, undefined, 1)}\n`);
  if (soFar === undefined) await storeOf(folder).put(`runs/${id}/progress.json`, undefined);
}

export function saveProgress(folder: string, id: string, progress: RunProgress): Promise<void> {
  return storeOf(folder).put(`runs/${id}/progress.json`, `${JSON.stringify(progress)}\n`);
}

/** Every run of a corpus, the latest first. Unreadable ones are left out; those that have not changed are not read again. */
export async function runsOf(folder: string): Promise<StoredRun[]> {
  const ids = await foldersIn(folder, "runs");
  const found = await Promise.all(ids.map((id) => known.get(folder, filesOf(id), () => savedRun(folder, id))));
  return found.filter((run) => run !== undefined).sort((a, b) => b.changed - a.changed);
}

const known = new FromFiles<StoredRun | undefined>(10_000);

function filesOf(id: string): string[] {
  return ["run.json", "progress.json", "score.json", "metrics.jsonl"].map((name) => `runs/${id}/${name}`);
}

async function savedRun(folder: string, id: string): Promise<StoredRun | undefined> {
  const [own = "", underWay = "", score = ""] = filesOf(id);
  const times = await Promise.all(filesOf(id).map((path) => changedAt(folder, path)));
  const [run, progress, scored] = await Promise.all([
    parsed(folder, own, runSchema),
    parsed(folder, underWay, progressSchema),
    parsed(folder, score, z.unknown()),
  ]);
  const hasMetrics = times.at(-1) !== 0;
  if (run === undefined && progress === undefined && scored === undefined && !hasMetrics) return undefined;
  return { id, run, progress, scored, changed: Math.max(...times), hasMetrics };
}

/** A file that anybody may have changed: what cannot be used counts as missing. */
async function parsed<T>(folder: string, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const value = parsedJson((await readIfThere(folder, path).catch(() => undefined)) ?? "");
  return value === undefined ? undefined : schema.safeParse(value).data;
}
