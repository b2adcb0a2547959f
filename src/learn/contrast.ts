import { diagonal, randomWindows } from "../align/baselines.ts";
import { chronological } from "../align/chronological.ts";
import { rowsOf } from "../corpus/alignments/order.ts";
import type { Alignment } from "../corpus/types.ts";
import type { Random } from "../random.ts";
import type { EncodedChapter } from "../readers/encoding/examples.ts";
import { matrix } from "../similarity/matrix.ts";
import type { Rows } from "./answers.ts";
import type { LearnSettings } from "./settings.ts";

export function linksOf(rows: Rows): Alignment {
  return rows.flatMap((row, summary) => row.map((story) => ({ summary, story, confidence: 1 })));
}

/** The alignment that learning starts from: five paragraphs around the diagonal, or five anywhere. */
export function startRows({ bullets, story }: EncodedChapter, { start }: LearnSettings, next: Random): Rows {
  const links =
    start === "diagonal"
      ? diagonal(bullets.length, story.length, window)
      : randomWindows(bullets.length, story.length, window, next);
  return rowsOf(links, bullets.length);
}

const window = 5;

/** A sampled alignment to score below H*: the best staircase over random scores. */
export function contrastRows({ bullets, story }: EncodedChapter, next: Random): Rows {
  const scores = matrix(bullets.length, story.length);
  for (let cell = 0; cell < scores.values.length; cell++) scores.values[cell] = next();
  return rowsOf(chronological(scores), bullets.length);
}
