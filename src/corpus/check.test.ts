import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkCorpus } from "./check.ts";
import { listingFaults } from "./check-listing.ts";
import { contentOf, temporaryFolder } from "./testing/folder.ts";

test("the sample corpus has no fault", async () => {
  const sample = fileURLToPath(new URL("../../corpora/sample", import.meta.url));
  const rows = Object.values(contentOf(join(sample, "manual_alignments"))).join("\n");
  const report = await checkCorpus(sample);
  expect(report).toEqual({
    works: 3,
    chapters: 17,
    summarised: 17,
    goldChapters: 17,
    links: rows.match(/(?<=:.*)\d+/g)?.length,
    outOfOrder: expect.any(Number),
    faults: [],
  });
});

test("every fault is named, with its file and line, and the rest is used", async () => {
  const folder = temporaryFolder({
    "corpus.json": '{"works":[\n{"title":"Gone"},\n{"title":"A"}]}',
    "stories/A/0.txt.utf8": "One.\n\nTwo.\n\nThree.\n",
    "stories/A/1.txt.utf8": new Uint8Array([79, 110, 101, 10, 10, 0xe9, 10]),
    "stories/A/3.txt.utf8": " \n",
    "stories/A/4.txt.utf8": "PK\u0003\u0004\u0000\n",
    "stories/A/notes.txt": "",
    "stories/C/0.txt.utf8": `${"word ".repeat(251)}\n`,
    "stories/stray.txt": "",
    "summaries/A/0.txt.utf8": "S.\n\nT.\n",
    "summaries/A/2.txt.utf8": "No story.\n",
    "summaries/B/0.txt.utf8": "No work.\n",
    "manual_alignments/A/0.txt": "S0: 2, 2\nS1: 0,\n",
    "manual_alignments/A/1.txt": "S0: 0\n",
  });
  const report = await checkCorpus(folder);
  expect(report).toMatchObject({ works: 2, chapters: 5, summarised: 1, goldChapters: 1, links: 2, outOfOrder: 1 });
  const said = report.faults.map(({ file, row, why }) => `${file}${row === null ? "" : ` ${row}`}: ${why}`);
  for (const fault of [
    'corpus.json 2: it names "Gone", but there is no folder stories/Gone; not used',
    "stories/C: corpus.json does not name it; read as train, rights unknown",
    "stories/stray.txt: only the folders of works belong here; not used",
    "stories/A: chapter 2 is missing (the last is 4); the others are used",
    "stories/A/notes.txt: its name is not <n>.txt.utf8; not used",
    "summaries/A/2.txt.utf8: there is no story of this chapter; not used",
    "summaries/B: there is no story of this work; not used",
    "manual_alignments/A/1.txt: there is no summary of this chapter; not used",
    "manual_alignments/A/0.txt 1: S0 names 2 more than once; it counts once",
    "stories/A/1.txt.utf8 3: this is not UTF-8; each wrong byte is read as \ufffd",
    "stories/A/4.txt.utf8: there are zero bytes in it, so it is hardly a text; used as it is",
    "stories/A/3.txt.utf8: there is no paragraph in it; the chapter takes no part in alignment",
    "stories: 1 paragraph in 1 file has over 250 words (paragraph 0 of stories/C/0.txt.utf8 has 251); used as it is",
  ])
    expect(said).toContain(fault);
});

test("a manifest that cannot be used is a fault, and the folder is read all the same", async () => {
  const folder = temporaryFolder({ "corpus.json": "{\n,", "stories/A/0.txt.utf8": "One.\n" });
  const report = await checkCorpus(folder);
  expect(report).toMatchObject({ works: 1, chapters: 1 });
  expect(report.faults).toEqual([
    { file: "corpus.json", row: 2, why: expect.stringMatching(/not JSON.*nothing in it is used/) },
  ]);
});

test("a folder with no work, and a chapter that cannot be read", async () => {
  const empty = temporaryFolder();
  expect((await checkCorpus(empty)).faults).toEqual([
    { file: "stories", row: null, why: expect.stringContaining("there is no work here") },
  ]);
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n" });
  symlinkSync(join(folder, "nowhere"), join(folder, "stories/A/1.txt.utf8"));
  const { chapters, faults } = await checkCorpus(folder);
  expect(chapters).toBe(2);
  expect(faults).toEqual([
    {
      file: "stories/A/1.txt.utf8",
      row: null,
      why: expect.stringMatching(/^the chapter cannot be read and is not used: /),
    },
  ]);
});

test("two folders that some disks take for one", () => {
  const stories = new Map(["Ärger", "A\u0308RGER"].map((name) => [name, { numbers: [0], strange: [] }]));
  const none = new Map();
  const faults = listingFaults({ sections: { stories, summaries: none, manual_alignments: none }, strange: [] });
  expect(faults.map(({ why }) => why)).toEqual(["on Windows and macOS this is stories/Ärger too"]);
});
