import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addWork } from "../changes/add-works.ts";
import { findWork, openCorpus } from "../open.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { storedAlignment, storedMethods, writeAlignment } from "./alignments.ts";

async function aligned() {
  const folder = temporaryFolder();
  await addWork(folder, { title: "A: B", chapters: [{ story: ["One.", "Two."], summary: ["Sum.", "Comment."] }] });
  const links = [{ summary: 0, story: 1, confidence: 0.25 }];
  await writeAlignment(folder, "A: B", new Map([[0, { alignment: links, summaryLength: 2 }]]), "BM25");
  const corpus = await openCorpus(folder);
  const work = findWork(corpus, "A: B");
  const read = async (method: string) => storedAlignment(corpus, work, await corpus.chapter(work, 0), method);
  const write = (name: string, content: string) =>
    writeFileSync(join(folder, "alignments", "BM25", "A_ B", name), content);
  return { corpus, links, read, write };
}

test("what a method stored comes back with its confidences, for one chapter or not at all", async () => {
  const { corpus, links, read } = await aligned();
  expect(await storedMethods(corpus)).toEqual(["BM25"]);
  expect(await read("BM25")).toEqual(links);
  expect(await read("TFIDF")).toBeUndefined();
  await expect(read("../BM25")).rejects.toThrow(/cannot name a method's folder/);
});

test("rows made elsewhere are read too; an alignment that does not fit its chapter is a sentence", async () => {
  const { corpus, read, write } = await aligned();
  const json = join(corpus.folder, "alignments/BM25/A_ B/0.json");
  write("0.json", '{"links":[{"summary":0,"story":2,"confidence":1}]}');
  await expect(read("BM25")).rejects.toThrow(/links S0 and D2 of "A: B" 0, which has only 2 and 2/);
  write("0.json", "{");
  await expect(read("BM25")).rejects.toThrow(`${json} is not JSON`);
  rmSync(json);
  write("0.txt", "S0: 0, 1,\nS1:\n");
  expect(await read("BM25")).toEqual([0, 1].map((story) => ({ summary: 0, story, confidence: 1 })));
  write("0.txt", "S0:\nS1:\n");
  expect(await read("BM25")).toEqual([]);
  write("0.txt", "S0: 0\nS1: 5\n");
  await expect(read("BM25")).rejects.toThrow(/0\.txt, line 2: S1 names story paragraph 5/);
});
