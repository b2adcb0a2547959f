import { random } from "../random.ts";
import { type ClozeFeature, clozeFeatures } from "./cloze-features.ts";
import { completionFeatures } from "./completion-features.ts";
import shipped from "./data/ranker.json" with { type: "json" };
import type { Protocol } from "./options.ts";
import { type Forest, scoreRow } from "./trees.ts";

/** The baselines to beat, as they ship: numbers over our own features, trained by `plotline train ranker`. */
export interface Rankers {
  readonly about: string;
  /** Over the context and the chapter around it. */
  readonly chapter: Forest;
  /** Over the context alone. */
  readonly context: Forest;
  readonly completion: Readonly<Record<Protocol, readonly number[]>>;
}

export const shippedRankers: Rankers = shipped;

/** Columns that look beyond the context. */
const beyond: readonly ClozeFeature[] = [
  "mentions in chapter",
  "rank in chapter",
  "share of chapter",
  "window overlap in chapter",
  "distance",
  "mentions in work",
  "density",
];
const contextColumns = clozeFeatures.flatMap((name, k) => (beyond.includes(name) ? [] : k));

/** The rows as the forests read them: each column, and how far it is below the best candidate's. */
export function rankerRows(rows: readonly Float32Array[], view: "context" | "chapter"): Float32Array[] {
  const columns = view === "context" ? contextColumns : [...clozeFeatures.keys()];
  const best = columns.map((column) => Math.max(...rows.map((row) => row[column] ?? 0)));
  return rows.map((row) => {
    const values = columns.map((column) => row[column] ?? 0);
    return Float32Array.from([...values, ...values.map((value, k) => value - (best[k] ?? 0))]);
  });
}

export function forestScores(forest: Forest, rows: readonly Float32Array[], view: "context" | "chapter"): number[] {
  return rankerRows(rows, view).map((row) => scoreRow(forest, row));
}

export function linearScores(weights: readonly number[], rows: readonly Float32Array[]): number[] {
  return rows.map((row) => completionFeatures.reduce((sum, _, k) => sum + (weights[k] ?? 0) * (row[k] ?? 0), 0));
}

/** The best candidate; chance decides among equals, the same for one seed. */
export function choose(scores: readonly number[], ...seeds: readonly (number | string)[]): number {
  const best = Math.max(...scores);
  const equal = scores.flatMap((score, k) => (score === best ? k : []));
  if (equal.length === 1) return equal[0] as number;
  return equal[Math.floor(random("tie", ...seeds)() * equal.length)] ?? 0;
}
