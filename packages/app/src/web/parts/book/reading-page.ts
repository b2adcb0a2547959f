import type { Alignment } from "@plotline/align";
import { type ReadingPage, readingPage } from "../../../page/page.ts";
import { methodsHere } from "../../aligning.ts";
import { downloadFile } from "../controls/download.ts";
import { alignedChapters, type WantedChapters } from "./aligned-chapters.ts";

/** Aligns the chapters here and saves them as the page that `plotline read` makes. */
export async function saveReadingPage(wanted: WantedChapters, onProgress: (said: string) => void): Promise<void> {
  const { usual } = await methodsHere();
  const method = wanted.method ?? usual;
  const chapters = await alignedChapters(wanted, method, onProgress);
  const [summary, story, links] = [[], [], []] as [string[], string[], Alignment[number][]];
  const headings = new Map<number, string>();
  for (const chapter of chapters) {
    if (chapters.length > 1) headings.set(story.length, chapter.name);
    for (const link of chapter.links)
      links.push({ ...link, summary: link.summary + summary.length, story: link.story + story.length });
    summary.push(...chapter.summary);
    story.push(...chapter.story);
  }
  const title = chapters.length === 1 ? `${wanted.title}, ${chapters[0]?.name}` : wanted.title;
  const page: ReadingPage = { title, summary, story, links, headings, madeBy: madeBy(method, usual) };
  downloadFile(`${title}.html`, readingPage(page), "text/html");
}

/** For the foot of the page. */
function madeBy(method: string, usual: string): string {
  if (method === "gold") return "Linked by hand; made with plotline.";
  return method === usual ? "Made with plotline." : `Aligned by ${method}; made with plotline.`;
}
