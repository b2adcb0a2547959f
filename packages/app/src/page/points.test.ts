import { expect, test } from "vitest";
import { readPoints } from "./points.ts";

test("a link becomes the point, the chapter, the paragraph and both texts", () => {
  const parts = [
    {
      headings: ["I", "II"],
      chapters: [["a", "b"], ["c"]],
      points: [{ text: "first", paragraph: 3 }, { text: "second" }],
    },
    { headings: ["III"], chapters: [["d", "e"]], points: [{ text: "third" }] },
  ];
  const links = [
    { summary: 2, story: 4, confidence: 0.5 },
    { summary: 0, story: 2, confidence: 0.7 },
    { summary: 0, story: 1, confidence: 0.9 },
  ];
  expect(readPoints({ parts }, links)).toEqual([
    {
      point: 0,
      text: "first",
      guideParagraph: 3,
      passages: [
        { chapter: "I", paragraph: 1, story: 1, confidence: 0.9, text: "b" },
        { chapter: "II", paragraph: 0, story: 2, confidence: 0.7, text: "c" },
      ],
    },
    { point: 1, text: "second", passages: [] },
    { point: 2, text: "third", passages: [{ chapter: "III", paragraph: 1, story: 4, confidence: 0.5, text: "e" }] },
  ]);
});
