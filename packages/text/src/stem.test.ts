import fc from "fast-check";
import { expect, test } from "vitest";
import stems from "./fixtures/stems.json" with { type: "json" };
import { stem } from "./stem.ts";

test("every word of the sample corpus has the stem that NLTK gives it", () => {
  const wrong = Object.entries(stems).filter(([word, expected]) => stem(word) !== expected);
  expect(wrong.map(([word, expected]) => `${word}: ${stem(word)}, not ${expected}`)).toEqual([]);
});

test("any string has a stem no longer than one letter more", () => {
  fc.assert(
    fc.property(fc.string(), (word) => {
      expect(stem(word).length).toBeLessThanOrEqual(word.length + 1);
    }),
  );
});
