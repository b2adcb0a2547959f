import { expect, test } from "vitest";
import { cleanBlocks } from "../book/clean.ts";
import { openBook } from "../book/open-book.ts";
import { openFile } from "../open-file.ts";
import { candidates, readingsOf } from "./candidates.ts";
import { studied } from "./chapterise.ts";
import { measureOf } from "./features.ts";

const prose = (seed: number) =>
  Array.from(
    { length: 12 },
    (_, k) => `The ${seed}th lantern stood by door ${k}, and nobody\nin the long street knew who had lit it.`,
  ).join("\n");
const below = (heading: string, seed: number) => `\n\n\n\n${heading}\n\n\n${prose(seed)}\n`;

function bookOf(headings: readonly string[]) {
  const text = `A LONG STREET\n\nby Somebody\n${headings.map(below).join("")}`;
  const opened = openBook(openFile(Buffer.from(text), "book.txt", "book"), "book.txt");
  const { blocks } = cleanBlocks(opened.blocks, opened.noteMarks);
  return studied(blocks, opened.entries).book;
}

const numbered = Array.from({ length: 9 }, (_, k) => `CHAPTER ${k + 1}`);

test("all sections of another kind after the last numbered chapter may be left out, however many", () => {
  const speeches = ["ON BREAD", "ON SALT", "ON LAMPS", "ON OIL", "ON ROADS", "ON RAIN", "ON SNOW"];
  const book = bookOf([...numbered, ...speeches]);
  const lengths = candidates(book, readingsOf(book)).map(({ chapters }) => chapters.length);
  expect(lengths).toContain(numbered.length);
  expect(lengths).toContain(numbered.length + speeches.length);
});

test("a section that is called as the book is, is known by it", () => {
  const book = bookOf(["A LONG STREET", ...numbered]);
  const { factsOf } = measureOf(book);
  const sections = candidates(book, readingsOf(book)).flatMap(({ chapters, apart }) => [...chapters, ...apart]);
  const called = (heading: string) =>
    sections.filter((section) => section.heading === heading).map((section) => factsOf(section).isBookTitle);
  expect(new Set(called("A LONG STREET"))).toEqual(new Set([true]));
  expect(new Set(called("CHAPTER 2"))).toEqual(new Set([false]));
});
