import { below, type Random } from "@plotline/base";
import type { Alignment, Link } from "./chapter/types.ts";

/** No alignment: every point covers every paragraph. */
export function all(rows: number, columns: number): Alignment {
  return windows(rows, columns, columns, () => 0);
}

/** Random-N: N consecutive story paragraphs at a random place for each point. */
export function randomWindows(rows: number, columns: number, size: number, next: Random): Alignment {
  return windows(rows, columns, size, () => below(Math.max(1, columns - size + 1), next));
}

/**
 * Diagonal-N: N story paragraphs around paragraph floor(i·M/N), where point i of N begins if the guide covers the M
 * paragraphs evenly; cut at the ends of the chapter. Of the readings of the paper's words this one comes nearest.
 */
export function diagonal(rows: number, columns: number, size: number): Alignment {
  return windows(rows, columns, size, (row) => Math.floor((row * columns) / rows) - Math.floor(size / 2));
}

/** A staircase drawn at random: every order of its steps along the summary and along the story is equally likely. */
export function randomStaircase(rows: number, columns: number, next: Random): Alignment {
  const links: Link[] = [];
  if (rows === 0 || columns === 0) return links;
  let [summary, story] = [0, 0];
  for (;;) {
    links.push({ summary, story, confidence: 1 });
    const [points, paragraphs] = [rows - 1 - summary, columns - 1 - story];
    if (points + paragraphs === 0) return links;
    if (below(points + paragraphs, next) < points) summary++;
    else story++;
  }
}

function windows(rows: number, columns: number, size: number, start: (row: number) => number): Alignment {
  const links: Link[] = [];
  for (let summary = 0; summary < rows && columns > 0; summary++) {
    const first = start(summary);
    const end = Math.min(columns, first + size);
    for (let story = Math.max(0, first); story < end; story++) links.push({ summary, story, confidence: 1 });
  }
  return links;
}
