import type { Alignment, Link } from "@plotline/align";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAlignment, formatConfidences, linksOf, parseAlignment, parseConfidences } from "./alignment-file.ts";

const read = (text: string, summaries: number, stories: number) => linksOf(parseAlignment(text), summaries, stories);
const pairs = (alignment: Alignment | undefined) => alignment?.map((link) => [link.summary, link.story]);

test("rows as published: trailing commas, empty rows, CRLF", () => {
  const { links, faults } = read("\ufeffS0:\r\nS1: 1, 4, 5,\r\nS2: 2\r\n", 3, 6);
  expect(pairs(links)).toEqual([[1, 1], [1, 4], [1, 5], [2, 2]]); // biome-ignore format: pairs
  expect(faults).toEqual([]);
});

test("an index named twice counts once, and is reported", () => {
  const { links, faults } = read("S0: 3, 1, 3\n", 1, 4);
  expect(pairs(links)).toEqual([[0, 1], [0, 3]]); // biome-ignore format: pairs
  expect(faults).toEqual([{ row: 1, why: "S0 names 3 more than once; it counts once", fatal: false }]);
});

test.each([
  ["a row too few", "S0: 1\n", null, /rows: 1, but paragraphs of the summary: 2/],
  ["a row too many", "S0: 1\nS1:\nS2:\n", null, /rows: 3/],
  ["a row twice", "S0: 1\nS0: 2\n", 2, /S0 occurs twice/],
  ["rows counted from 1", "S1: 1\nS2: 2\n", 1, /S1 where S0 should be/],
  ["a story paragraph that is not there", "S0: 1\nS1: 9\n", 2, /S1 names story paragraph 9.*last paragraph is 4/],
  ["an index of a hundred digits", `S0: 1\nS1: ${"9".repeat(100)}\n`, 2, /S1 names story paragraph/],
  ["words", "S0: 1\nS1: two\n", 2, /"S1: two" is not a row/],
  ["a negative index", "S0: 1\nS1: -2\n", 2, /is not a row/],
  ["codes for the terminal", "S0: 1\n\u001b[2JS1: 1\n", 2, /"\ufffd\[2JS1: 1" is not a row/],
])("%s keeps the file out", (_, text, row, why) => {
  const { links, faults } = read(text, 2, 5);
  expect(links).toBeUndefined();
  expect(faults.find((fault) => fault.row === row)?.why).toMatch(why);
});

const shape = fc.record({ summaries: fc.integer({ min: 1, max: 20 }), stories: fc.integer({ min: 1, max: 30 }) });
const alignments = shape.chain(({ summaries, stories }) =>
  fc
    .uniqueArray(
      fc.record({
        summary: fc.nat(summaries - 1),
        story: fc.nat(stories - 1),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((c) => c + 0),
      }),
      { selector: (link) => `${link.summary} ${link.story}` },
    )
    .map((links) => ({ summaries, stories, links })),
);
const inOrder = (links: readonly Link[]) => [...links].sort((a, b) => a.summary - b.summary || a.story - b.story);

test("what is written is read back, rows and confidences", () => {
  fc.assert(
    fc.property(alignments, ({ summaries, stories, links }) => {
      const { links: rows, faults } = read(formatAlignment(links, summaries), summaries, stories);
      expect(faults).toEqual([]);
      expect(pairs(rows)).toEqual(pairs(inOrder(links)));
      expect(parseConfidences(formatConfidences(links), "0.json")).toEqual(inOrder(links));
    }),
  );
});

test("the sentences that carry a link are stored with it", () => {
  const links = [{ summary: 0, story: 2, confidence: 0.5, sentences: [{ start: 3, end: 17, score: 0.25 }] }];
  expect(parseConfidences(formatConfidences(links), "0.json")).toEqual(links);
});

test("no text makes the parser fail, and links always lie inside the chapter", () => {
  const text = fc.string({
    unit: fc.constantFrom("S", "0", "1", "7", ":", ",", " ", "\n", "\r", "x", "-"),
    maxLength: 80,
  });
  fc.assert(
    fc.property(text, fc.nat(4), fc.nat(4), (rows, summaries, stories) => {
      for (const link of read(rows, summaries, stories).links ?? []) {
        expect(link.summary).toBeLessThan(summaries);
        expect(link.story).toBeLessThan(stories);
      }
    }),
    { numRuns: 3000 },
  );
});

test("links that cannot be written, and files that are no alignment, are problems", () => {
  expect(() => formatAlignment([{ summary: 2, story: 0, confidence: 1 }], 2)).toThrow(/only 2/);
  expect(() => formatAlignment([{ summary: 0, story: -1, confidence: 1 }], 2)).toThrow(/is impossible/);
  expect(() => parseConfidences("{", "0.json")).toThrow(/0\.json is not JSON/);
  expect(() => parseConfidences('{"links":[{"summary":0,"story":1,"confidence":7}]}', "0.json")).toThrow(/confidence/);
});
