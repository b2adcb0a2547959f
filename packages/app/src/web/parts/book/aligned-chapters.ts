import { type Alignment, noPins } from "@plotline/align";
import type { Base } from "../../route.ts";
import { answer, serverOf } from "../../server.ts";
import { linksBy } from "../reading/chapter.ts";
import { nameOf } from "./book.tsx";

/** What of a work is to be saved as a file, and by which links. */
export interface WantedChapters {
  readonly base: Base;
  readonly folder: string;
  readonly title: string;
  readonly chapters: readonly number[];
  readonly method: string | undefined;
}

interface AlignedChapter {
  readonly number: number;
  readonly name: string;
  readonly summary: readonly string[];
  readonly story: readonly string[];
  readonly links: Alignment;
}

/** The chapters with their links, aligned here one after the other. */
export async function alignedChapters(
  { base, folder, chapters }: WantedChapters,
  method: string,
  onProgress: (said: string) => void,
): Promise<AlignedChapter[]> {
  const { works } = serverOf(base);
  const book = await answer(works[":folder"].$get({ param: { folder } }));
  const names = new Map(book.chapters.map((chapter) => [chapter.number, nameOf(chapter)]));
  const aligned: AlignedChapter[] = [];
  for (const [k, number] of chapters.entries()) {
    onProgress(`Aligning ${k + 1} of ${chapters.length} …`);
    const param = { folder, number: String(number) };
    const chapter = await answer(works[":folder"][":number"].$get({ param }));
    const { summary, story } = chapter;
    const links = summary.length === 0 ? [] : await linksBy(method, chapter, noPins, base);
    aligned.push({ number, name: names.get(number) ?? String(number + 1), summary, story, links });
  }
  return aligned;
}
