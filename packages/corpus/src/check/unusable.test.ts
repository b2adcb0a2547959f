import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCorpus } from "../open.ts";
import { copySample, sample, temporaryFolder } from "../testing/folder.ts";
import { checkCorpus, unusableChapters } from "./check.ts";

/** Two chapters with two points and three paragraphs each. */
const files = Object.fromEntries(
  [0, 1].flatMap((number) => [
    [`stories/A/${number}.txt.utf8`, "One.\n\nTwo.\n\nThree.\n"],
    [`summaries/A/${number}.txt.utf8`, "First.\n\nSecond.\n"],
    [`manual_alignments/A/${number}.txt`, "S0: 0\nS1: 1, 2\n"],
  ]),
);

const badGold: readonly [kind: string, content: string | Uint8Array][] = [
  ["words", "hello\n"],
  ["nothing", ""],
  ["no link", "S0:\nS1:\n"],
  ["a row too few", "S0: 0\n"],
  ["a row too many", "S0: 0\nS1: 1\nS2: 2\n"],
  ["a row twice", "S0: 0\nS0: 1\n"],
  ["rows out of order", "S1: 0\nS0: 1\n"],
  ["rows counted from 1", "S1: 0\nS2: 1\n"],
  ["a paragraph beyond the story", "S0: 0\nS1: 3\n"],
  ["a number below 0", "S0: -1\nS1: 1\n"],
  ["letters for numbers", "S0: a\nS1: b\n"],
  ["a row cut off", "S0: 0\nS"],
  ["JSON", '{ "links": [] }'],
  ["zero bytes", "S0: 0\u0000\nS1: 1\n"],
  ["another encoding", new Uint8Array([0xff, 0xfe, 0x53, 0x30, 0x3a, 0x31])],
  ["bytes that are no UTF-8", new Uint8Array([0x53, 0x30, 0x3a, 0xe9, 0x0a, 0x53, 0x31, 0x3a, 0x31])],
];

test.each(badGold)("gold that has %s is named, and the rest is counted", async (_, content) => {
  const folder = temporaryFolder({ ...files, "manual_alignments/A/0.txt": content });
  const { leftOut, remaining } = await unusableChapters(await openCorpus(folder));
  expect(leftOut).toEqual([expect.objectContaining({ file: "manual_alignments/A/0.txt", leavesOut: true })]);
  expect(leftOut[0]?.why).toContain("not used");
  expect(remaining).toEqual({ chapters: 2, gold: 1 });
});

test.each([
  ["stories/A/0.txt.utf8", undefined, ["summaries/A/0.txt.utf8"], 1],
  ["stories/A/0.txt.utf8", "PK\u0003\u0004\u0000", ["manual_alignments/A/0.txt", "stories/A/0.txt.utf8"], 1],
  ["stories/A/0.txt.utf8", " \n", ["manual_alignments/A/0.txt", "stories/A/0.txt.utf8"], 1],
  ["summaries/A/0.txt.utf8", undefined, ["manual_alignments/A/0.txt"], 1],
  ["summaries/A/0.txt.utf8", "\u0000", ["manual_alignments/A/0.txt", "summaries/A/0.txt.utf8"], 1],
  ["stories/A/1.txt", "Three.\n", ["stories/A/1.txt"], 2],
  ["corpus.json", '{"works":[{"title":"A"},{"title":"Gone"}]}', ["corpus.json"], 2],
] as const)("%s as %j is named", async (path, content, named, chapters) => {
  const folder = temporaryFolder({ ...files, ...(content === undefined ? {} : { [path]: content }) });
  if (content === undefined) rmSync(join(folder, path));
  const { leftOut, remaining } = await unusableChapters(await openCorpus(folder));
  expect([...new Set(leftOut.map(({ file }) => file))].sort()).toEqual(named);
  expect(remaining.chapters).toBe(chapters);
});

