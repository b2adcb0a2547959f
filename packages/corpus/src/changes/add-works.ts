import type { Alignment, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { formatAlignment } from "../alignments/alignment-file.ts";
import { folderName } from "../folder-name.ts";
import { chapterPath } from "../listing.ts";
import type { ManifestWork } from "../manifest.ts";
import { findWork, openCorpus } from "../open.ts";
import { type Change, storeOf } from "../store/store.ts";
import { changeWorks, chapterText, mustBeNew, tidyEntry, titleOf } from "./change-works.ts";
import { foldersTaken } from "./replaced-guides.ts";

/** A work to be added. Its chapters are numbered from 0 in this order. */
export interface NewWork extends Omit<ManifestWork, "folder"> {
  readonly chapters: readonly NewChapter[];
}

/** A chapter that is to be added. */
export interface NewChapter {
  readonly story: readonly string[];
  readonly summary?: readonly string[];
  readonly gold?: Alignment;
}

/** Adds a work, complete or not at all; creates the corpus folder if it does not exist. Titles are unique. */
export async function addWork(folder: string, work: NewWork): Promise<Work> {
  const [added] = await addWorks(folder, [work]);
  return added!;
}

/** Adds several works, all of them or none. */
export async function addWorks(folder: string, works: readonly NewWork[]): Promise<Work[]> {
  const named = works.map((work) => ({ ...work, title: titleOf(work.title) }));
  const empty = named.find(({ chapters }) => chapters.length === 0);
  if (empty !== undefined) throw new Problem(`"${empty.title}" has no chapter, so there is nothing to add.`);
  await storeOf(folder).made(() =>
    changeWorks(folder, async ({ corpus }) => {
      const taken = await foldersTaken(corpus);
      const titles = new Set<string>();
      const placed = named.map((work) => {
        mustBeNew(corpus, work.title);
        if (titles.size === titles.add(work.title).size)
          throw new Problem(`Two of the works to add are called "${work.title}"; give one another title.`);
        const own = folderName(work.title, taken);
        taken.push(own);
        return { ...work, folder: own };
      });
      return {
        changes: placed.flatMap((work) =>
          work.chapters.flatMap((chapter, number) => chapterFiles(work, number, chapter)),
        ),
        entries: placed.map(({ title, folder, author, kind, split, story, summary, language, headings }) =>
          tidyEntry({ title, folder, author, kind, split, story, summary, language, headings }),
        ),
      };
    }),
  );
  const corpus = await openCorpus(folder);
  return named.map(({ title }) => findWork(corpus, title));
}

function chapterFiles(
  { title, folder }: { title: string; folder: string },
  number: number,
  { story, summary, gold }: NewChapter,
): Change[] {
  const files: Change[] = [
    { write: chapterPath("stories", folder, number), content: chapterText(story, title, number) },
  ];
  if (summary === undefined) return files;
  files.push({ write: chapterPath("summaries", folder, number), content: chapterText(summary, title, number) });
  if (gold === undefined) return files;
  const content = formatAlignment(gold, summary.length);
  return [...files, { write: chapterPath("manual_alignments", folder, number), content }];
}
