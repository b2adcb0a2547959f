import { noPins } from "../../../src/align/method.ts";
import type { Alignment } from "../../../src/corpus/types.ts";
import { type ReadingPage, readingPage } from "../../../src/report/reading-page/page.ts";
import { methodsHere } from "../../aligning.ts";
import type { Base } from "../../route.ts";
import { answer, type BookAnswer, type ChapterAnswer, serverOf } from "../../server.ts";
import { download } from "../controls/download.ts";
import { linksBy } from "../reading/chapter.ts";
import { nameOf } from "./book.tsx";

interface Wanted {
  readonly base: Base;
  readonly folder: string;
  readonly title: string;
  readonly chapters: readonly number[];
  readonly method: string | undefined;
}

/** Aligns the chapters here and saves them as the page that `plotline read` makes. */
export async function saveReadingPage(wanted: Wanted, onProgress: (said: string) => void): Promise<void> {
  const { base, folder, title, chapters } = wanted;
  const { usual } = await methodsHere();
  const method = wanted.method ?? usual;
  const [summary, story, links] = [[], [], []] as [string[], string[], Alignment[number][]];
  const headings = new Map<number, string>();
  const book = await answer<BookAnswer>(serverOf(base).works[":folder"].$get({ param: { folder } }));
  const names = new Map(book.chapters.map((chapter) => [chapter.number, nameOf(chapter)]));
  for (const [k, number] of chapters.entries()) {
    onProgress(`Aligning ${k + 1} of ${chapters.length} …`);
    const param = { folder, number: String(number) };
    const chapter = await answer<ChapterAnswer>(serverOf(base).works[":folder"][":number"].$get({ param }));
    const found = await linksBy(method, chapter, noPins, base);
    const name = names.get(number) ?? String(number + 1);
    if (chapters.length > 1) headings.set(story.length, name);
    for (const link of found)
      links.push({ ...link, summary: link.summary + summary.length, story: link.story + story.length });
    summary.push(...chapter.summary);
    story.push(...chapter.story);
  }
  const page: ReadingPage = {
    title: chapters.length === 1 ? `${title}, ${names.get(chapters[0] ?? 0)}` : title,
    summary,
    story,
    links,
    headings,
    madeBy: madeBy(method, usual),
  };
  download(`${page.title}.html`, new Blob([readingPage(page)], { type: "text/html" }));
}

/** For the foot of the page. */
function madeBy(method: string, usual: string): string {
  if (method === "gold") return "Linked by hand; made with plotline.";
  return method === usual ? "Made with plotline." : `Aligned by ${method}; made with plotline.`;
}
