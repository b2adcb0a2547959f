import { random } from "@plotline/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beamSearch, type Found, type Likely } from "./beam.ts";

const end = 0;
const words = 3;

/** Probabilities that follow from the text so far. */
function table(seed: number): Likely {
  return async (texts) => texts.map((text) => probabilities(seed, text));
}

function probabilities(seed: number, text: readonly number[]): number[] {
  const next = random("beam", seed, ...text);
  const raw = Array.from({ length: words + 1 }, () => 0.05 + next());
  const total = raw.reduce((sum, each) => sum + each, 0);
  return raw.map((each) => each / total);
}

/** Every text up to a length, by the mean of its log-probabilities. */
function best(seed: number, longest: number, text: number[] = [], sum = 0): Found {
  const likely = probabilities(seed, text);
  const ended = { text, score: (sum + Math.log(likely[end] ?? 0)) / (text.length + 1) };
  const found: Found[] = text.length > 0 ? [ended] : [];
  if (text.length < longest)
    for (let word = 1; word <= words; word++)
      found.push(best(seed, longest, [...text, word], sum + Math.log(likely[word] ?? 0)));
  return found.reduce((a, b) => (b.score > a.score ? b : a));
}

const rules = { end, never: new Set<number>(), unrepeated: 0 };

test("a beam as wide as there are texts finds the best of all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 4 }), async (seed, longest) => {
      const found = await beamSearch(table(seed), { ...rules, width: 1000, longest });
      const expected = best(seed, longest);
      expect(found.text).toEqual(expected.text);
      expect(found.score).toBeCloseTo(expected.score, 10);
    }),
    { numRuns: 30 },
  );
});

test("a narrow beam never claims more than the best, nor a score that is not its text's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 3 }), async (seed, width) => {
      const { text, score } = await beamSearch(table(seed), { ...rules, width, longest: 4 });
      expect(score).toBeLessThanOrEqual(best(seed, 4).score + 1e-12);
      const logs = [...text, end].map((token, k) => Math.log(probabilities(seed, text.slice(0, k))[token] ?? 0));
      expect(score).toBeCloseTo(logs.reduce((sum, each) => sum + each, 0) / logs.length, 10);
    }),
    { numRuns: 30 },
  );
});

test("what is never written is not, and nothing is written twice in a row of words", async () => {
  const { text } = await beamSearch(table(3), { end, never: new Set([2]), unrepeated: 2, width: 4, longest: 12 });
  expect(text).not.toContain(2);
  const pairs = text.slice(1).map((word, k) => `${text[k]} ${word}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});
