import { countTokens, countWords, rowsOutOfOrder } from "@plotline/align";
import { expect, test } from "vitest";
import { openCorpus } from "./open.ts";
import { statistics } from "./statistics.ts";
import { temporaryFolder } from "./testing/folder.ts";

test("words and tokens", () => {
  const text = `"Don't go--not to-day," said Ms. Wu’s cat…\nYes!`;
  expect(countWords(text)).toBe(8);
  // " Do n't go -- not to-day , " said Ms . Wu ’s cat … Yes !
  expect(countTokens(text)).toBe(18);
  expect(countWords("")).toBe(0);
});

test("a row is out of order when it starts before what was covered already", () => {
  const links = [[0, 3], [0, 5], [1, 4], [2, 5], [3, 2], [3, 9]] as const; // biome-ignore format: pairs
  expect(rowsOutOfOrder(links.map(([summary, story]) => ({ summary, story, confidence: 1 })))).toEqual([1, 3]);
});

test("a corpus counted by hand", async () => {
  const corpus = await openCorpus(
    temporaryFolder({
      "corpus.json": '{"works":[{"title":"A","kind":"play"},{"title":"B"}]}',
      "stories/A/0.txt.utf8": "One two.\n\nThree.\n\nFour five six.\n\nSeven.\n",
      "stories/A/1.txt.utf8": "Alone.\n",
      "summaries/A/1.txt.utf8": "\n",
      "stories/B/0.txt.utf8": "Eight nine.\n",
      "summaries/A/0.txt.utf8": "Sum one.\n\nSum two.\n",
      "summaries/B/0.txt.utf8": "Sum.\n",
      "manual_alignments/A/0.txt": "S0: 2, 1\nS1: 1\n",
      "manual_alignments/B/0.txt": "S0: 7\n",
    }),
  );
  const seen: number[] = [];
  const counted = await statistics(corpus, "mine", (total) => seen.push(total));
  expect(seen).toEqual([3, 3, 3]);
  expect(counted.table.at(-2)).toEqual({ corpus: "Shmoop, as published", summary: 460, text: 3579, size: 7234 });
  expect(counted.table.at(-1)).toEqual({ corpus: "mine", summary: 4, text: 16 / 3, size: 2 });
  expect(counted.stories).toBe(3);
  expect(counted.gold).toEqual({
    works: 1,
    chapters: 1,
    summaryParagraphs: 2,
    storyParagraphs: 4,
    links: 3,
    linksPerSummaryParagraph: 1.5,
    neverSummarised: 0.5,
    rowsOutOfOrder: 1,
    outOfOrderShareOfRows: 0.5,
    outOfOrderShareOfLinks: 1 / 3,
  });
});
