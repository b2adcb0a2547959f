import { inGroups } from "@plotline/base";
import { placeAlong } from "../outline/along.ts";
import { matrix, type Passages } from "../similarity/similarity.ts";
import { type OrderKind, stepsBack } from "./order.ts";
import type { GuideOdds } from "./similarity.ts";

/** More cells than this are not scored at once: first it is found which part of the story each point is about. */
export const mostCells = 400_000;

/** Paragraphs of a window; it is scored with this many more paragraphs and points on both sides. */
const windowLength = 80;
const margin = { paragraphs: 24, points: 3 };
/** The log-odds of cells far from a point's window. */
const farAway = -15;

/** A window of a long story, with the points that are scored with it. */
export interface Window {
  readonly passages: Passages;
  /** The points, and those of them that belong to the window itself. */
  readonly rows: readonly number[];
  readonly own: readonly number[];
  /** The story paragraph that it begins with. */
  readonly first: number;
}

/**
 * A whole book in one piece: points are laid along windows of the story, and each window is scored with some of what is
 * on both sides of it, and then only the points of the window itself are used.
 */
export function windowsFor({ summary, story, language }: Passages): Window[] {
  const windows = inGroups(story, windowLength);
  const owners = placeAlong(summary, windows).map(({ part }) => part);
  const rowsOf = (window: number) => [...owners.keys()].filter((row) => owners[row] === window);
  return windows.flatMap((_, window) => {
    const own = rowsOf(window);
    if (own.length === 0) return [];
    const before = rowsOf(window - 1).slice(-margin.points);
    const after = rowsOf(window + 1).slice(0, margin.points);
    const rows = [...before, ...own, ...after].sort((a, b) => a - b);
    const first = Math.max(0, window * windowLength - margin.paragraphs);
    const end = (window + 1) * windowLength + margin.paragraphs;
    const passages = { summary: rows.map((row) => summary[row]!), story: story.slice(first, end), language };
    return [{ passages, rows, own, first }];
  });
}

/** The odds of the whole book, from those of its windows. */
export function joinWindows(
  { summary, story }: Passages,
  windows: readonly Window[],
  scored: readonly GuideOdds[],
): GuideOdds {
  const odds = matrix(summary.length, story.length, new Float32Array(summary.length * story.length).fill(farAway));
  const [matched, gain] = [new Float32Array(summary.length), new Float32Array(summary.length)];
  const sequence: number[] = [];
  windows.forEach(({ rows, own, first }, k) => {
    const part = scored[k]!;
    for (const row of own) {
      const from = rows.indexOf(row);
      odds.values.set(part.values.subarray(from * part.columns, (from + 1) * part.columns), row * story.length + first);
      matched[row] = part.matched[from]!;
      gain[row] = part.gain[from]!;
    }
    const mine = new Set(own);
    sequence.push(...part.sequence.map((row) => rows[row]!).filter((row) => mine.has(row)));
  });
  const kinds = scored.map(({ order }) => order);
  return { ...odds, matched, gain, sequence, order: overall(sequence, kinds) };
}

function overall(sequence: readonly number[], kinds: readonly OrderKind[]): OrderKind {
  const back = stepsBack(sequence);
  if (back === 0) return "kept";
  const lost = kinds.filter((kind) => kind !== "kept").length;
  return back > sequence.length / 4 || lost > kinds.length / 2 ? "mixed" : "some moved";
}
