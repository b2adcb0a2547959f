import { romanValue } from "../../corpus/addresses/numerals.ts";
import type { Block } from "../book/block.ts";
import type { ContentsList, Headings } from "./contents.ts";
import { contentsLimits } from "./limits.ts";

/** Lists whose lines end with the numbers of pages, ever higher: contents, whatever they are called. */
export function pagedLists(blocks: readonly Block[], headings: Headings): ContentsList[] {
  const lists: ContentsList[] = [];
  let run: { from: number; to: number; entries: number; page: number } | undefined;
  const end = () => {
    if (run !== undefined && run.entries >= contentsLimits.leastPaged)
      lists.push({ from: headingAbove(headings, run.from), to: run.to });
    run = undefined;
  };
  blocks.forEach((block, k) => {
    const pages = block.level > 0 ? [] : pagesOf(block);
    if (pages === undefined) end();
    else if (pages.length === 0) {
      if (run !== undefined && k - run.to >= contentsLimits.blocksBetweenPages) end();
    } else {
      if (run !== undefined && pages[0]! < run.page) end();
      run = { from: run?.from ?? k, to: k + 1, entries: (run?.entries ?? 0) + pages.length, page: pages.at(-1)! };
    }
  });
  end();
  return lists;
}

/** The pages that the lines of a block end with, ascending; undefined for running text, and where no line has one, none. */
function pagesOf({ text }: Block): number[] | undefined {
  if (text.length > contentsLimits.longestPagedBlock) return undefined;
  const lines = text.split("\n").filter((line) => /\S/.test(line));
  const pages = lines.flatMap((line) => pageAt(line) ?? []);
  if (pages.length === 0) return text.length > contentsLimits.shortText ? undefined : [];
  const isList = pages.length >= lines.length * contentsLimits.pagedLines;
  return isList && pages.every((page, k) => k === 0 || page >= pages[k - 1]!) ? pages : undefined;
}

/** `The Gull ........ 12`, `Capitolo I   »   5`, `Dietro una Valanga   _Pag._ 7`: dots or spaces lead to the number. */
export function pageAt(line: string): number | undefined {
  const found =
    /\p{L}.{0,160}?(?:\s{2,}|[.·…_]{2,}\s*|(?:[.·…]\s+){2,})(?:[»”"_]*\s*(?:pag|page|p|seite|s|blz|bladz|bl)?[._]*\s*)(\d{1,4}|[ivxlc]{1,7})\.?\s*$/iu.exec(
      line.slice(0, contentsLimits.longestPagedLine),
    )?.[1];
  if (found === undefined) return undefined;
  return /^\d/.test(found)
    ? Number(found)
    : /^[ivxlc]+$/.test(found) && romanValue(found) !== undefined
      ? 0
      : undefined;
}

function headingAbove(headings: Headings, first: number): number {
  for (let at = first - 1; at >= Math.max(0, first - contentsLimits.blocksBelowHeading); at--)
    if (headings.get(at)?.class === "contents") return at;
  return first;
}
