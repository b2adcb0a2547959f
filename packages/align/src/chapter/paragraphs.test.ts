import fc from "fast-check";
import { expect, test } from "vitest";
import { joinParagraphs, splitParagraphs, tidyParagraph } from "./paragraphs.ts";

test("blank lines separate paragraphs, whatever the line ends, the BOM and the spaces", () => {
  expect(splitParagraphs("\ufeffOne  two. \r\n\r\n\tThree\u00a0four.\r\n \t \r\n\r\nFive.\r\n")).toEqual([
    "One two.",
    "Three four.",
    "Five.",
  ]);
  expect(splitParagraphs("\n\nOne.\n\n\n\nTwo.\n\n")).toEqual(["One.", "Two."]);
  expect(splitParagraphs("One.\r\rTwo.")).toEqual(["One.", "Two."]);
  expect(splitParagraphs(" \n \n")).toEqual([]);
});

test("lines of verse stay lines", () => {
  expect(splitParagraphs("First line,\n   second line \n\nnext")).toEqual(["First line,\nsecond line", "next"]);
});

const anyText = fc.string({ unit: fc.constantFrom(" ", "\n", "\r", "\t", "\u00a0", "\u2028", "a", "é", "🜂", ".") });

test("as many paragraphs as a split at blank lines with white space made single", () => {
  const reference = (text: string) =>
    text
      .replace(/\r\n?/g, "\n")
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
      .filter(Boolean);
  fc.assert(
    fc.property(anyText, (text) => {
      expect(splitParagraphs(text).map((paragraph) => paragraph.replaceAll("\n", " "))).toEqual(reference(text));
    }),
    { numRuns: 2000 },
  );
});

test("what is written is read back", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, fc.string({ unit: "binary" }))), (paragraphs) => {
      const tidy = paragraphs.map(tidyParagraph).filter(Boolean);
      expect(splitParagraphs(joinParagraphs(paragraphs))).toEqual(tidy);
      expect(tidy.map(tidyParagraph)).toEqual(tidy);
    }),
    { numRuns: 1000 },
  );
});
