import { join } from "node:path";
import { Problem } from "@plotline/base";
import sites from "./data/sites.json" with { type: "json" };
import { FetchedFolder } from "./folder.ts";
import { type Clock, NotAvailable, type Page, type PoliteFetcher, systemClock } from "./polite.ts";

/** Where Project Gutenberg is, and where it keeps texts. */
export const gutenberg = sites.gutenberg;

interface FetchedBook {
  readonly id: string;
  readonly file: string;
  readonly url: string;
  /** False when it was here already. */
  readonly fetched: boolean;
}

/** The plain text of one Project Gutenberg book, from the first of its usual addresses that has one. */
export async function fetchBook(
  id: string,
  fetcher: Pick<PoliteFetcher, "get">,
  { out, base, clock = systemClock }: { out: string; base: string; clock?: Clock },
): Promise<FetchedBook> {
  const folder = new FetchedFolder(out);
  const name = `pg${bookNumber(id)}.txt`;
  const fetched = !folder.has(name);
  if (fetched) folder.save(name, await firstText(bookNumber(id), fetcher, base), clock.now());
  return { id, file: join(out, name), url: folder.urlOf(name) ?? "", fetched };
}

/** `1342`, `pg1342` or the book's page: its number. */
export function bookNumber(id: string): string {
  const [, digits] =
    /^(?:pg|https?:\/\/(?:www\.)?gutenberg\.org\/ebooks\/)?0*([1-9]\d{0,6})\/?$/i.exec(id.trim()) ?? [];
  if (digits === undefined) {
    throw new Problem(
      `"${id}" is no Project Gutenberg number; the page of a book shows it, as in gutenberg.org/ebooks/1342.`,
    );
  }
  return digits;
}

async function firstText(id: string, fetcher: Pick<PoliteFetcher, "get">, base: string): Promise<Page> {
  const refusals: string[] = [];
  for (const template of gutenberg.texts) {
    const path = template.replaceAll("{id}", id).replaceAll("{digits}", mirrorFolders(id));
    try {
      const page = await fetcher.get(base.replace(/\/$/, "") + path);
      if (!isWebPage(page)) return page;
      refusals.push("a web page instead of a text");
    } catch (error) {
      if (!(error instanceof NotAvailable)) throw error;
      refusals.push(error.why);
    }
  }
  throw new NotAvailable(
    `book ${id}: no plain text at ${base} (${[...new Set(refusals)].join(", ")}); is the number right? Else download it by hand.`,
  );
}

/** Mirrors keep book 1342 under 1/3/4/1342, book 7 under 0/7. */
function mirrorFolders(id: string): string {
  return id.length === 1 ? "0" : [...id.slice(0, -1)].join("/");
}

function isWebPage({ type, body }: Page): boolean {
  return type.includes("html") || /^\s*<(!doctype|html)/i.test(Buffer.from(body.subarray(0, 200)).toString("latin1"));
}
