import { reader } from "@plotline/text";
import { prose } from "@plotline/text/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bleu } from "./bleu.ts";
import { bm25 } from "./bm25.ts";
import { chance } from "./chance.ts";
import { encoder } from "./encoder.ts";
import { at, type Matrix, type Similarity } from "./similarity.ts";
import { tfidf } from "./tfidf.ts";

const similarities: readonly (readonly [name: string, Similarity<Matrix>])[] = [
  ["tfidf", tfidf()],
  ["tfidf of stems", tfidf({ counts: "sublinear", stopWords: false, stems: true })],
  ["bm25", bm25()],
  ["bm25 whatever the length", bm25({ b: 0 })],
  ["chance", chance()],
  ["bleu4", bleu(4)],
  ["bleu2, smoothed", bleu(2, { smoothing: "nltk-5", hypothesis: "story" })],
];

describe("whatever the paragraphs, scores are numbers from 0 up", () => {
  const paragraphs = fc.array(fc.oneof(prose, fc.constantFrom("", "the of and", "captain")), { maxLength: 6 });
  test.each(similarities)("%s", (_, similarity) => {
    const score = similarity.prepare();
    fc.assert(
      fc.property(paragraphs, paragraphs, (summary, story) => {
        const { rows, columns, values } = score({ summary, story });
        expect([rows, columns, values.length]).toEqual([summary.length, story.length, summary.length * story.length]);
        expect(values.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("chapters of unusual shape", () => {
  const many = Array.from({ length: 10_000 }, (_, k) => `captain number ${k % 700} said nothing`);
  test.each([
    ["10,000 × 10", many, many.slice(0, 10)],
    ["10 × 10,000", many.slice(0, 10), many],
  ])("%s", (_, summary, story) => {
    for (const similarity of [tfidf(), bm25(), bleu(4)]) {
      const matrix = similarity.prepare()({ summary, story });
      expect(at(matrix, 3, 3)).toBeGreaterThan(at(matrix, 3, 4));
    }
  });
});

test("scorers that share a reader give what they give alone", () => {
  const passages = { summary: ["The captain sailed.", "It rained"], story: ["Sailing captains", "rain, rain", "x"] };
  const shared = reader();
  for (const [, similarity] of similarities)
    expect(similarity.prepare({ reader: shared })(passages)).toEqual(similarity.prepare()(passages));
});

test("cosines are at most 1, and 1 for the same words", () => {
  const passages = { summary: ["the captain sailed at dawn"], story: ["At dawn the captain sailed", "nothing else"] };
  const matrix = tfidf().prepare()(passages);
  expect(at(matrix, 0, 0)).toBeCloseTo(1, 12);
  expect(at(matrix, 0, 1)).toBe(0);
});

test("chance depends on seed, work and number alone", () => {
  const passages = { summary: ["a", "b"], story: ["c", "d"], work: "Tithe", number: 1 };
  const scores = (seed: number, number: number) => chance({ seed }).prepare()({ ...passages, number });
  expect(scores(1, 1)).toEqual(scores(1, 1));
  expect(scores(1, 1)).not.toEqual(scores(2, 1));
  expect(scores(1, 1)).not.toEqual(scores(1, 2));
});

describe("an encoder that is handed in", () => {
  const passages = { summary: ["ab", ""], story: ["a", "b", "ab"] };
  const giving = (encode: (text: string) => number[]) =>
    encoder({ name: "test", encode: async (texts) => texts.map((text) => Float32Array.from(encode(text))) }).prepare();

  test("is compared by cosine; nothing is like nothing", async () => {
    const matrix = await giving((text) => [text.includes("a") ? 1 : 0, text.includes("b") ? 1 : 0])(passages);
    for (const [cell, cosine] of [Math.SQRT1_2, Math.SQRT1_2, 1, 0, 0, 0].entries())
      expect(matrix.values[cell]).toBeCloseTo(cosine, 12);
  });

  test("may not give NaN, too few vectors, or vectors of two lengths", async () => {
    await expect(giving(() => [Number.NaN])(passages)).rejects.toThrow("not made of numbers");
    await expect(giving((text) => Array.from(text, () => 1))(passages)).rejects.toThrow("vectors of 2 and of 0");
    const lazy = encoder({ name: "lazy", encode: async () => [] }).prepare();
    await expect(lazy(passages)).rejects.toThrow("0 vectors for 5 paragraphs");
  });
});
