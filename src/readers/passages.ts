import { sentences } from "../text/sentences.ts";
import type { Span } from "../text/tokens.ts";

/** A stretch of a story paragraph that an encoder can read whole with others. */
export interface Segment extends Span {
  readonly paragraph: number;
  readonly words: number;
}

/** Some segments in a row: from `from` to before `to`. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

/** Words of a segment, at most (one long sentence may have more). */
const segmentWords = 80;

/** A chapter's paragraphs, long ones cut between sentences. */
export function segmentsOf(story: readonly string[]): Segment[] {
  return story.flatMap((text, paragraph) => {
    const parts: { start: number; end: number; words: number }[] = [];
    for (const { start, end } of sentences(text)) {
      const words = wordsIn(text.slice(start, end));
      const last = parts.at(-1);
      if (last !== undefined && last.words + words <= segmentWords) {
        last.end = end;
        last.words += words;
      } else parts.push({ start, end, words });
    }
    return parts.map((part) => ({ ...part, paragraph }));
  });
}

interface PassageOptions {
  readonly count: number;
  /** Words of a passage, at most (one long segment may have more). */
  readonly words: number;
  /** Segments that are read already. */
  readonly taken?: ReadonlySet<number>;
  /** Where a passage may begin to grow; anywhere, if not given. */
  readonly isSeed?: (segment: number) => boolean;
}

/**
 * Up to `count` passages of a chapter, those that weigh most first, none overlapping: each grows from the heaviest segment
 * that is left, to the heavier side first.
 */
export function passagesOf(
  segments: readonly Segment[],
  weights: ArrayLike<number>,
  { count, words, taken: before = new Set(), isSeed = () => true }: PassageOptions,
): Passage[] {
  const weightOf = (k: number) => weights[segments[k]!.paragraph] ?? 0;
  const order = [...segments.keys()].filter(isSeed).sort((a, b) => weightOf(b) - weightOf(a) || a - b);
  const taken = new Set(before);
  const found: Passage[] = [];
  for (const seed of order) {
    if (found.length >= count) break;
    if (taken.has(seed)) continue;
    const passage = grown(seed, segments, { weightOf, taken, words });
    for (let k = passage.from; k < passage.to; k++) taken.add(k);
    found.push(passage);
  }
  return found;
}

function grown(
  seed: number,
  segments: readonly Segment[],
  { weightOf, taken, words }: { weightOf: (segment: number) => number; taken: ReadonlySet<number>; words: number },
): Passage {
  let [from, to] = [seed, seed + 1];
  let room = words - segments[seed]!.words;
  const fits = (k: number) => k >= 0 && k < segments.length && !taken.has(k) && segments[k]!.words <= room;
  for (;;) {
    const [before, after] = [fits(from - 1), fits(to)];
    if (!before && !after) return { from, to };
    const left = before && (!after || weightOf(from - 1) > weightOf(to));
    const next = left ? --from : to++;
    room -= segments[next]!.words;
  }
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
