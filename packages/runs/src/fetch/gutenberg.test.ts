import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { bookNumber, fetchBook } from "./gutenberg.ts";
import { PoliteFetcher } from "./polite.ts";
import { type Answer, quickSleep, site } from "./testing/server.ts";

const book = "The Project Gutenberg eBook of Nothing\n\n*** START ***\n\nOnce.\n\n*** END ***\n";

async function library(answers: Record<string, Answer | string>) {
  const there = await site(answers);
  const out = join(temporaryFolder(), "books");
  const fetcher = new PoliteFetcher({ hosts: [there.host], sleep: quickSleep().sleep });
  return { ...there, out, fetch: (id: string) => fetchBook(id, fetcher, { out, base: there.base }) };
}

test("fetches a book from where it is, once", async () => {
  const { fetch, out, paths } = await library({ "/files/84/84-0.txt": book });
  const first = await fetch("84");
  expect(first).toMatchObject({ file: join(out, "pg84.txt"), fetched: true });
  expect(readFileSync(first.file, "utf8")).toBe(book);
  const asked = paths().length;
  expect(await fetch("pg84")).toMatchObject({ fetched: false });
  expect(paths()).toHaveLength(asked);
});

test("an empty file is no book", async () => {
  const { fetch } = await library({ "/cache/epub/84/pg84.txt": book });
  const { file } = await fetch("84");
  truncateSync(file, 0);
  expect(await fetch("84")).toMatchObject({ fetched: true });
  expect(readFileSync(file, "utf8")).toBe(book);
});

test("finds the book on a mirror, which keeps books by the digits of their number", async () => {
  const { fetch } = await library({ "/1/3/4/1342/1342-8.txt": book });
  expect(await fetch("1342")).toMatchObject({ fetched: true });
});

test("a web page instead of the text is not a book", async () => {
  const { fetch, out } = await library({ "/cache/epub/84/pg84.txt": "<!DOCTYPE html><html>Are you human?</html>" });
  await expect(fetch("84")).rejects.toThrow("no plain text at");
  expect(existsSync(out)).toBe(false);
});

test("a failing site leaves nothing behind", async () => {
  const { fetch, out } = await library({ "/cache/epub/84/pg84.txt": (response) => response.destroy() });
  await expect(fetch("84")).rejects.toThrow("try again later");
  expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
});

test("a file where the folder should be is a sentence", async () => {
  const { fetch, out } = await library({ "/cache/epub/84/pg84.txt": book });
  writeFileSync(out, "");
  await expect(fetch("84")).rejects.toThrow("books");
});

test.each(["0", "-3", "../../etc", "1342x", "", "99999999"])("%j is no book number", (id) => {
  expect(() => bookNumber(id)).toThrow("no Project Gutenberg number");
});
