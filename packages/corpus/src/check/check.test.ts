import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openCorpus } from "../open.ts";
import { contentOf, temporaryFolder } from "../testing/folder.ts";
import { checkCorpus } from "./check.ts";
import { listingFaults } from "./check-listing.ts";

test("the sample corpus has no fault", async () => {
  const sample = fileURLToPath(new URL("../../../../corpora/sample", import.meta.url));
  const rows = Object.values(contentOf(join(sample, "manual_alignments"))).join("\n");
  const report = await checkCorpus(sample);
  expect(report).toEqual({
    works: 3,
    chapters: 17,
    summarised: 17,
    goldChapters: 17,
    links: rows.match(/(?<=:.*)\d+/g)?.length,
    outOfOrder: expect.any(Number),
    examples: [],
    faults: [],
  });
});

test("gold is held next to the examples that the paper prints, where it has them", async () => {
  const [points, paragraphs] = ["One.\n\nTwo.\n\nThree.\n", "A.\n\nB.\n\nC.\n"];
  const files = (title: string, gold: string) => ({
    [`stories/${title}/0.txt.utf8`]: paragraphs,
    [`summaries/${title}/0.txt.utf8`]: points,
    [`manual_alignments/${title}/0.txt`]: gold,
  });
  const folder = temporaryFolder({
    ...files("The Masque of the Red Death", "S0: 0,\nS1: 1,\nS2: 1, 2,\n"),
    ...files("Another", "S1: 1,\n"),
  });
  const { examples } = await checkCorpus(folder);
  expect(examples.map(({ summary, paper, gold }) => [summary, paper, gold])).toEqual([
    [1, [1], [1]],
    [2, [1], [1, 2]],
    [3, [1], []],
    [4, [1], []],
  ]);
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
    'corpus.json: it names "Gone", but there is no folder stories/Gone; not used',
    "stories/C: corpus.json does not name it; read as train, rights unknown",
    "stories/stray.txt: only the folders of works belong here; not used",
    "stories/A: chapter 2 is missing (the last is 4); the others are used",
    "stories/A/notes.txt: its name is not <n>.txt.utf8; not used",
    "summaries/A/2.txt.utf8: there is no story of this chapter; not used",
    "summaries/B: there is no story of this work; not used",
    "manual_alignments/A/1.txt: there is no summary of this chapter; not used",
    "manual_alignments/A/0.txt 1: S0 names 2 more than once; it counts once",
    "stories/A/1.txt.utf8 3: this is not UTF-8; each wrong byte is read as \ufffd",
    "stories/A/4.txt.utf8: it contains zero bytes, so it is no text; not used",
    "stories/A/3.txt.utf8: there is no paragraph in it; the chapter takes no part in alignment",
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
      leavesOut: true,
      row: null,
      why: expect.stringMatching(/^not used, since it cannot be read: .*no such file/),
    },
  ]);
});

test("two folders that some disks take for one", () => {
  const stories = new Map(["Ärger", "A\u0308RGER"].map((name) => [name, { numbers: [0], strange: [] }]));
  const none = new Map();
  const faults = listingFaults({ sections: { stories, summaries: none, manual_alignments: none }, strange: [] });
  expect(faults.map(({ why }) => why)).toEqual(["on Windows and macOS this is stories/Ärger too"]);
});

test("a great many faults are all counted: bad rows of gold, works that are named and not there", async () => {
  const count = 150_000;
  const rows = Array.from({ length: count }, (_, k) => `x${k}`).join("\n");
  const works = Array.from({ length: count }, (_, k) => ({ title: `Gone ${k}` }));
  const folder = temporaryFolder({
    "corpus.json": `{"works":[\n${works.map((work) => JSON.stringify(work)).join(",\n")}]}`,
    "stories/A/0.txt.utf8": "One.\n",
    "summaries/A/0.txt.utf8": "S.\n",
    "manual_alignments/A/0.txt": rows,
  });
  const { faults } = await checkCorpus(folder);
  expect(faults.length).toBeGreaterThan(2 * count);
  expect(faults.filter(({ file }) => file === "corpus.json")).toHaveLength(count);
});

test("stored alignments are looked into: rows that the JSON file contradicts, broken and stray files", async () => {
  const folder = temporaryFolder({
    "stories/A/0.txt.utf8": "One.\n\nTwo.\n\nThree.\n",
    "summaries/A/0.txt.utf8": "S.\n\nT.\n",
    "stories/A/1.txt.utf8": "One.\n",
    "summaries/A/1.txt.utf8": "S.\n",
    "alignments/mine/A/0.txt": "S0: 0, 1\nS1: 2\n",
    "alignments/mine/A/0.json":
      '{ "links": [{ "summary": 0, "story": 0, "confidence": 1 }, { "summary": 1, "story": 2, "confidence": 0.5 }] }',
    "alignments/mine/A/1.txt": "S0: 7\n",
    "alignments/mine/A/1.json": "{",
    "alignments/mine/A/2.txt": "S0: 0\n",
    "alignments/mine/A/notes.md": "",
    "alignments/mine/B/0.txt": "S0: 0\n",
    "alignments/sound/A/0.txt": "S0: 1\nS1:\n",
    "alignments/sound/A/0.json": '{ "links": [{ "summary": 0, "story": 1, "confidence": 1 }] }',
  });
  const { faults } = await checkCorpus(folder);
  expect(faults.map(({ file, row, why }) => `${file}${row === null ? "" : ` ${row}`}: ${why}`)).toEqual([
    "alignments/mine/A/2.txt: there is no story of this chapter; not used",
    "alignments/mine/A/notes.md: its name is not <n>.txt or <n>.json; not used",
    "alignments/mine/B: there is no story of this work; not used",
    "alignments/mine/A/0.txt 1: S0 is 0, 1 here, but 0 in 0.json, which is used; to use these rows, delete 0.json",
    "alignments/mine/A/1.txt 1: S0 names story paragraph 7, but the story's last paragraph is 0",
    "alignments/mine/A/1.json: it cannot be used: The file is not JSON: make the alignment again, or delete the file.",
  ]);
});

test("a broken journal is one sentence that says what to do", async () => {
  const folder = temporaryFolder({
    "stories/A/0.txt.utf8": "One.\n",
    ".changing/journal.json": '{"steps":[',
    ".changing/owner.json": JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1, started: 0 }),
  });
  for (const use of [checkCorpus, openCorpus])
    await expect(use(folder)).rejects.toThrow(/journal\.json is broken.*cannot be undone; move .*\.changing out/);
});

test.skipIf(process.platform === "win32")("pipes among the files are faults, not waited for", async () => {
  const folder = temporaryFolder({
    "stories/A/0.txt.utf8": "One.\n",
    "summaries/A/0.txt.utf8": "S.\n",
    "alignments/mine/A/0.txt": "S0: 0\n",
  });
  execFileSync("mkfifo", [join(folder, "stories/A/1.txt.utf8"), join(folder, "alignments/mine/A/0.json")]);
  const { faults } = await checkCorpus(folder);
  expect(faults.map(({ file }) => file)).toEqual(["alignments/mine/A/0.json", "stories/A/1.txt.utf8"]);
  for (const { why } of faults) expect(why).toContain("is not a regular file");
});
