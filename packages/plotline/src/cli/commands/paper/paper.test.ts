import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needs } from "@plotline/base/testing";
import { copySample, folderOfFile } from "@plotline/corpus/testing";
import { beforeAll, expect } from "vitest";
import { manyCommands, plotline, refusal } from "../../testing/plotline.ts";

const { test } = needs("onnxruntime");

manyCommands();
const folder = folderOfFile();
const corpus = copySample(join(folder, "corpus"));
const cells = ["cloze-tfidf", "completion-tfidf"];
const run = (cell: string) => join(corpus, "runs", `paper-1-quick-${cell}-3e-3-seed-1`);

beforeAll(async () => {
  for (const cell of cells) {
    const { code, out, err } = await plotline("paper", "train", corpus, "--quick", "--only", cell);
    expect(code, err).toBe(0);
    expect(out).toMatch(new RegExp(`^${cell}-3e-3-seed-1: 0\\.\\d{3}$`, "m"));
  }
}, 300_000);

test("training leaves a figure for each cell, the alignments scored, and the table among the corpus's runs", async () => {
  const results = join(corpus, "runs", "cells-quick");
  expect(readdirSync(results)).toEqual(["alignment.json", ...cells.map((cell) => `${cell}-3e-3-seed-1.json`)]);
  const runs = readdirSync(join(corpus, "runs"))
    .map((id) => join(corpus, "runs", id, "run.json"))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")));
  expect(runs.map(({ kind }) => kind).sort()).toEqual(["table", "train cloze", "train completion"]);
  const table = await plotline("paper", "table", results);
  for (const line of table.out.split("\n")) expect([...line].length, line).toBeLessThanOrEqual(80);
  expect(table.out).toMatch(
    /^TFIDF +✓ +\.\d{3} +\.\d{3} \.\d{3} +\.\d{3}…? +\.\d{3}…? +\.428 +\.173 \.229 \.367 \.152$/m,
  );
  const page = join(folder, "table.md");
  expect((await plotline("paper", "table", results, "--out", page, "--quiet")).code).toBe(0);
  expect(readFileSync(page, "utf8")).toMatch(
    /\| Chronological-TFIDF \| ✓ \| ✓ \|[\s\S]*\| TFIDF \| cloze \| 3e-3 \| 1 \| \d /,
  );
});

test("what was trained is scored next to the rules, and a decoder writes", async () => {
  const scored = await plotline("paper", "score", corpus, run("cloze-tfidf"), "--threads", "1", "--json");
  expect(scored.code, scored.err).toBe(0);
  expect(JSON.parse(scored.out)).toMatchObject({ task: "cloze", alignment: "TFIDF" });
  const book = join(corpus, "books", "Forty Guineas.txt");
  const short = ["--count", "2", "--anyway", "--json"];
  const written = await plotline("paper", "summarize", book, "--run", run("completion-tfidf"), ...short);
  expect(written.code, written.err).toBe(0);
  expect(JSON.parse(written.out).points).toHaveLength(2);
  expect(await refusal("paper", "summarize", book, "--run", run("cloze-tfidf"))).toContain("which cannot write");
}, 120_000);

test.each([
  [["train", corpus, "--only", "magic"], /No cell's name contains "magic"; the first is cloze-chronological-tfidf/],
  [["train", corpus, "--set", "riddles"], /Allowed choices are paper-1/],
  [["table", join(folder, "nowhere")], /nowhere has no results/],
  [["summarize", "x.txt", "--run", folder], /holds no trained reader/],
])("paper %s is refused with a sentence", async (words, sentence) => {
  expect(await refusal("paper", ...words)).toMatch(sentence);
});

test("a figure that was edited to nonsense is named", async () => {
  const results = join(folder, "results");
  mkdirSync(results);
  writeFileSync(join(results, "alignment.json"), '{"signature":"x","chapters":1,"methods":[{"method":"TFIDF","f":7}]}');
  expect(await refusal("paper", "table", results)).toMatch(/alignment\.json: methods\.0\./);
});
