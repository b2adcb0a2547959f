import { romanValue } from "@plotline/corpus";
import type { PdfLine } from "./pdf-lines.ts";

/** How many lines at the top and at the foot of a page may be running heads or page numbers. */
const atEdge = 2;
/** On how many pages a line must be to be a running head. */
const fewest = 3;

/**
 * The pages without what is printed on each of them: a line at the edge that comes again at the same height, in the same
 * words, on three pages or more; numbers in it may count the pages. "Chapter 1" and "Chapter 2" at the top of two pages do
 * not count them, so they stay.
 */
export function withoutFurniture(pages: readonly (readonly PdfLine[])[]): PdfLine[][] {
  const counts = new Map<string, number>();
  const keysOf = (line: PdfLine) => wordings(line).map((words) => `${Math.round(line.y / 4)} ${words}`);
  for (const page of pages)
    for (const line of edgesOf(page))
      for (const key of new Set(keysOf(line))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.min(fewest, Math.max(2, pages.length));
  const repeats = (line: PdfLine) => keysOf(line).some((key) => (counts.get(key) ?? 0) >= least);
  return pages.map((page) => {
    const edges = new Set(edgesOf(page).filter((line) => repeats(line) || (pages.length === 1 && isPageNumber(line))));
    return page.filter((line) => !edges.has(line));
  });
}

function edgesOf(page: readonly PdfLine[]): PdfLine[] {
  const byHeight = [...page].sort((a, b) => b.y - a.y);
  return [...byHeight.slice(0, atEdge), ...byHeight.slice(atEdge).slice(-atEdge)];
}

/** As it is, and with the first, the last or every number in it as how far it is from the page's own. */
function wordings({ text, page }: PdfLine): string[] {
  const relative = (digits: string) => `#${Number(digits) - page}`;
  return [
    text,
    text.replace(/\d+/, relative),
    text.replace(/\d+(?=\D*$)/, relative),
    text.replace(/\d+/g, relative),
    text.replace(/^[ivxlc]+$/i, (roman) => `#${(romanValue(roman) ?? 0) - page}`),
  ];
}

function isPageNumber({ text }: PdfLine): boolean {
  return /^[-–— ]*(?:page )?\d{1,4}(?: of \d{1,4})?[-–— ]*$/i.test(text);
}
