import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { isBookSum, readBookSum } from "./booksum.ts";

/** BookSum's own tree: the JSONL two folders below the root, chapters at the root, summaries under scripts/. */
function tree(rows: readonly unknown[], files: Record<string, string> = {}): string {
  const lines = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");
  const path = "alignments/chapter-level/split.jsonl";
  return join(temporaryFolder({ [path]: lines, ...files }), path);
}

const row = (k: number, source = "shmoop") => ({
  bid: "1",
  is_aggregate: false,
  source,
  chapter_path: `all_chapterized_books/1-chapters/0${k}.txt`,
  summary_path: `finished_summaries/${source}/The Work/section_${k}_part_0.txt`,
  book_id: `The Work.chapter ${k}`,
  summary_id: `chapter ${k}`,
});
const files = {
  "all_chapterized_books/1-chapters/01.txt": "\nI\n\n\nIt was dawn\nand they met.\n\nThey spoke.\n",
  "scripts/finished_summaries/shmoop/The Work/section_1_part_0.txt": JSON.stringify({
    name: "Chapter 1",
    summary: "They meet.<PARAGRAPH>They speak.<PARAGRAPH>",
  }),
};

test("pairs summaries with chapters by path", () => {
  const { source, pairs, notes } = readBookSum(tree([row(1), row(2)], files), { title: "the work" });
  expect(source).toBe("shmoop");
  expect(pairs.map(({ name, points, story }) => [name, points, story()])).toEqual([
    ["chapter 1", ["They meet.", "They speak."], ["I", "It was dawn and they met.", "They spoke."]],
  ]);
  expect(notes).toEqual([
    expect.stringContaining("line 2: no summary at finished_summaries/shmoop/The Work/section_2"),
  ]);
});

test("reads the gathered form, with the texts inside", () => {
  const inside = {
    book_id: "The Work.act 1",
    source: "x",
    text: ["One.", "Two."],
    summary: ["They meet.", "They part."],
  };
  const { pairs } = readBookSum(tree([inside]), { title: "The Work" });
  expect(pairs[0]).toMatchObject({ points: ["They meet.", "They part."] });
  expect(pairs[0]?.story()).toEqual(["One.", "Two."]);
});

test.each([
  [[row(1), row(1, "sparknotes")], "from shmoop, sparknotes; choose one of them"],
  [[{ ...row(1), book_id: "Another.chapter 1", summary_path: "x/y.txt" }], 'nothing about "The Work"'],
  [["{not json"], "line 1: this is not a line of BookSum's JSONL"],
  [[row(2)], "none of the files it names"],
  [[{ ...row(1), summary_path: "../../../etc/passwd" }], "leads out of BookSum's folder"],
  [[{ ...row(1), summary_path: "/etc/passwd" }], "leads out of BookSum's folder"],
])("%j: %s", (rows, fault) => {
  expect(() => readBookSum(tree(rows, files), { title: "The Work" })).toThrow(fault);
});

test("its files are known by their names", () => {
  expect(["a.jsonl", "a.jsonl.gathered", "a.json", "a.txt"].map(isBookSum)).toEqual([true, true, false, false]);
});

test("a link that leads out of BookSum's folder is not followed", () => {
  const outside = join(temporaryFolder({ "secret.txt": "A secret.\n" }), "secret.txt");
  const file = tree([{ book_id: "X.chapter 1", summary: "hello", chapter_path: "bsum.txt", source: "s" }]);
  symlinkSync(outside, join(dirname(file), "bsum.txt"));
  const { pairs } = readBookSum(file, { title: "X" });
  expect(() => pairs[0]?.story()).toThrow(/line 1: bsum\.txt leads out of BookSum's folder/);
});
