import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  await writeAlignment(folder, "A: B", new Map([[0, { alignment: links, summaryLength: 2 }]]), {
    method: "BM25",
    by: "align",
  });
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

test("only what the same maker wrote is overwritten: what others made is set aside, in one folder for a run", async () => {
  const { corpus, links } = await aligned();
  const at = (path: string) => join(corpus.folder, path);
  const write = (by: string, aside?: string) => {
    const rows = new Map([[0, { alignment: links, summaryLength: 2 }]]);
    return writeAlignment(corpus.folder, "A: B", rows, { method: "BM25", by, aside });
  };
  const file = "alignments/BM25/A_ B/0";
  expect(await write("align")).toBeUndefined();
  expect(await write("learn")).toBe("replaced/1");
  expect(JSON.parse(readFileSync(at(`replaced/1/${file}.json`), "utf8"))).toEqual({ by: "align", links });
  expect(JSON.parse(readFileSync(at(`${file}.json`), "utf8"))).toEqual({ by: "learn", links });
  rmSync(at(`${file}.json`));
  writeFileSync(at(`${file}.txt`), "S0: 0\nS1:\n");
  expect(await write("learn")).toBe("replaced/2");
  expect(readFileSync(at(`replaced/2/${file}.txt`), "utf8")).toBe("S0: 0\nS1:\n");
  writeFileSync(at(`${file}.json`), '{"links":[]}');
  expect(await write("learn", "replaced/9")).toBe("replaced/9");
  expect(existsSync(at(`replaced/9/${file}.txt`))).toBe(true);
  expect(await write("learn", "replaced/9")).toBe("replaced/9");
});
