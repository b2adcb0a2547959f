import { type Alignment, noPins, type Pins } from "@plotline/align";
import { decided } from "@plotline/corpus";
import type { Base } from "../../route.ts";
import { answer, type ChapterAnswer, serverOf } from "../../server.ts";
import { me } from "../../team/identity.ts";
import { pinsOf } from "../annotating/sheet.ts";
import { stored } from "../frame/appearance.tsx";
import { linksBy } from "../reading/chapter.ts";
import { type BookChapter, nameOf } from "./book.tsx";

/** What of a work is to be saved as a file, and by which links. */
export interface WantedChapters {
  readonly base: Base;
  readonly folder: string;
  readonly title: string;
  readonly chapters: readonly number[];
  readonly method: string | undefined;
}

interface AlignedChapter extends Pick<BookChapter, "number" | "address" | "title" | "slug"> {
  readonly name: string;
  readonly summary: readonly string[];
  readonly story: readonly string[];
  readonly links: Alignment;
}

/** The chapters with their links, aligned here one after the other. */
export async function alignedChapters(
  { base, folder, chapters, method }: WantedChapters,
  onProgress: (said: string) => void,
): Promise<AlignedChapter[]> {
  const { works } = serverOf(base);
  const book = await answer(works[":folder"].$get({ param: { folder } }));
  const wanted = book.chapters.filter(({ number }) => chapters.includes(number));
  const aligned: AlignedChapter[] = [];
  for (const [k, found] of wanted.entries()) {
    onProgress(`Aligning ${k + 1} of ${wanted.length} …`);
    const { number, address, title, slug } = found;
    const param = { folder, number: String(number) };
    const chapter = await answer(works[":folder"][":number"].$get({ param }));
    const { summary, story } = chapter;
    // Where no method was chosen, what people decided counts.
    const by = method ?? (chapter.gold === null ? undefined : "gold");
    const links = summary.length === 0 ? [] : await linksBy(by, chapter, await ownPins(chapter, by, base), base);
    aligned.push({ number, address, title, slug, name: nameOf(found), summary, story, links });
  }
  return aligned;
}

/** What this person corrected in a chapter. */
async function ownPins(chapter: ChapterAnswer, method: string | undefined, base: Base): Promise<Pins> {
  const annotator = me()?.name ?? stored("annotator", "");
  if (method !== undefined || !chapter.annotators.includes(annotator)) return noPins;
  const { folder, number } = chapter;
  const sheet = serverOf(base).sheets[":annotator"][":folder"][":number"];
  return pinsOf(decided(await answer(sheet.$get({ param: { annotator, folder, number: String(number) } }))), chapter);
}
