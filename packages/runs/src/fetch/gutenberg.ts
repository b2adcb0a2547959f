import { join } from "node:path";
import { Problem } from "@plotline/base";
import sites from "./data/sites.json" with { type: "json" };
import { fetchedTo, NotAvailable, type Page, type PoliteFetcher } from "./polite.ts";

/** Where Project Gutenberg is, and where it keeps texts. */
export const gutenberg = sites.gutenberg;

/** The plain text of one Project Gutenberg book, from the first of its usual addresses that has one. */
export async function fetchBook(asked: string, fetcher: PoliteFetcher, { out, base }: { out: string; base: string }) {
  const id = bookNumber(asked);
  const file = join(out, `pg${id}.txt`);
  // Mirrors keep book 1342 under 1/3/4/1342, book 7 under 0/7.
  const digits = id.length === 1 ? "0" : [...id.slice(0, -1)].join("/");
  const addresses = gutenberg.texts.map(
    (path) => base.replace(/\/$/, "") + path.replaceAll("{id}", id).replaceAll("{digits}", digits),
  );
  const fetched = await fetchedTo(file, () => fetcher.first(addresses, isText)).catch((error: Error) => {
    if (!(error instanceof NotAvailable)) throw error;
    throw new Problem(
      `Book ${id}: no plain text at ${base}; is the number right? Else download it by hand. The last answer: ${error.message}`,
    );
  });
  return { id: asked, file, fetched };
}

/** `1342`, `pg1342` or the book's page: its number. */
export function bookNumber(id: string): string {
  const [, digits] =
    /^(?:pg|https?:\/\/(?:www\.)?gutenberg\.org\/ebooks\/)?0*([1-9]\d{0,6})\/?$/i.exec(id.trim()) ?? [];
  if (digits !== undefined) return digits;
  throw new Problem(
    `"${id}" is no Project Gutenberg number; the page of a book shows it, as in gutenberg.org/ebooks/1342.`,
  );
}

function isText({ type, body }: Page): boolean {
  const beginning = Buffer.from(body.subarray(0, 200)).toString("latin1");
  return !type.includes("html") && !/^\s*<(!doctype|html)/i.test(beginning);
}
