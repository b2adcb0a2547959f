import type { Alignment, Chapter, Corpus, Work } from "@plotline/align";
import { Problem, parsedJson } from "@plotline/base";
import { z } from "zod";
import { nextReplaced } from "../changes/replaced-text.ts";
import { isPlainName } from "../folder-name.ts";
import { foldersIn, foldersWith } from "../listing.ts";
import { findWork, mustHaveChapter, openCorpus } from "../open.ts";
import { readIfThere } from "../store/read-file.ts";
import { type Change, storeOf } from "../store/store.ts";
import { formatAlignment, formatConfidences, linksOf, parseAlignment, parseConfidences } from "./alignment-file.ts";

/** The names of the methods whose alignments are stored in `alignments/`, for the whole corpus or for one chapter. */
export async function storedMethods(
  corpus: Corpus,
  of?: { readonly work: Work; readonly number: number },
): Promise<string[]> {
  if (of === undefined) return foldersIn(corpus.folder, "alignments");
  return foldersWith(corpus.folder, "alignments", of.work.folder, [`${of.number}.json`, `${of.number}.txt`]);
}

/**
 * The links stored in `alignments/<method>` for a chapter, with their confidences; where there are only rows, with
 * confidence 1. Undefined where there is no file; a faulty file is a problem.
 */
export async function storedAlignment(
  corpus: Corpus,
  work: Work,
  chapter: Chapter,
  method: string,
): Promise<Alignment | undefined> {
  if (!isPlainName(method)) throw new Problem(`"${method}" cannot name a method's folder.`);
  const path = `alignments/${method}/${work.folder}/${chapter.number}`;
  const file = `${corpus.folder}/${path}`;
  const json = await readIfThere(corpus.folder, `${path}.json`);
  const text = json === undefined ? await readIfThere(corpus.folder, `${path}.txt`) : undefined;
  if (json !== undefined) return mustFit(parseConfidences(json, `${file}.json`), chapter, `${file}.json`);
  return text === undefined ? undefined : fromRows(text, chapter, `${file}.txt`);
}

function fromRows(text: string, { summary, story }: Chapter, file: string): Alignment {
  const { links, faults } = linksOf(parseAlignment(text), summary.length, story.length);
  if (links !== undefined) return links;
  const bad = faults.find((fault) => fault.fatal);
  const line = typeof bad?.row === "number" ? `, line ${bad.row}` : "";
  throw new Problem(`${file}${line}: ${bad?.why}; make the alignment again.`);
}

/** Links outside their chapter are a fault of `whose` they are: a file, or a person. */
export function mustFit(links: Alignment, { work, number, summary, story }: Chapter, whose: string): Alignment {
  const bad = links.find((link) => link.summary >= summary.length || link.story >= story.length);
  if (bad === undefined) return links;
  throw new Problem(
    `${whose}: it links S${bad.summary} and D${bad.story} of "${work}" ${number}, which has only ${summary.length} and ${story.length} paragraphs; make the alignment again.`,
  );
}

/** An alignment, and how many paragraphs the summary has: its file gets one row for each. */
export interface AlignmentRows {
  readonly alignment: Alignment;
  readonly summaryLength: number;
  /** How a method's links were made, saved next to their confidences. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Under which name alignments are written, and what makes them: only its own are overwritten. */
interface Maker {
  readonly method: string;
  readonly by: string;
  /** Where the same run has set others' aside. */
  readonly aside?: string | undefined;
}

/**
 * Writes a method's alignments of chapters of a work, with their confidences next to them, all of them or none. What
 * another made there is set aside; the folder of that, as a path from the corpus.
 */
export async function writeAlignment(
  folder: string,
  title: string,
  alignments: ReadonlyMap<number, AlignmentRows>,
  { method, by, aside }: Maker,
): Promise<string | undefined> {
  if (!isPlainName(method)) throw new Problem(`"${method}" cannot name a method's folder.`);
  let place = aside;
  await storeOf(folder).transact(async () => {
    const work = findWork(await openCorpus(folder), title);
    const changes: Change[] = [];
    for (const [number, { alignment, summaryLength, about }] of alignments) {
      mustHaveChapter(folder, work, number);
      const file = `alignments/${method}/${work.folder}/${number}`;
      const [rows, json] = [`${file}.txt`, `${file}.json`];
      const [before, known] = await Promise.all([readIfThere(folder, rows), readIfThere(folder, json)]);
      const isOwn = z.object({ by: z.literal(by) }).safeParse(parsedJson(known ?? "")).success;
      if ((before ?? known) !== undefined && !isOwn) {
        place ??= await nextReplaced(folder);
        for (const path of [rows, json]) changes.push({ move: path, to: `${place}/${path}` });
      }
      changes.push(
        { write: rows, content: formatAlignment(alignment, summaryLength) },
        { write: json, content: formatConfidences(alignment, { by, ...about }) },
      );
    }
    return changes;
  });
  return place;
}
