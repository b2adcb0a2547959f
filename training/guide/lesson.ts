import { type Chapter, type ChapterFeatures, type Passages, type RowFeatures, rowFeatures } from "@plotline/align";
import { below, type Random } from "@plotline/base";

/** What the row network learns from a chapter: its points, and points of other works, which cover none of it. */
export interface RowLesson {
  readonly features: RowFeatures;
  readonly targets: Float32Array;
  /** Whether the story has the point's passage, and whether that is known: a remark without links may be either. */
  readonly present: Float32Array;
  readonly known: Float32Array;
}

/** Points of other works, for each of a chapter's own. */
const strangers = 0.4;

export function rowLesson(
  read: (passages: Passages) => ChapterFeatures,
  chapter: Chapter,
  others: readonly Chapter[],
  next: Random,
): RowLesson {
  const { summary, story, gold = [] } = chapter;
  const foreign = strangersFor(chapter, others, Math.ceil(strangers * summary.length), next);
  const passages = { summary: [...summary, ...foreign], story };
  const features = rowFeatures(read(passages), passages);
  const { rows, columns } = features;
  const targets = new Float32Array(rows * columns);
  const [present, known] = [new Float32Array(rows), new Float32Array(rows)];
  for (const link of gold) {
    targets[link.summary * columns + link.story] = 1;
    present[link.summary] = known[link.summary] = 1;
  }
  known.fill(1, summary.length);
  return { features, targets, present, known };
}

/** Points of chapters of other works, drawn one by one. */
export function strangersFor(
  chapter: Pick<Chapter, "work">,
  others: readonly Chapter[],
  count: number,
  next: Random,
): string[] {
  const foreign: string[] = [];
  for (let tries = 0; foreign.length < count && tries < 100 * count; tries++) {
    const other = others[below(others.length, next)]!;
    if (other.work !== chapter.work && other.summary.length > 0)
      foreign.push(other.summary[below(other.summary.length, next)]!);
  }
  return foreign;
}
