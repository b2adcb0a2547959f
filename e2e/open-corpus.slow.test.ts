import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { beforeEach, expect, test } from "vitest";
import { root } from "./testing/plotline.ts";

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  const rights = { story: { licence: "public domain" }, summary: { source: "voice: plain", licence: "CC0-1.0" } };
  write("corpus.json", JSON.stringify({ works: [{ title: "The Mill", kind: "story", split: "train", ...rights }] }));
  write(story, "The miller kept a cat that nobody had ever seen.\n\nOne night it spoke to him.\n\nHe moved to town.\n");
  write(points, "A miller owns an invisible cat.\n\nHe says “nobody had ever seen it” and leaves.\n\nCats!\n");
  write(links, "S0: 0\nS1: 0, 2\nS2:\n");
  write("README.md", "# The card\n<!-- figures -->\n<!-- /figures -->\nThe end.\n");
  run("--card");
});

const story = "stories/The Mill/0.txt.utf8";
const points = "summaries/The Mill/0.txt.utf8";
const links = "manual_alignments/The Mill/0.txt";

test("a corpus without faults passes, and its card has its figures", () => {
  expect(run("--check")).toMatchObject({ status: 0, stdout: "1 works, 1 chapters: 0 faults\n" });
  const card = readFileSync(join(folder, "README.md"), "utf8");
  expect(card).toContain("| The Mill | train | 1 | 3 | 5.3 | 1.00 | .333 | .667 | 1.00 | .000 | plain |");
  expect(card).toMatch(/^# The card\n[\s\S]*\nThe end\.\n$/);
});

test.each([
  [
    "a copied phrase",
    points,
    "The cat that nobody had ever seen.\n\nB.\n\nC.\n",
    'The Mill/0: point 1 copies "cat that nobody had ever"',
  ],
  ["a point with no words", points, "A.\n\n*\n\nC.\n", "The Mill/0: point 2 has no words"],
  ["a missing row", links, "S0: 0\nS1: 2\n", "The Mill/0.txt: rows: 2, but paragraphs of the summary: 3"],
  ["a row of another point", links, "S0: 0\nS2: 2\nS1:\n", "The Mill/0.txt, line 2: S2 where S1 should be"],
  ["a link out of range", links, "S0: 3\nS1: 2\nS2:\n", "The Mill/0.txt, line 1: S0 names story paragraph 3"],
  ["a licence line", story, "A cat.\n\nB.\n\nEnd of Project Gutenberg's Mill\n", "Project Gutenberg's licence"],
  ["a chapter without a guide", "stories/The Mill/1.txt.utf8", "More.\n", "The Mill: it has chapters without points"],
  ["a folder of no work", "stories/The Hill/0.txt.utf8", "More.\n", "The Hill: its kind is not novel, play or story"],
  ["a card that is out of date", links, "S0: 0\nS1: 2\nS2:\n", "README.md: its figures are out of date"],
])("%s is named and fails the check", (_, path, text, sentence) => {
  write(path, text);
  const { status, stdout } = run("--check");
  expect(status).toBe(1);
  expect(stdout).toContain(sentence);
});

test("a work on which the paper tests is named", () => {
  const manifest = readFileSync(join(folder, "corpus.json"), "utf8");
  write("corpus.json", manifest.replace('"title":"The Mill"', '"title":"The Miser","folder":"The Mill"'));
  expect(run("--check").stdout).toContain("The Miser: it is one of the 15 works on which the paper tests");
});

test("what is no corpus gets one sentence", () => {
  rmSync(join(folder, "corpus.json"));
  expect(run("--check")).toMatchObject({ status: 2, stderr: `plotline: ${folder} has no corpus.json.\n` });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function run(option: string) {
  const script = [join(root, "scripts", "run.mjs"), "scripts", "open-corpus"];
  return spawnSync(process.execPath, [...script, folder, option], { encoding: "utf8" });
}
