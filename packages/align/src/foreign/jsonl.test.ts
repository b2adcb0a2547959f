import { describe, expect, test } from "vitest";
import { parseJsonl } from "./jsonl.ts";

describe("JSONL", () => {
  test("takes chapters and single links", () => {
    const text = [
      '{ "work": "Emma", "chapter": 0, "links": [[0, 1], [0, 2, 0.8], { "summary": 1, "story": 4 }] }',
      '{ "work": "Emma", "chapter": 1, "summary": 0, "story": 3, "confidence": 0.25 }',
    ].join("\n");
    expect(parseJsonl(text)).toEqual([
      {
        work: "Emma",
        chapter: 0,
        links: [
          { summary: 0, story: 1, confidence: 1 },
          { summary: 0, story: 2, confidence: 0.8 },
          { summary: 1, story: 4, confidence: 1 },
        ],
      },
      { work: "Emma", chapter: 1, links: [{ summary: 0, story: 3, confidence: 0.25 }] },
    ]);
  });

  test.each([
    ["{", "line 1 is not JSON"],
    ['{ "chapter": 0, "links": [] }', "line 1: work"],
    ['{ "work": "Emma", "chapter": 0, "links": [[-1, 2]] }', "line 1: links.0"],
    ['{ "work": "Emma", "chapter": 0, "links": [[1, 2, 7]] }', "line 1: links.0"],
  ])("says what is wrong with %s", (text, sentence) => {
    expect(() => parseJsonl(text, "mine.jsonl")).toThrow(`mine.jsonl, ${sentence}`);
  });
});
