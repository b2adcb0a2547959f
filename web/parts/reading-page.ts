import { noPins } from "../../src/align/method.ts";
import type { Alignment } from "../../src/corpus/types.ts";
import { type ReadingPage, readingPage } from "../../src/report/reading-page/page.ts";
import { methodsHere } from "../aligning.ts";
import type { Base } from "../route.ts";
import { answer, type ChapterAnswer, serverOf } from "../server.ts";
import { linksBy } from "./chapter.ts";
import { download } from "./download.ts";

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
  const method = wanted.method ?? (await methodsHere()).usual;
  const [summary, story, links] = [[], [], []] as [string[], string[], Alignment[number][]];
  const headings = new Map<number, string>();
  for (const [k, number] of chapters.entries()) {
    onProgress(`Aligning ${k + 1} of ${chapters.length} …`);
    const param = { folder, number: String(number) };
    const chapter = await answer<ChapterAnswer>(serverOf(base).works[":folder"][":number"].$get({ param }));
    const found = await linksBy(method, chapter, noPins, base);
    if (chapters.length > 1) headings.set(story.length, `Chapter ${number + 1}`);
    for (const link of found)
      links.push({ ...link, summary: link.summary + summary.length, story: link.story + story.length });
    summary.push(...chapter.summary);
    story.push(...chapter.story);
  }
  const page: ReadingPage = {
    title: chapters.length === 1 ? `${title} ${(chapters[0] ?? 0) + 1}` : title,
    summary,
    story,
    links,
    headings,
    madeBy: method === "gold" ? "Linked by hand; made with plotline." : `Aligned by ${method}; made with plotline.`,
  };
  download(`${page.title}.html`, new Blob([readingPage(page)], { type: "text/html" }));
}
