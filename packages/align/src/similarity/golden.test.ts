import { describe, expect, test } from "vitest";
import { bleu, type Smoothing } from "./bleu.ts";
import { bm25 } from "./bm25.ts";
import bleuFixture from "./fixtures/bleu.json" with { type: "json" };
import bm25Fixture from "./fixtures/bm25.json" with { type: "json" };
import tfidfFixture from "./fixtures/tfidf.json" with { type: "json" };
import type { Matrix, Passages } from "./similarity.ts";
import { type TfidfOptions, tfidf } from "./tfidf.ts";

/** fixtures/make.py made the fixtures. */
function expectClose({ values }: Matrix, expected: readonly number[], { summary, story }: Passages): void {
  expect(values.length).toBe(expected.length);
  for (const [cell, wanted] of expected.entries()) {
    if (Math.abs(values[cell]! - wanted) <= 1e-9) continue;
    const pair = [summary[Math.floor(cell / story.length)], story[cell % story.length]];
    expect.fail(`${values[cell]} should be ${wanted} for\n${pair.join("\n")}`);
  }
}

describe("TF-IDF equals scikit-learn's", () => {
  for (const { options, values } of tfidfFixture.cases) {
    test(JSON.stringify(options), () => {
      const similarity = tfidf({ ...(options as Partial<TfidfOptions>), words: "sklearn" });
      expectClose(similarity.prepare()(tfidfFixture), values, tfidfFixture);
    });
  }
});

describe("BM25 equals bm25s's Lucene form times k1 + 1", () => {
  for (const { options, values } of bm25Fixture.cases)
    test(JSON.stringify(options), () =>
      expectClose(bm25({ ...options, words: "sklearn" }).prepare()(bm25Fixture), values, bm25Fixture),
    );
});

describe("BLEU equals NLTK's", () => {
  for (const { orders, options, values } of bleuFixture.cases)
    test(`BLEU-${orders} ${JSON.stringify(options)}`, () => {
      const similarity = bleu(orders as 1 | 2 | 3 | 4, { smoothing: options.smoothing as Smoothing });
      expectClose(similarity.prepare()(bleuFixture), values, bleuFixture);
    });

  test("the other way round with the story as hypothesis", () => {
    const [summary, story] = [bleuFixture.story, bleuFixture.summary];
    const turned = bleu(4, { hypothesis: "story" }).prepare()({ summary, story });
    const straight = bleu(4).prepare()(bleuFixture);
    for (let row = 0; row < turned.rows; row++)
      for (let column = 0; column < turned.columns; column++)
        expect(turned.values[row * turned.columns + column]).toBe(straight.values[column * straight.columns + row]);
  });
});
