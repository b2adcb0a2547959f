import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Chapter, tidyParagraph } from "@plotline/align";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeAlignment } from "../alignments/alignments.ts";
import { checkCorpus } from "../check/check.ts";
import { tidyTitle } from "../folder-name.ts";
import { openCorpus } from "../open.ts";
import { contentOf, temporaryFolder } from "../testing/folder.ts";
import { addWork } from "./add-works.ts";
import { deleteRemoved, setAside } from "./removed.ts";
import { renameWork } from "./rename-work.ts";
import { writeSummary } from "./write-summary.ts";

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
  await expect(addWork(folder, { title: "a:b", chapters })).rejects.toThrow(/already has a work called "a:b"/);
  expect((await openCorpus(folder)).works.map((work) => work.title).sort()).toEqual(["..", "A?b", "a/b", "a:b", "nul"]);
});

test("summaries and alignments are added to a work", async () => {
  const folder = temporaryFolder();
  await addWork(folder, two);
  await writeSummary(folder, two.title, new Map([[1, ["Poetry."]]]), { licence: "CC0-1.0" });
  await writeAlignment(folder, two.title, new Map([[1, { alignment: gold, summaryLength: 2 }]]), {
    method: "BM25",
    by: "align",
  });
  const corpus = await openCorpus(folder);
  expect(corpus.works[0]).toMatchObject({ summary: { licence: "CC0-1.0" }, story: two.story, chapters: [0, 1] });
  const chapters: Chapter[] = [];
  for await (const chapter of corpus.chapters()) chapters.push(chapter);
  expect(chapters.map((chapter) => chapter.summary)).toEqual([["It begins."], ["Poetry."]]);
  const files = contentOf(folder);
  expect(files["alignments/BM25/The Sea_ A Tale/1.txt"]).toBe("S0: 1\nS1:\n");
  expect(JSON.parse(files["alignments/BM25/The Sea_ A Tale/1.json"] ?? "")).toEqual({ by: "align", links: gold });
});

test("renaming takes everything along, removing leaves nothing", async () => {
  const folder = temporaryFolder();
  await addWork(folder, two);
  await writeAlignment(folder, two.title, new Map([[0, { alignment: gold, summaryLength: 1 }]]), {
    method: "BM25",
    by: "align",
  });
  const renamed = await renameWork(folder, two.title, "Land");
  expect(renamed).toMatchObject({ title: "Land", folder: "Land", kind: "story", story: two.story, annotated: [0] });
  expect(Object.keys(contentOf(folder))).toContain("alignments/BM25/Land/0.txt");
  await deleteRemoved(folder, (await setAside(folder, "Land")).id);
  expect(contentOf(folder)).toEqual({ "corpus.json": '{\n  "works": []\n}\n' });
});

