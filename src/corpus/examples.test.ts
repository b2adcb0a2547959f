import fc from "fast-check";
import { expect, test } from "vitest";
import { clearestExamples, type Example } from "./examples.ts";
import type { Alignment, Chapter } from "./types.ts";

async function* one(chapter: Chapter, alignment: Alignment) {
  yield { chapter, alignment };
}

const link = (summary: number, story: number) => ({ summary, story, confidence: 1 });

test("one example of each shape, the one whose words agree", async () => {
  const chapter: Chapter = {
    work: "A",
    number: 3,
    summary: [
      "The captain loses his hat to the wind one morning.",
      "Nothing here has anything to do with the other side.",
      "The whole crew looks for the hat on deck and below.",
      "The hat turns up at last inside the galley stove.",
      "The captain is glad to have his hat back from there.",
    ],
    story: [
      "That morning the wind took the captain's hat away over the rail.",
      "A paragraph without any word that would be found again over there.",
      "The crew looked on deck for the hat, all of them together.",
      "Then the crew looked below for the hat, until it was dark.",
      "It was inside the galley stove; and the captain was glad to have his hat.",
    ],
  };
  const alignment = [link(0, 0), link(1, 1), link(2, 2), link(2, 3), link(3, 4), link(4, 4)];
  const found = await clearestExamples(one(chapter, alignment));
  const indices = ({ shape, summary, story }: Example) => [
    shape,
    summary.map((p) => p.index),
    story.map((p) => p.index),
  ];
  expect(found.map(indices)).toEqual([
    ["one-to-one", [0], [0]],
    ["one-to-many", [2], [2, 3]],
    ["many-to-one", [3, 4], [4]],
  ]);
  expect(found[0]).toMatchObject({ work: "A", chapter: 3, summary: [{ text: chapter.summary[0] }] });
});

test("the paragraphs of an example are linked with each other and nothing else", async () => {
  const texts = (n: number) =>
    Array.from({ length: n }, (_, k) => `Paragraph number ${k} with a few more words in it.`);
  const chapter: Chapter = { work: "A", number: 0, summary: texts(8), story: texts(8) };
  const pairs = fc.uniqueArray(fc.tuple(fc.nat(7), fc.nat(7)), { selector: String, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(pairs, async (chosen) => {
      const alignment = chosen.map(([summary, story]) => link(summary, story));
      for (const { summary, story, shape } of await clearestExamples(one(chapter, alignment))) {
        const [s, d] = [summary.map((p) => p.index), story.map((p) => p.index)];
        const touching = alignment.filter((each) => s.includes(each.summary) || d.includes(each.story));
        expect(touching).toHaveLength(s.length * d.length);
        expect(shape).toBe(`${s.length === 1 ? "one" : "many"}-to-${d.length === 1 ? "one" : "many"}`);
      }
    }),
  );
});
