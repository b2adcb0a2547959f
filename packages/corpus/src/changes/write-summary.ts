import type { Rights, Work } from "@plotline/align";
import { chapterPath } from "../listing.ts";
import type { ManifestWork } from "../manifest.ts";
import { findWork, mustHaveChapter } from "../open.ts";
import type { Change } from "../store/store.ts";
import { changeWorks, chapterText, entryOf, tidyEntry } from "./change-works.ts";
import { guideNote } from "./replaced-guides.ts";
import { changesForReplaced, nothingReplaced, type Replaced } from "./replaced-text.ts";

type Old = Awaited<ReturnType<typeof changesForReplaced>>;

/** Paragraphs of some chapters of a work, by number. */
export type Texts = ReadonlyMap<number, readonly string[]>;

/**
 * Writes summaries of chapters of an existing work, all of them or none; `rights` replace those on record. Links and
 * sheets of replaced texts are carried over or set aside; the result says which.
 */
export async function writeSummary(folder: string, title: string, texts: Texts, rights?: Rights): Promise<Replaced> {
  let replaced = nothingReplaced;
  await changeWorks(folder, async ({ corpus, entries }) => {
    const work = findWork(corpus, title);
    const changes = [...texts].map(([number, paragraphs]): Change => {
      mustHaveChapter(corpus.folder, work, number);
      return {
        write: chapterPath("summaries", work.folder, number),
        content: chapterText(paragraphs, work.title, number),
      };
    });
    const old = await changesForReplaced(corpus.folder, work, texts);
    replaced = old.replaced;
    const known = { ...entryOf(work), ...entries.get(work.folder) };
    const entry = tidyEntry({ ...known, summary: rights ?? known.summary });
    return { changes: [...old.changes, ...noted(work, known, old, texts), ...changes], entries: [entry] };
  });
  return replaced;
}

/** What a replaced guide is put back with: also which chapters had no section before. */
function noted({ folder, summarised }: Work, entry: ManifestWork, { changes, replaced }: Old, texts: Texts): Change[] {
  const place = replaced.folder;
  if (place === undefined) return [];
  const saved = new Set(changes.map((change) => ("write" in change ? change.write : "")));
  const isChanged = (number: number) =>
    !summarised.includes(number) || saved.has(`${place}/${chapterPath("summaries", folder, number)}`);
  return [guideNote(place, { folder, chapters: [...texts.keys()].filter(isChanged), entry })];
}