test("changes at the same moment wait for each other", async () => {
  const folder = temporaryFolder();
  const titles = ["a", "b", "c", "d", "e", "f"];
  await Promise.all(titles.map((title) => addWork(folder, { title, chapters: [{ story: [title] }] })));
  expect((await openCorpus(folder)).works.map((work) => work.title)).toEqual(titles);
  expect((await checkCorpus(folder)).faults).toEqual([]);
  const twice = await Promise.allSettled(
    [1, 2].map(() => addWork(folder, { title: "g", chapters: [{ story: ["g"] }] })),
  );
  expect(twice.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("whatever the titles, every work has a folder of its own, inside the corpus, and comes back by its title", async () => {
  const part = fc.constantFrom(
    "..",
    "/",
    "\\",
    ":",
    "a",
    "A",
    "é",
    "e\u0301",
    " ",
    ".",
    "con",
    '"',
    "\u0000",
    "\u202e",
    "x".repeat(90),
  );
  const title = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(title, { maxLength: 5, selector: tidyTitle }), async (titles) => {
      const outer = temporaryFolder();
      const folder = join(outer, "corpus");
      const wanted = titles.map(tidyTitle).filter(Boolean);
      for (const each of wanted) await addWork(folder, { title: each, chapters: [{ story: [`In ${each}`] }] });
      if (wanted.length === 0) return;
      const corpus = await openCorpus(folder);
      expect(corpus.works.map((work) => work.title).sort()).toEqual([...wanted].sort());
      for (const work of corpus.works)
        expect((await corpus.chapter(work, 0)).story).toEqual([tidyParagraph(`In ${work.title}`)]);
      expect(readdirSync(outer)).toEqual(["corpus"]);
      expect(readdirSync(folder).sort()).toEqual(["corpus.json", "stories"]);
    }),
    { numRuns: 25 },
  );
});

test("a title is in the manifest once, whatever was there before", async () => {
  const folder = temporaryFolder({
    "corpus.json": '{"works":[{"title":"Gone","folder":"x"},{"title":"B","folder":"A"}]}',
    "stories/A/0.txt.utf8": "One.\n",
    "stories/B/0.txt.utf8": "Two.\n",
  });
  expect((await openCorpus(folder)).works.map(({ title, folder }) => [title, folder])).toEqual([
    ["B", "A"],
    ["B (2)", "B"],
  ]);
  await addWork(folder, { title: "Gone", chapters: [{ story: ["Back."] }] });
  expect((await openCorpus(folder)).works.map((work) => work.title)).toEqual(["B", "B (2)", "Gone"]);
  expect((await checkCorpus(folder)).faults).toEqual([]);
});

test("nothing is written through a link that leads out of the corpus", async () => {
  const outside = temporaryFolder({ "0.txt.utf8": "Not yours.\n" });
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n" });
  mkdirSync(join(folder, "summaries"));
  symlinkSync(outside, join(folder, "summaries", "A"), "dir");
  await expect(writeSummary(folder, "A", new Map([[0, ["Mine."]]]))).rejects.toThrow(/leads out of the corpus/);
  expect(contentOf(outside)).toEqual({ "0.txt.utf8": "Not yours.\n" });
});

test("what cannot be stored is one sentence, and nothing is written", async () => {
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n", "notes.txt": "A file." });
  const before = contentOf(folder);
  const add = (title: string, ...chapters: string[][]) =>
    addWork(folder, { title, chapters: chapters.map((story) => ({ story })) });
  await expect(add("B")).rejects.toThrow(/"B" has no chapter/);
  await expect(add("B", [])).rejects.toThrow(/Chapter 1 of "B" has no paragraph/);
  await expect(add("B", ["One.", " \n"])).rejects.toThrow(/Paragraph 2 of chapter 1 of "B" is empty/);
  await expect(add("B", ["a word ".repeat(1_300_000)])).rejects.toThrow(/Chapter 1 of "B" has over 8 MB/);
  await expect(add(" \n", ["One."])).rejects.toThrow(/needs a title/);
  await expect(add("t".repeat(1001), ["One."])).rejects.toThrow(/at most 1,000 characters/);
  await expect(writeSummary(folder, "A", new Map([[3, ["Sum."]]]))).rejects.toThrow(
    `"A" in ${folder} has no chapter 4; counted from 1, it has 1.`,
  );
  await expect(writeAlignment(folder, "A", new Map(), { method: "../x", by: "align" })).rejects.toThrow(
    /cannot name a method's folder/,
  );
  await expect(addWork(join(folder, "notes.txt"), { title: "B", chapters: [{ story: ["One."] }] })).rejects.toThrow(
    /is a file/,
  );
  await expect(add("A", ["Again."])).rejects.toThrow(/already has a work called "A"/);
  await expect(renameWork(folder, "A", "..\u0000")).resolves.toMatchObject({ title: "..", folder: "_" });
  await renameWork(folder, "..", "A");
  expect({ ...contentOf(folder), "corpus.json": undefined }).toEqual({ ...before, "corpus.json": undefined });
});

test("a journal that leads out of the corpus is not followed", async () => {
  const outer = temporaryFolder({ "precious.txt": "Keep." });
  const steps = [{ from: "../gone.txt", to: "../precious.txt" }];
  mkdirSync(join(outer, "corpus", ".changing"), { recursive: true });
  writeFileSync(join(outer, "corpus/.changing/journal.json"), JSON.stringify({ steps }));
  await expect(openCorpus(join(outer, "corpus"))).rejects.toThrow(/would lie outside the corpus/);
  expect(contentOf(outer)["precious.txt"]).toBe("Keep.");
});
