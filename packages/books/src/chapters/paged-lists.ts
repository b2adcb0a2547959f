import { romanValue } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import type { ContentsList, Headings } from "./contents.ts";
import { contentsLimits } from "./limits.ts";

const limits = {
  /** Entries with the number of a page (Racconti e novelle): how many, blocks without one between two, and long lines. */
  leastPaged: 4,
  blocksBetweenPages: 3,
  pagedLines: 0.5,
  longestPagedLine: 220,
  longestPagedBlock: 6000,
} as const;

/** Lists whose lines end with the numbers of pages, ever higher: contents, whatever they are called. */
export function pagedLists(blocks: readonly Block[], headings: Headings): ContentsList[] {
  const lists: ContentsList[] = [];
  let run: { from: number; to: number; entries: number; page: number } | undefined;
  const end = () => {
    if (run !== undefined && run.entries >= limits.leastPaged)
      lists.push({ from: headingAbove(headings, run.from), to: run.to });
    run = undefined;
  };
  blocks.forEach((block, k) => {
    const pages = block.level > 0 ? [] : pagesOf(block);
    if (pages === undefined) end();
    else if (pages.length === 0) {
      if (run !== undefined && k - run.to >= limits.blocksBetweenPages) end();
    } else {
      if (run !== undefined && pages[0]! < run.page) end();
      run = { from: run?.from ?? k, to: k + 1, entries: (run?.entries ?? 0) + pages.length, page: pages.at(-1)! };
    }
  });
  end();
  // Tables in the middle of a book end with numbers too.
  return lists.filter(
    ({ from }) =>
      from < blocks.length * (1 - contentsLimits.nearEnd) ||
      from > blocks.length * contentsLimits.nearEnd ||
      headings.get(from)?.class === "contents",
  );
}

/** The pages that the lines of a block end with, ascending; undefined for running text, and where no line has one, none. */
function pagesOf({ text }: Block): number[] | undefined {
  if (text.length > limits.longestPagedBlock) return undefined;
  const ends = text.trimEnd();
  // Nearly every block ends like a sentence.
  if (!mayEndWithPage(ends) || /\p{L}\.$/u.test(ends)) return text.length > contentsLimits.shortText ? undefined : [];
  const lines = text.split("\n").filter((line) => /\S/.test(line));
  const pages = lines.flatMap((line) => pageAt(line) ?? []);
  if (pages.length === 0) return text.length > contentsLimits.shortText ? undefined : [];
  const isList = pages.length >= lines.length * limits.pagedLines;
  return isList && pages.every((page, k) => k === 0 || page >= pages[k - 1]!) ? pages : undefined;
}

/** `The Gull ........ 12`, `Capitolo I   »   5`, `Dietro una Valanga   _Pag._ 7`: dots or spaces lead to the number. */
export function pageAt(printed: string): number | undefined {
  const line = printed.trimEnd();
  if (!mayEndWithPage(line) || line.length > limits.longestPagedLine) return undefined;
  const page = /(?:\d{1,4}|[ivxlc]{1,7})(?=\.?$)/.exec(line.slice(-9))?.[0];
  if (page === undefined) return undefined;
  const before = line.slice(0, line.length - (line.endsWith(".") ? 1 : 0) - page.length);
  const lead = before.replace(/[»”"_]*\s*(?:(?:pag|page|p|seite|s|bladz|blz|bl)[._]*)?\s*$/i, (end) =>
    end.length > 1 ? "  " : end,
  );
  if (!/(?:\s\s|[.·…_][.·…_]\s*|[.·…]\s[.·…]\s*)$/.test(lead.slice(-12)) || !/\p{L}/u.test(lead)) return undefined;
  return /^\d/.test(page) ? Number(page) : romanValue(page) === undefined ? undefined : 0;
}

function mayEndWithPage(line: string): boolean {
  const last = line.charCodeAt(line.length - 1);
  return (last >= 48 && last <= 57) || last === 46 || "ivxlc".includes(line.at(-1) ?? " ");
}

/** Where `CONTENTS` is, a few blocks above the first entry, or that entry. */
export function headingAbove(headings: Headings, first: number): number {
  for (let at = first - 1; at >= Math.max(0, first - contentsLimits.blocksBelowHeading); at--)
    if (headings.get(at)?.class === "contents") return at;
  return first;
}
