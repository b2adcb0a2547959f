import fc from "fast-check";
import { expect, test } from "vitest";
import { windows } from "./token-encoder.ts";

const around = { before: [1], after: [2] };

test("every token is read once as its window's own, with neighbours around it", () => {
  const sizes = fc.array(fc.nat(40), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 3 }), (lengths, margin) => {
      let next = 10;
      const paragraphs = lengths.map((length) => Array.from({ length }, () => next++));
      const { sequences, window, place, starts } = windows(paragraphs, { length: 16, margin, ...around });
      expect([...starts]).toEqual([0, ...lengths.map((_, k) => lengths.slice(0, k + 1).reduce((a, b) => a + b))]);
      expect([...window.keys()].map((k) => sequences[window[k]!]![place[k]!])).toEqual(paragraphs.flat());
      for (const sequence of sequences) {
        expect(sequence.length).toBeLessThanOrEqual(16);
        expect([sequence[0], sequence.at(-1)]).toEqual([1, 2]);
      }
      for (const [k, at] of place.entries()) {
        const isFirst = window[k] === 0;
        expect(at).toBeGreaterThanOrEqual(isFirst ? 1 : 1 + margin);
      }
    }),
  );
});

test("paragraphs are separated by what ends a text", () => {
  const { sequences } = windows([[7, 8], [9]], { length: 16, margin: 2, ...around });
  expect(sequences.map((each) => [...each])).toEqual([[1, 7, 8, 2, 9, 2, 2]]);
});
