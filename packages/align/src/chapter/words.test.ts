import fc from "fast-check";
import { expect, test } from "vitest";
import { countWords } from "./words.ts";

const text = fc.string({ unit: fc.constantFrom(" ", "\t", "a", "é", "†", "Р", "🜂", ".", "b"), maxLength: 60 });

test("as many words as a split at white space gives", () => {
  fc.assert(
    fc.property(text, (piece) => {
      expect(countWords(piece)).toBe(piece.split(/\s/).filter(Boolean).length);
    }),
    { numRuns: 500 },
  );
});

test("each Chinese or Japanese character is a word", () => {
  expect(countWords("話說天下大勢")).toBe(6);
  expect(countWords("第一回 Anna 來了")).toBe(6);
  expect(countWords("ひらがな")).toBe(4);
});
