import { describe, expect, test } from "vitest";
import { locate, parseBookSum } from "./booksum.ts";
import { parseLadder } from "./hunalign.ts";
import { parseJsonl } from "./jsonl.ts";
import { parseVecalign } from "./vecalign.ts";

const cells = (links: readonly { summary: number; story: number }[]) =>
  links.map((link) => `${link.summary}-${link.story}`);

describe("vecalign", () => {
  test("pairs every unit of one side with every unit of the other; deletions link nothing", () => {
    expect(cells(parseVecalign("[0]:[0, 1]:0.12\r\n[1, 2]:[2]:0.5\n\n[3]:[]:0.0\n"))).toEqual([
      "0-0",
      "0-1",
      "1-2",
      "2-2",
    ]);
  });

  test("names the line that is something else", () => {
    expect(() => parseVecalign("[0]:[0]:1\nS1: 2", "out.txt")).toThrow('out.txt, line 2: "S1: 2" is not a line like');
  });
});

describe("hunalign", () => {
  test("links what lies between two rungs", () => {
    expect(cells(parseLadder("0\t0\t0.3\n2\t1\t0.5\n2\t3\t-1\n3\t4\t0\n"))).toEqual(["0-0", "1-0", "2-3"]);
    expect(parseLadder("")).toEqual([]);
  });

  test("names the rung that steps back, and text output", () => {
    expect(() => parseLadder("0\t0\n3\t2\n2\t4", "ladder")).toThrow("ladder, line 3: the ladder steps back");
    expect(() => parseLadder("Hello\tBonjour\t0.3", "ladder")).toThrow(/without -text/);
    expect(() => parseLadder("0\t0\n90000\t900000", "ladder")).toThrow("ladder, line 2: no text is as long");
    expect(parseLadder("0\t0\tnan\n1\t1\t-inf")).toEqual([{ summary: 0, story: 0, confidence: 1 }]);
  });
});

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

describe("BookSum", () => {
  const chapters = [
    { work: "A", number: 0, summary: ["Anna leaves. She is cold."], story: ["“Go!”", "Anna went.", "It rained."] },
    {
      work: "B",
      number: 2,
      summary: ["Ben stays.", "He sleeps."],
      story: ["Ben sat down.", "Ben sat down. Then he slept.", "Go"],
    },
  ];

  test("looks both sides up by their texts, joined paragraphs too", () => {
    const text = [
      '{ "summary sentence": "Anna leaves.", "bi-encoder-paraphrase alignment": "\\"Go!\\" Anna went.", "title": "a-0" }',
      '{ "text": "Ben sat down. Then he slept.", "summary": ["He sleeps.", "Nobody wrote this."], "scores": ["0.4", "0.1"] }',
    ].join("\n");
    const { found, lost } = locate(parseBookSum(text), chapters);
    expect(found.map(({ work, chapter, links }) => [work, chapter, cells(links)])).toEqual([
      ["A", 0, ["0-0", "0-1"]],
      ["B", 2, ["1-1"]],
    ]);
    expect(lost).toBe(1);
  });

  test("says what a line should be like", () => {
    expect(() => parseBookSum('{ "text": "x" }', "b.jsonl")).toThrow("b.jsonl, line 1: needed is");
  });
});
