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
