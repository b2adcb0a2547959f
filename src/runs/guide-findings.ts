import { alignGuide } from "../align/align.ts";
import type { GuideOptions } from "../align/guide/guide.ts";
import { findingsOver, type GuideFindings } from "../align/guide/whole-guide.ts";
import type { BookChapter } from "../ingest/match/match.ts";

/** A long book is looked at in about this many chapters. */
const mostLookedAt = 12;

/** What the aligner makes of a guide in the chapters that it was matched with; undefined where there are none. */
export function findingsOf(
  chapters: readonly BookChapter[],
  bullets: ReadonlyMap<number, readonly string[]>,
  { density, language }: Pick<GuideOptions, "density" | "language"> = {},
): GuideFindings | undefined {
  const covered = chapters.filter(({ number }) => bullets.has(number)).map(({ number }) => number);
  if (covered.length === 0) return undefined;
  const every = Math.max(1, Math.floor(covered.length / mostLookedAt));
  const looked = new Set(covered.filter((_, k) => k % every === 0));
  const parts = chapters.map(({ number, story }) => ({
    summary: looked.has(number) ? (bullets.get(number) ?? []) : [],
    story,
  }));
  const guides = parts.map(({ summary, story }) =>
    alignGuide(summary, story, { density, language, points: "paragraphs" }),
  );
  return findingsOver(parts, guides);
}
