import type { Chapter, Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { Outdated, storeOf, type Writer } from "../store/store.ts";
import type { History } from "./history.ts";

interface HistoryFile<Saved extends History<unknown>> {
  readonly work: Work;
  readonly number: number;
  /** From the corpus folder. */
  readonly path: string;
  read(): Promise<Saved>;
  textOf(saved: Saved): string;
}

/** Many times what the longest chapter needs; a file that grew without end would hold up everybody's saves. */
const mostSaved = 2_000_000;

/** What happens to a history that is as the person saw it. */
export interface HistorySave<Saved> {
  /** The revision that the person saw. */
  readonly seen: number;
  change(current: Saved, chapter: Chapter): Saved;
  /** Writes what must reach the disk together with it. */
  alongside?(writer: Writer, saved: Saved, before: Saved): void;
}

/**
 * Applies a change to what is on disk now, if that is the revision the person saw, and returns when it is on disk.
 * Until then no process can change the corpus: neither the file nor its chapter.
 */
export async function saveHistory<Saved extends History<unknown>>(
  corpus: Corpus,
  { work, number, path, read, textOf }: HistoryFile<Saved>,
  { seen, change, alongside }: HistorySave<Saved>,
): Promise<Saved> {
  return storeOf(corpus.folder).save(path, async (writer) => {
    const current = await read();
    mustBeLatest(current, seen);
    const next = change(current, await corpus.chapter(work, number));
    const text = textOf(next);
    if (text.length > mostSaved && text.length > textOf(current).length)
      throw new Problem("There is no room for this step: all steps of a chapter have 2 MB. Undo some, and go on.");
    writer.write(path, text);
    alongside?.(writer, next, current);
    return next;
  });
}

export function mustBeLatest(current: History<unknown>, seen: number): void {
  if (current.revision === seen) return;
  throw new Outdated(
    "This chapter was changed in another tab or by someone else; the saved version is shown.",
    current,
  );
}
