import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processMark, thisProcess } from "@plotline/base/node";
import { isFree, sharedLicence } from "@plotline/corpus";
import { checkCorpus, openCorpus, putInPlace } from "@plotline/corpus/node";
import { contentOf, temporaryFolder } from "@plotline/corpus/testing";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { type ExportRow, exportRows, leftOut } from "./export.ts";
import { exporters } from "./export-files.ts";

test.each([
  "public domain", "Public Domain in the USA", "CC0", "CC0-1.0", "CC-BY-4.0", "CC BY-SA 3.0 US", "cc by", "CC BY 4.0 International",
  "https://creativecommons.org/publicdomain/zero/1.0/", "http://creativecommons.org/licenses/by-sa/4.0/deed.en", "MIT", "Apache-2.0",
  "public domain (author died 1882)",
])("%s is free", (licence) => expect(isFree({ licence })).toBe(true)); // biome-ignore format: a list

test.each([
  undefined, "", "unknown", "CC BY-NC 4.0", "CC-BY-ND-4.0", "CC BY-NC-SA", "https://creativecommons.org/licenses/by-nc/4.0/",
  "not public domain", "all rights reserved", "copyright Shmoop", "public domain? perhaps", "by", "0",
])("%s is restricted", (licence) => expect(isFree(licence === undefined ? {} : { licence })).toBe(false)); // biome-ignore format: a list

test.each([
  [["public domain", "CC0-1.0"], "cc0-1.0"],
  [["Public Domain in the USA"], "cc0-1.0"],
  [["public domain", "CC BY-SA 4.0"], "cc-by-sa-4.0"],
  [["CC-BY-3.0"], "cc-by-3.0"],
  [["CC BY 4.0", "CC BY-SA 4.0"], "other"],
  [["CC0", "© X"], "other"],
  [[undefined], "other"],
  [[], "other"],
])("texts under %j are together under %s", (all, shared) => {
  expect(sharedLicence(all.map((licence) => (licence === undefined ? {} : { licence })))).toBe(shared);
});

const files = {
  "corpus.json": JSON.stringify({
    works: [
      {
        title: "A: B",
        folder: "A_ B",
        kind: "play",
        story: { licence: "public domain", source: "gutenberg 1" },
        summary: { licence: "© X" },
      },
      {
        title: "C",
        split: "validation",
        story: { licence: "CC0" },
        summary: { licence: "CC0", permission: "by mail" },
      },
    ],
  }),
  "stories/A_ B/0.txt.utf8": "Verse\nlines.\n\nTwo “quoted”.\n",
  "stories/A_ B/1.txt.utf8": "Three.\n",
  "summaries/A_ B/0.txt.utf8": "Sum.\n\nCommentary.\n",
  "manual_alignments/A_ B/0.txt": "S0: 0, 1\nS1:\n",
  "stories/C/0.txt.utf8": "Four.\n",
  "summaries/C/0.txt.utf8": "Sum.\n",
  "manual_alignments/C/0.txt": "S0: 9\n",
};

async function exported(choice = {}): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for await (const row of exportRows(await openCorpus(temporaryFolder(files)), choice)) rows.push(row);
  return rows;
}

test("a restricted summary stays behind; its story and its gold go out", async () => {
  const [first, second, third] = await exported();
  expect(first).toMatchObject({
    work: "A: B",
    kind: "play",
    split: "train",
    chapter: 0,
    summary: null,
    story: ["Verse\nlines.", "Two “quoted”."],
    gold: [[0, 1], []],
    summary_paragraphs: 2,
    story_paragraphs: 2,
    summary_licence: "© X",
    story_source: "gutenberg 1",
  });
  expect(second).toMatchObject({ chapter: 1, summary: null, summary_paragraphs: null, gold: null });
  expect(third).toMatchObject({ work: "C", summary: ["Sum."], gold: null, summary_permission: "by mail" });
  const { works } = await openCorpus(temporaryFolder(files));
  expect(leftOut(works, {})).toEqual([{ work: "A: B", text: "summary", licence: "© X" }]);
  expect(leftOut(works, { includeRestricted: true })).toEqual([]);
  expect((await exported({ includeRestricted: true }))[0]?.summary).toEqual(["Sum.", "Commentary."]);
});

test("JSON lines and Parquet hold the same rows", async () => {
  const folder = temporaryFolder(files);
  const corpus = await openCorpus(folder);
  const rows = await exported();
  for (const format of ["jsonl", "parquet"] as const)
    await putInPlace(join(folder, format), (path) => exporters[format](path, exportRows(corpus, {}), corpus.works));
  const lines = readFileSync(join(folder, "jsonl"), "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
  const read = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, "parquet")) });
  const withNulls = (row: object) => JSON.parse(JSON.stringify(row, (_, value) => value ?? null));
  const nothing = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, null]));
  expect(read.map((row) => withNulls({ ...nothing, ...row }))).toEqual(rows);
});

