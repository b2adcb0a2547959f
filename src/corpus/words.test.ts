import fc from "fast-check";
import { expect, test } from "vitest";
import { countSingleSpaced, countWords } from "./words.ts";

const text = fc.string({ unit: fc.constantFrom(" ", "a", "é", "†", "Р", "🜂", ".", "b"), maxLength: 60 });

test("as many words as a split at spaces gives", () => {
  fc.assert(
    fc.property(text, fc.nat(3), (piece, times) => {
      const long = piece.repeat(1 + times * 400);
      const words = long.split(" ").filter(Boolean).length;
      expect(countWords(long)).toBe(words);
      const isSingle = long !== "" && !/^ | $| {2}/.test(long);
      expect(countSingleSpaced(long)).toBe(isSingle ? words : undefined);
    }),
    { numRuns: 500 },
  );
});

test("a tab before the first word is no word", () => {
  expect(countWords("\t Part II, the saints.")).toBe(4);
});
