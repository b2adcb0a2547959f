import { sumOf } from "@plotline/base";
import { rowsOf } from "../chapter/order.ts";
import type { Alignment, Chapter } from "../chapter/types.ts";
import { countWords } from "../chapter/words.ts";

/** A run of story paragraphs that no point covers, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly words: number;
  /** The last point that covers something before it, and the first that covers something after it. */
  readonly after: number | undefined;
  readonly before: number | undefined;
}

/** What links leave open. */
export interface Missing {
  /** What the guide leaves out, longest first. */
  readonly uncovered: readonly Stretch[];
  /** Points with no matching passage. */
  readonly unmatched: readonly number[];
}

/** What links leave open: stretches of the story that no point covers, and points that cover nothing. */
export function missing({ summary, story }: Pick<Chapter, "summary" | "story">, links: Alignment): Missing {
  const rows = rowsOf(links, summary.length);
  const stretches = uncoveredRuns(links, story.length).map(([from, to]) => ({
    from,
    to,
    words: sumOf(story.slice(from, to + 1), countWords),
    after: indexIn(rows.findLastIndex((row) => row.some((paragraph) => paragraph < from))),
    before: indexIn(rows.findIndex((row) => row.some((paragraph) => paragraph > to))),
  }));
  return {
    uncovered: stretches.sort((a, b) => b.words - a.words || a.from - b.from),
    unmatched: rows.flatMap((row, k) => (row.length === 0 ? [k] : [])),
  };
}

function uncoveredRuns(links: Alignment, paragraphs: number): [number, number][] {
  const covered = new Uint8Array(paragraphs);
  for (const link of links) covered[link.story] = 1;
  const runs: [number, number][] = [];
  for (let start = 0; start < paragraphs; start++) {
    if (covered[start] === 1) continue;
    let end = start;
    while (end + 1 < paragraphs && covered[end + 1] === 0) end++;
    runs.push([start, end]);
    start = end;
  }
  return runs;
}

function indexIn(found: number): number | undefined {
  return found < 0 ? undefined : found;
}
