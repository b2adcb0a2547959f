import { readStory } from "@plotline/books/node";
import { expect, it } from "vitest";
import { rightsOf } from "./import-story.ts";

const prose = "Somebody walked down to the harbour, looked at the water, said nothing at all, and walked home. ".repeat(
  9,
);
const chapters = ["CHAPTER I", "CHAPTER II", "CHAPTER III"].map((heading) => `\n\n\n${heading}\n\n${prose}\n`).join("");

function licenceOf(text: string): string | undefined {
  return rightsOf("book.txt", readStory(Buffer.from(text), "book.txt")).licence;
}

it("a book is Project Gutenberg's by its frame, not by a heading that names Project Gutenberg", () => {
  const framed = `*** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***\n\nA BOOK${chapters}\n\n*** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***\n`;
  expect(licenceOf(framed)).toBe("Public domain in the USA");
  expect(licenceOf(`A BOOK\n\n\n\nPREFACE: Project Gutenberg and I\n\n${prose}\n${chapters}`)).toBeUndefined();
});

it("a file of Project Gutenberg's that lacks its end says so; one without their frame does not", () => {
  const said = (text: string) => readStory(Buffer.from(text), "book.txt").warnings.filter(({ kind }) => kind === "cut");
  const begun = `*** START OF THE PROJECT GUTENBERG EBOOK A BOOK ***\n\nA BOOK${chapters}`;
  expect(said(begun.slice(0, -300))).toMatchObject([{ text: expect.stringContaining("seems to be cut off") }]);
  expect(said(`${begun}\n\n*** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***\n`)).toEqual([]);
  expect(said(`A BOOK${chapters}`)).toEqual([]);
});
