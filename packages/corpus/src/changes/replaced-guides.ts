import type { Corpus } from "@plotline/align";
import { Problem } from "@plotline/base";
import { z } from "zod";
import { index } from "../chapter-place.ts";
import { chapterPath } from "../listing.ts";
import { entryOfManifest, type ManifestWork } from "../manifest.ts";
import { readJsonIfThere } from "../store/read-file.ts";
import type { Change } from "../store/store.ts";
import { changeWorks, tidyEntry } from "./change-works.ts";
import { filesBelow, foldersIn, namesIn } from "./places.ts";
import { attachedFiles, nextReplaced } from "./replaced-text.ts";

/** Next to a folder of what a new guide replaced: when, of which chapters, and what the manifest said. */
const noteSchema = z.object({
  at: z.iso.datetime(),
  folder: z.string().min(1),
  chapters: z.array(index),
  entry: entryOfManifest,
});
type GuideNote = Omit<z.infer<typeof noteSchema>, "entry"> & { readonly entry: ManifestWork };

/** `place` is that folder: `replaced/3`. */
export function guideNote(place: string, note: Omit<GuideNote, "at"> & { readonly at?: string }): Change {
  const content = JSON.stringify({ at: new Date().toISOString(), ...note }, undefined, 1);
  return { write: `${place}.json`, content: `${content}\n` };
}

/** The guides that others have replaced, of a work or of all, the latest first. */
export async function replacedGuides(folder: string, work?: string): Promise<(GuideNote & { readonly id: string })[]> {
  const ids = (await namesIn(folder, "replaced")).flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []);
  const notes = await Promise.all(
    ids.map(async (id) => ({ id, ...(await readJsonIfThere(folder, `replaced/${id}.json`, noteSchema))! })),
  );
  return notes.filter((note) => work === undefined || note.folder === work).sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Folder names that no other work may have: those in use, and those to which a replaced guide would be put back. */
export async function foldersTaken(corpus: Corpus): Promise<string[]> {
  return [...(await foldersIn(corpus)), ...(await replacedGuides(corpus.folder)).map((guide) => guide.folder)];
}

/** Puts a replaced guide back, with the links and sheets that belong to it; what is there now can be put back likewise. */
export async function putGuideBack(folder: string, workFolder: string, id: string): Promise<void> {
  await changeWorks(folder, async ({ corpus, entries }) => {
    const note = (await replacedGuides(folder, workFolder)).find((each) => each.id === id);
    const work = corpus.works.find((each) => each.folder === workFolder);
    if (note === undefined || work === undefined)
      throw new Problem("There is no such guide; it may have been put back already.");
    const [place, aside] = [`replaced/${id}`, await nextReplaced(folder)];
    const attached = await Promise.all(note.chapters.map((number) => attachedFiles(folder, work, number)));
    const now = [...note.chapters.map((number) => chapterPath("summaries", workFolder, number)), ...attached.flat()];
    const known = { ...note.entry, ...entries.get(workFolder) };
    const changes: Change[] = [
      ...now.map((path) => ({ move: path, to: `${aside}/${path}` })),
      guideNote(aside, { folder: workFolder, chapters: note.chapters, entry: known }),
      ...(await filesBelow(folder, place)).map((path) => ({ move: path, to: path.slice(place.length + 1) })),
      { remove: place },
      { remove: `${place}.json` },
    ];
    return { changes, entries: [tidyEntry({ ...known, summary: note.entry.summary })] };
  });
}
