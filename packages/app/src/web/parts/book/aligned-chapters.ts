import { type Alignment, noPins, type Pins } from "@plotline/align";
import { decided } from "@plotline/corpus";
import { answer, type BookAnswer, type ChapterAnswer, server } from "../../server.ts";
import { me } from "../../team/identity.ts";
import { pinsOf } from "../annotating/sheet.ts";
import { stored } from "../frame/stored.ts";
import { linksBy, readChapter } from "../reading/chapter.ts";
import { type BookChapter, nameOf } from "./book.tsx";

/** What of a work is to be saved as a file, and by which links. */
export interface WantedChapters {
  readonly book: BookAnswer;
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
  { book, chapters, method }: WantedChapters,
  onProgress: (said: string) => void,
): Promise<AlignedChapter[]> {
  const wanted = book.chapters.filter(({ number }) => chapters.includes(number));
  const aligned: AlignedChapter[] = [];
  for (const [k, found] of wanted.entries()) {
    onProgress(`Aligning ${k + 1} of ${wanted.length} …`);
    const { number, address, title, slug } = found;
    const chapter = await readChapter({ folder: book.folder, number });
    const { summary, story } = chapter;
    // Where no method was chosen, what people decided counts.
    const by = method ?? (chapter.gold === null ? undefined : "gold");
    const links = summary.length === 0 ? [] : await linksBy(by, chapter, await ownPins(chapter, by));
    aligned.push({ number, address, title, slug, name: nameOf(found), summary, story, links });
  }
  return aligned;
}

/** What this person corrected in a chapter. */
async function ownPins(chapter: ChapterAnswer, method: string | undefined): Promise<Pins> {
  const annotator = me()?.name ?? stored("annotator", "");
  if (method !== undefined || !chapter.annotators.includes(annotator)) return noPins;
  const { folder, number } = chapter;
  const sheet = server.sheets[":annotator"][":folder"][":number"];
  return pinsOf(decided(await answer(sheet.$get({ param: { annotator, folder, number: String(number) } }))), chapter);
}
