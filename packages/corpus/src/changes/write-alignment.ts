import type { Alignment, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { formatAlignment, formatConfidences } from "../alignments/alignment-file.ts";
import { isPlainName } from "../folder-name.ts";
import { findWork, mustHaveChapter, openCorpus } from "../open.ts";
import { type Change, storeOf } from "../store/store.ts";

/** An alignment, and how many paragraphs the summary has: its file gets one row for each. */
export interface AlignmentRows {
  readonly alignment: Alignment;
  readonly summaryLength: number;
  /** How a method's links were made, saved next to their confidences. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Writes a method's alignments of chapters of a work, with their confidences next to them, all of them or none. */
export async function writeAlignment(
  folder: string,
  title: string,
  alignments: ReadonlyMap<number, AlignmentRows>,
  method: string,
): Promise<void> {
  if (!isPlainName(method)) throw new Problem(`"${method}" cannot name a method's folder.`);
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
  method: string,
): Change[] {
  const file = `alignments/${method}/${work.folder}/${number}`;
  return [
    { write: `${file}.txt`, content: formatAlignment(alignment, summaryLength) },
    { write: `${file}.json`, content: formatConfidences(alignment, about) },
  ];
}
