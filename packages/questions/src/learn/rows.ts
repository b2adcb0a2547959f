import { type Alignment, chronological, diagonal, matrix, randomWindows, rowsOf } from "@plotline/align";
import type { Random } from "@plotline/base";
import type { EncodedChapter } from "../readers/encoding/examples.ts";
import type { LearnSettings } from "./settings.ts";

/** For each point of a chapter its story paragraphs. */
export type Rows = readonly (readonly number[])[];

export function linksOf(rows: Rows): Alignment {
  return rows.flatMap((row, summary) => row.map((story) => ({ summary, story, confidence: 1 })));
}

/** The alignment that learning starts from: five paragraphs around the diagonal, or five anywhere. */
export function startRows({ points, story }: EncodedChapter, { start }: LearnSettings, next: Random): Rows {
  const links =
    start === "diagonal"
      ? diagonal(points.length, story.length, window)
      : randomWindows(points.length, story.length, window, next);
  return rowsOf(links, points.length);
}

const window = 5;

/** A sampled alignment to score below H*: the best staircase over random scores. */
export function contrastRows({ points, story }: EncodedChapter, next: Random): Rows {
  const scores = matrix(points.length, story.length);
  for (let cell = 0; cell < scores.values.length; cell++) scores.values[cell] = next();
  return rowsOf(chronological(scores), points.length);
}
