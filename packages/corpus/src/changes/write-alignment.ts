import type { Alignment, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { formatAlignment, formatConfidences } from "../alignments/alignment-file.ts";
import { isPlainName } from "../folder-name.ts";
import { chapterPath } from "../listing.ts";
import { findWork, mustHaveChapter, openCorpus } from "../open.ts";
import { type Change, storeOf } from "../store/store.ts";

/** An alignment, and how many paragraphs the summary has: its file gets one row for each. */
export interface AlignmentRows {
  readonly alignment: Alignment;
  readonly summaryLength: number;
  /** How a method's links were made, saved next to their confidences. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/**
 * Writes alignments of chapters of a work, all of them or none: the gold ones, or those of a method, with their
 * confidences next to them.
 */
export async function writeAlignment(
  folder: string,
  title: string,
  alignments: ReadonlyMap<number, AlignmentRows>,
  method?: string,
): Promise<void> {
  if (method !== undefined && !isPlainName(method)) throw new Problem(`"${method}" cannot name a method's folder.`);
  await storeOf(folder).transact(async () => {
    const work = findWork(await openCorpus(folder), title);
    for (const number of alignments.keys()) mustHaveChapter(folder, work, number);
    return [...alignments].flatMap(([number, rows]) => alignmentFiles(work, number, rows, method));
  });
}

function alignmentFiles(
  work: Work,
  number: number,
  { alignment, summaryLength, about }: AlignmentRows,
  method: string | undefined,
): Change[] {
  const rows = formatAlignment(alignment, summaryLength);
  if (method === undefined) return [{ write: chapterPath("manual_alignments", work.folder, number), content: rows }];
  const file = `alignments/${method}/${work.folder}/${number}`;
  return [
    { write: `${file}.txt`, content: rows },
    { write: `${file}.json`, content: formatConfidences(alignment, about) },
  ];
}
