import { createHash } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parsedJson } from "../json.ts";
import { writeAtomically } from "../write.ts";
import { mustLieInside } from "./files/inside.ts";
import { readIfThere } from "./files/read-file.ts";
import { isPlainName } from "./folder-name.ts";
import { foldersIn } from "./listing.ts";

/** A table as it was printed. */
export interface RunTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A saved evaluation or training: what was run, its signature and its result. */
export interface Run {
  readonly kind: string;
  readonly made: string;
  readonly signature: string;
  readonly tables: readonly RunTable[];
  /** Notes for the reader of the tables. */
  readonly notes?: readonly string[];
  /** The same numbers for a program. */
  readonly result?: unknown;
}

/** The progress of a run that has not ended. */
export interface RunProgress {
  readonly kind: string;
  readonly signature: string;
  readonly done: number;
  readonly total: number;
}

/** A line of a training's log: its step and its numbers. */
type MetricsLine = { readonly step: number } & Readonly<Record<string, number>>;

export interface SavedRun {
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
  return createHash("sha256")
    .update(JSON.stringify([kind, signature, about]))
    .digest("hex")
    .slice(0, 12);
}

/** Writes the results so far with the progress first, so that a running run is never taken for a finished one. */
export function saveRunSoFar(folder: string, id: string, run: Run, progress: RunProgress): void {
  saveProgress(folder, id, progress);
  writeRun(folder, id, run);
}

/** Writes the finished run in place of its progress. */
export async function saveRun(folder: string, id: string, run: Run): Promise<void> {
  writeRun(folder, id, run);
  await rm(join(folder, "runs", id, "progress.json"), { force: true });
}

export function saveProgress(folder: string, id: string, progress: RunProgress): void {
  write(folder, join("runs", id, "progress.json"), `${JSON.stringify(progress)}\n`);
}

/** Every run of a corpus, the latest first. Unreadable ones are left out; those in `known` that have not changed are not read again. */
export async function runsOf(folder: string, known: ReadonlyMap<string, SavedRun> = new Map()): Promise<SavedRun[]> {
  const names = await foldersIn(join(folder, "runs"));
  const found = await Promise.all(names.map((name) => savedRun(folder, name, known.get(name))));
  return found.filter((run) => run !== undefined).sort((a, b) => b.changed - a.changed);
}

/** A run that ended; undefined where there is none, or none that can be read. */
export async function readRun(folder: string, id: string): Promise<Run | undefined> {
  return isPlainName(id) ? parsed(folder, join("runs", id, "run.json"), isRun) : undefined;
}

/** A training's log, thinned evenly to at most `most` lines; a half-written line is skipped. */
export async function metricsOf(folder: string, id: string, most = 400): Promise<MetricsLine[]> {
  if (!isPlainName(id)) return [];
  const text = (await readIfThere(folder, join("runs", id, "metrics.jsonl")).catch(() => undefined)) ?? "";
  const lines = text.split("\n").flatMap((line) => metricsIn(line));
  const stride = Math.max(1, Math.ceil(lines.length / most));
  return lines.filter((_, k) => k % stride === 0 || k === lines.length - 1);
}

function writeRun(folder: string, id: string, run: Run): void {
  write(folder, join("runs", id, "run.json"), `${JSON.stringify(run, undefined, 1)}\n`);
}

function write(folder: string, path: string, content: string): void {
  mustLieInside(folder, path);
  writeAtomically(join(folder, path), content);
}

async function savedRun(folder: string, id: string, known: SavedRun | undefined): Promise<SavedRun | undefined> {
  const path = (name: string) => join("runs", id, name);
  const changedOf = async (name: string) => (await stat(join(folder, path(name))).catch(() => undefined))?.mtimeMs ?? 0;
  const times = await Promise.all(["run.json", "progress.json", "metrics.jsonl", "score.json"].map(changedOf));
  const changed = Math.max(...times);
  const hasMetrics = times[2] !== 0;
  if (changed === known?.changed && (times[1] !== 0) === (known.progress !== undefined)) return known;
  const [run, progress, scored] = await Promise.all([
    parsed(folder, path("run.json"), isRun),
    parsed(folder, path("progress.json"), isProgress),
    parsed(folder, path("score.json"), isAnything),
  ]);
  if (run === undefined && progress === undefined && scored === undefined && !hasMetrics) return undefined;
  return { id, ...(run && { run }), ...(progress && { progress }), scored, changed, hasMetrics };
}

async function parsed<T>(folder: string, path: string, is: (value: unknown) => value is T): Promise<T | undefined> {
  const value = parsedJson((await readIfThere(folder, path).catch(() => undefined)) ?? "");
  return value !== undefined && is(value) ? value : undefined;
}

function isAnything(_: unknown): _ is unknown {
  return true;
}

function isRun(value: unknown): value is Run {
  return has(value, { kind: "string", made: "string", signature: "string" }) && Array.isArray(value["tables"]);
}

function isProgress(value: unknown): value is RunProgress {
  return has(value, { kind: "string", signature: "string", done: "number", total: "number" });
}

function has(value: unknown, fields: Readonly<Record<string, string>>): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const given = value as Record<string, unknown>;
  return Object.entries(fields).every(([name, type]) => typeof given[name] === type);
}

function metricsIn(line: string): MetricsLine[] {
  const value = parsedJson(line);
  if (!has(value, { step: "number" })) return [];
  const numbers = Object.entries(value).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number" && entry[0] !== "__proto__",
  );
  return [{ ...Object.fromEntries(numbers), step: Number(value["step"]) }];
}