test("a dataset folder has a file for each split, and a card that names the licence", async () => {
  const folder = temporaryFolder(files);
  const corpus = await openCorpus(folder);
  const contentFor = async (name: string, works = corpus.works) => {
    const out = join(folder, name);
    await putInPlace(out, (path) => exporters.dataset(path, exportRows(corpus, { works }), works));
    return contentOf(out);
  };
  const all = await contentFor("all");
  const parquet = ["train.parquet", "validation.parquet"];
  expect(Object.keys(all).sort()).toEqual(["README.md", "train.jsonl", "validation.jsonl", ...parquet].sort());
  const lines = ["train", "validation"].flatMap((split) => (all[`${split}.jsonl`] ?? "").trimEnd().split("\n"));
  expect(lines.map((line) => JSON.parse(line))).toEqual(await exported());
  expect(all["README.md"]).toContain("license: other\n");
  expect(all["README.md"]).toContain("- summaries of 1 work: © X (left out: null)\n");
  const free = await contentFor(
    "free",
    corpus.works.filter(({ title }) => title === "C"),
  );
  expect(free["README.md"]).toContain("license: cc0-1.0\n");
  expect(free["README.md"]).toContain("  - split: validation\n    path: validation.parquet\n---\n");
  expect(free["train.jsonl"]).toBeUndefined();
});

test("the authors' layout is a corpus again", async () => {
  const folder = temporaryFolder(files);
  const corpus = await openCorpus(folder);
  const out = join(folder, "out");
  await putInPlace(out, (path) =>
    exporters.shmoop(path, exportRows(corpus, { includeRestricted: true }), corpus.works),
  );
  const { faults, ...counts } = await checkCorpus(out);
  expect(counts).toMatchObject({ works: 2, chapters: 3, summarised: 2, goldChapters: 1, links: 2 });
  expect(faults).toEqual([]);
  expect(contentOf(out)["stories/A_ B/0.txt.utf8"]).toBe(files["stories/A_ B/0.txt.utf8"]);
});

test("the authors' layout keeps the headings of the chapters", async () => {
  const manifest = JSON.parse(files["corpus.json"]);
  const headed = { works: manifest.works.map((work: object) => ({ ...work, headings: ["Act I", "Act II"] })) };
  const folder = temporaryFolder({ ...files, "corpus.json": JSON.stringify(headed) });
  const corpus = await openCorpus(folder);
  const out = join(folder, "out");
  await putInPlace(out, (path) => exporters.shmoop(path, exportRows(corpus, {}), corpus.works));
  expect((await openCorpus(out)).works.map(({ headings }) => headings)).toEqual(
    corpus.works.map(({ headings }) => headings),
  );
  expect(corpus.works[0]?.headings).toEqual(["Act I", "Act II"]);
});

test("an alignment goes out with its name, its confidences and its sentences, as JSON and as Parquet", async () => {
  const folder = temporaryFolder(files);
  const corpus = await openCorpus(folder);
  const sentences = [
    { start: 0, end: 5, score: 0.75 },
    { start: 6, end: 12, score: 0.25 },
  ];
  const links = [
    { summary: 0, story: 0, confidence: 0.5, sentences },
    { summary: 0, story: 1, confidence: 0.5, quote: "Two", sentences: [] },
    { summary: 1, story: 1, confidence: 0.25 },
  ];
  const choice = { alignment: { name: "mine", links: async () => links } };
  const rows = [];
  for await (const row of exportRows(corpus, choice)) rows.push(row);
  expect(rows.map((row) => [row.alignment, row.links])).toEqual([
    ["mine", links],
    ["mine", null],
    ["mine", links],
  ]);
  await putInPlace(join(folder, "x.parquet"), (path) =>
    exporters.parquet(path, exportRows(corpus, choice), corpus.works),
  );
  const read = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, "x.parquet")) });
  const withoutNulls = (link: object) => JSON.parse(JSON.stringify(link, (_, value) => value ?? undefined));
  expect(read.map((row) => row["links"]?.map(withoutNulls) ?? null)).toEqual(rows.map((row) => row.links));
});

test("what cannot be written leaves what was there", async () => {
  const folder = temporaryFolder({ "old.jsonl": "{}" });
  const full = putInPlace(join(folder, "old.jsonl"), async () => Promise.reject(new Error("full")));
  await expect(full).rejects.toThrow("full");
  expect(contentOf(folder)).toEqual({ "old.jsonl": "{}" });
});

test("a folder whose writer was killed while it put another in its place gets its name back", async () => {
  const dead = processMark({ ...thisProcess(), started: 1 });
  const folder = temporaryFolder({
    [`.export.${dead}-0-0.old/rows`]: "old",
    [`.export.${dead}-0-1.partial/rows`]: "new",
    "other/rows": "there",
    [`.other.${dead}-0-0.old/rows`]: "replaced",
  });
  await putInPlace(join(folder, "third"), async (path) => writeFileSync(path, "3"));
  expect(contentOf(folder)).toMatchObject({ "export/rows": "old", "other/rows": "there", third: "3" });
  const kept = Object.entries(contentOf(folder)).find(([path]) => /^other\.replaced-[^/]+\/rows$/.test(path));
  expect(kept?.[1]).toBe("replaced");
  expect(readdirSync(folder).sort()).toEqual(["export", "other", expect.stringContaining("other.replaced-"), "third"]);
});
