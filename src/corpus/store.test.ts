import { expect, test } from "vitest";
import { openCorpus } from "./open.ts";
import { addWork, removeWork, renameWork, writeAlignment, writeStory, writeSummary } from "./store.ts";
import { contentOf, temporaryFolder } from "./testing/folder.ts";
import type { Chapter } from "./types.ts";

const gold = [{ summary: 0, story: 1, confidence: 1 }];
const two = {
  title: "The Sea: A Tale",
  kind: "story",
  story: { source: "gutenberg 1", licence: "public domain" },
  chapters: [{ story: ["One.", "Two."], summary: ["It begins."], gold }, { story: ["Verse\nin lines"] }],
} as const;

test("a work that was added is there, complete", async () => {
  const folder = temporaryFolder();
  const work = await addWork(folder, two);
  expect(work).toMatchObject({ title: "The Sea: A Tale", folder: "The Sea_ A Tale", kind: "story", split: "train" });
  expect(work).toMatchObject({ chapters: [0, 1], summarised: [0], annotated: [0] });
  const corpus = await openCorpus(folder);
  expect(await corpus.chapter(work, 0)).toEqual({ work: work.title, number: 0, ...two.chapters[0] });
  expect((await corpus.chapter(work, 1)).story).toEqual(["Verse\nin lines"]);
});

test("works of different titles never share a folder; one title is taken once", async () => {
  const folder = temporaryFolder();
  const chapters = [{ story: ["One."] }];
  const folders = [];
  for (const title of ["a/b", "a:b", "A?b", "..", "nul"])
    folders.push((await addWork(folder, { title, chapters })).folder);
  expect(folders).toEqual(["a_b", "a_b (2)", "A_b (3)", "_", "_nul"]);
  await expect(addWork(folder, { title: "a:b", chapters })).rejects.toThrow(/has a work called "a:b" already/);
  expect((await openCorpus(folder)).works.map((work) => work.title).sort()).toEqual(["..", "A?b", "a/b", "a:b", "nul"]);
});

test("summaries and alignments are added to a work", async () => {
  const folder = temporaryFolder();
  await addWork(folder, two);
  await writeSummary(folder, two.title, new Map([[1, ["Poetry."]]]), { licence: "CC0-1.0" });
  await writeStory(folder, two.title, new Map([[2, ["A third."]]]));
  await writeAlignment(folder, two.title, new Map([[1, { alignment: gold, summaryLength: 2 }]]), "BM25");
  const corpus = await openCorpus(folder);
  expect(corpus.works[0]).toMatchObject({ summary: { licence: "CC0-1.0" }, story: two.story, chapters: [0, 1, 2] });
  const chapters: Chapter[] = [];
  for await (const chapter of corpus.chapters()) chapters.push(chapter);
  expect(chapters.map((chapter) => chapter.summary)).toEqual([["It begins."], ["Poetry."]]);
  const files = contentOf(folder);
  expect(files["alignments/BM25/The Sea_ A Tale/1.txt"]).toBe("S0: 1\nS1:\n");
  expect(JSON.parse(files["alignments/BM25/The Sea_ A Tale/1.json"] ?? "")).toEqual({ links: gold });
});

test("renaming takes everything along, removing leaves nothing", async () => {
  const folder = temporaryFolder();
  await addWork(folder, two);
  await writeAlignment(folder, two.title, new Map([[0, { alignment: gold, summaryLength: 1 }]]), "BM25");
  const renamed = await renameWork(folder, two.title, "Land");
  expect(renamed).toMatchObject({ title: "Land", folder: "Land", kind: "story", story: two.story, annotated: [0] });
  expect(Object.keys(contentOf(folder))).toContain("alignments/BM25/Land/0.txt");
  await removeWork(folder, "Land");
  expect(contentOf(folder)).toEqual({ "corpus.json": '{\n  "works": []\n}\n' });
});