test.each([
  ["leads out of the corpus", "/etc/hosts"],
  ["leads back to itself", "0.txt.utf8"],
  ["no such file", "nothing"],
])("a story that cannot be read, since it %s, is named, and the others are read", async (why, target) => {
  const folder = temporaryFolder(files);
  rmSync(join(folder, "stories/A/0.txt.utf8"));
  symlinkSync(target, join(folder, "stories/A/0.txt.utf8"));
  const corpus = await openCorpus(folder);
  const { leftOut, remaining } = await unusableChapters(corpus);
  expect(leftOut[0]).toMatchObject({ file: "stories/A/0.txt.utf8", why: expect.stringContaining(why) });
  expect(remaining).toEqual({ chapters: 1, gold: 1 });
  const read: number[] = [];
  for await (const { number } of corpus.chapters()) read.push(number);
  expect(read).toEqual([1]);
});

test("a chapter that is too long for any is named", async () => {
  const folder = temporaryFolder({ ...files, "stories/A/0.txt.utf8": "a word ".repeat(1_300_000) });
  const { leftOut, remaining } = await unusableChapters(await openCorpus(folder));
  expect(leftOut.map(({ file }) => file)).toEqual(["stories/A/0.txt.utf8", "manual_alignments/A/0.txt"]);
  expect(leftOut[0]?.why).toContain("has over 8 MB, too much for a chapter; split it");
  expect(remaining.chapters).toBe(1);
});

test("a guide of more points than a chapter can have is named", async () => {
  const lines = (count: number) => "Word.\n\n".repeat(count);
  const folder = temporaryFolder({
    ...files,
    "stories/A/0.txt.utf8": lines(9_000),
    "summaries/A/0.txt.utf8": lines(4_000),
  });
  const { leftOut, remaining } = await unusableChapters(await openCorpus(folder));
  expect(leftOut[0]).toMatchObject({
    file: "summaries/A/0.txt.utf8",
    why: expect.stringContaining("4000 points for 9000 paragraphs are too many for one chapter"),
  });
  expect(remaining).toEqual({ chapters: 1, gold: 1 });
});

test("gold of a chapter on which methods cannot be compared is named, and the chapter is used", async () => {
  const folder = temporaryFolder({
    ...files,
    "stories/A/0.txt.utf8": "Word.\n\n".repeat(3_000),
    "summaries/A/0.txt.utf8": "Word.\n\n".repeat(100),
    "manual_alignments/A/0.txt": Array.from({ length: 100 }, (_, k) => `S${k}: ${k}\n`).join(""),
  });
  const { leftOut, remaining } = await unusableChapters(await openCorpus(folder));
  const why = "methods cannot be compared on 100 points and 3000 paragraphs; divide the chapter; this gold is not used";
  expect(leftOut).toEqual([{ file: "manual_alignments/A/0.txt", row: null, why, leavesOut: true }]);
  expect(remaining).toEqual({ chapters: 2, gold: 1 });
});

test("what is well is not named, and neither is what only looks odd", async () => {
  const unusable = await unusableChapters(await openCorpus(sample));
  expect(unusable).toEqual({ leftOut: [], remaining: { chapters: 17, gold: 17 } });
  const folder = temporaryFolder({ ...files, "stories/A/notes.txt": "mine", "stories/B/0.txt.utf8": "No guide." });
  expect((await unusableChapters(await openCorpus(folder))).leftOut).toEqual([]);
});

test("of some works only theirs; every one of them is a fault that check lists", async () => {
  const folder = copySample(temporaryFolder());
  const corpus = await openCorpus(folder);
  const [first, second] = corpus.works;
  for (const work of [first, second])
    writeFileSync(join(folder, "manual_alignments", work!.folder, `${work!.annotated[0]}.txt`), "hello");
  const again = await openCorpus(folder);
  const { leftOut } = await unusableChapters(again, again.works.slice(0, 1));
  expect(leftOut.map(({ file }) => file)).toEqual([`manual_alignments/${first!.folder}/${first!.annotated[0]}.txt`]);
  expect((await checkCorpus(folder)).faults).toEqual(expect.arrayContaining(leftOut));
});
