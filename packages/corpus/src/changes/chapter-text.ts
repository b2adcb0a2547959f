import { joinParagraphs, tidyParagraph } from "@plotline/align";
import { Problem } from "@plotline/base";
import { mostBytes } from "../read-chapter.ts";

/** Paragraphs are counted, so none may vanish on the way to the disk. */
export function chapterText(paragraphs: readonly string[], title: string, number: number): string {
  if (paragraphs.length === 0) throw new Problem(`Chapter ${number + 1} of "${title}" has no paragraph.`);
  const empty = paragraphs.findIndex((paragraph) => tidyParagraph(paragraph) === "");
  if (empty >= 0) {
    const place = `Paragraph ${empty + 1} of chapter ${number + 1} of "${title}"`;
    throw new Problem(`${place} is empty; leave it out.`);
  }
  const text = joinParagraphs(paragraphs);
  if (new TextEncoder().encode(text).length <= mostBytes) return text;
  throw new Problem(`Chapter ${number + 1} of "${title}" has over 8 MB, too much for a chapter; split it.`);
}
