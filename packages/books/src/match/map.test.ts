import { Problem } from "@plotline/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchWithMap, readMap } from "./map.ts";
import type { BookChapter, GuidePoint } from "./match.ts";

const points = (...texts: string[]): GuidePoint[] => texts.map((text) => ({ text }));
const sections = [
  { name: "Chapter 1", place: "", points: points("The whale.", "The garden.", "The duel.") },
  { name: "Chapters 2-3", place: "", points: points("The letter.", "The storm.") },
  { name: "Interlude", place: "", points: points("A pause.") },
  { name: "Interlude", place: "", points: points("Another pause.") },
  { name: "A + B", place: "", points: points("Both.") },
];
const chapters: BookChapter[] = ["whale", "letter", "storm", "duel"].map((word, number) => ({
  number,
  heading: undefined,
  story: [`The ${word} came, and the ${word} went.`],
}));
const four = [0, 1, 2, 3].map((number) => ({ number, heading: `CHAPTER ${number + 1}` }));
const read = (text: string) => readMap(text, "my.map", sections, four);

test("a chapter is named as the book names it", () => {
  expect(read("Chapter 1 => Chapter 3")).toMatchObject([{ chapters: { first: 2, last: 2 } }]);
  expect(() => read("Chapter 1 => Chapter 9")).toThrow('line 1: "Chapter 9" is not a chapter of the book');
});

describe("a map file", () => {
  test("says which section covers which chapter", () => {
    const text = "# mine\n\nchapter  1 => 0\nChapters 2-3 => 1-2\n@3 => 3\n@4 => 3\nA + B => -\r\n";
    expect(read(text)).toEqual([
      { line: 3, section: sections[0], chapters: { first: 0, last: 0 } },
      { line: 4, section: sections[1], chapters: { first: 1, last: 2 } },
      { line: 5, section: sections[2], chapters: { first: 3, last: 3 } },
      { line: 6, section: sections[3], chapters: { first: 3, last: 3 } },
      { line: 7, section: sections[4], chapters: undefined },
    ]);
  });

  test.each([
    ["Chapter 1 -> 0", 'line 1: there is no "=>"'],
    ["\nChapter 9 => 0", 'line 2: the guide has no section "Chapter 9"'],
    ["Interlude => 0", '2 sections "Interlude": name one as @3 or @4'],
    ["Chapter 1 => 7", "line 1: the work has no chapter 7; its chapters are 0 to 3, counted from 0"],
    ["Chapter 1 => 2-1", "goes backwards"],
    ["Chapter 1 => one", '"one" is not a chapter'],
    ["Chapter 1 => 0\n@3 => 0-1", "line 2: chapter 0 is in line 1 already, with other chapters"],
    ["Chapter 1 => 0\nChapter 1 => 1", 'line 2: "Chapter 1" is in line 1 already'],
    ["=> 0", "there is no section"],
    ["@99 => 0", 'no section "@99"'],
    ["Chapter 1 => 0-9999999", "no chapter 4"],
  ])("%j: %s", (text, fault) => {
    expect(() => read(text)).toThrow(fault);
    expect(() => read(text)).toThrow(Problem);
  });

  test("of any content is read or refused with its line", () => {
    const piece = fc.constantFrom("Chapter 1", "=>", " ", "-", "0", "3", "@1", "#", "\n", "\u0000", "“", "é");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(piece).map((parts) => parts.join(" ")),
        ),
        (text) => {
          try {
            const lines = read(text);
            expect(new Set(lines.map(({ section }) => section)).size).toBe(lines.length);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
            expect(String(error)).toMatch(/my\.map, line \d+: /);
          }
        },
      ),
    );
  });
});

describe("a map overrules the matching", () => {
  test("also against the order", () => {
    const matches = matchWithMap(
      sections,
      chapters,
      read("Chapters 2-3 => 0\nChapter 1 => 3\n@3 => -\n@4 => -\n@5 => -"),
    );
    expect(matches.map((match) => match.chapters.map(({ number }) => number))).toEqual([[3], [0], [], [], []]);
    expect(matches.every(({ clues, sure }) => clues[0] === "map" && sure)).toBe(true);
  });

  test("and leaves the rest to it", () => {
    const matches = matchWithMap(
      sections.slice(0, 2),
      chapters,
      readMap("Chapter 1 => 0", "m", sections.slice(0, 2), four),
    );
    expect(matches.map((match) => match.chapters.map(({ number }) => number))).toEqual([[0], [1, 2]]);
  });

  test("and joins sections on one chapter", () => {
    const [first, second] = matchWithMap(
      sections.slice(2),
      chapters,
      readMap("@1 => 3\n@2 => 3\n@3 => -", "m", sections.slice(2), four.slice(3)),
    );
    expect(first?.chapters).toEqual([{ number: 3, points: points("A pause.", "Another pause.") }]);
    expect(second).toMatchObject({ chapters: [], why: 'joined with "Interlude"' });
  });
});
