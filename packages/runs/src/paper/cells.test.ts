import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { paperMethods } from "@plotline/align";
import { needs } from "@plotline/base/testing";
import { openCorpus, savedRuns } from "@plotline/corpus/node";
import { copySample, folderOfFile, trainOn } from "@plotline/corpus/testing";
import { model } from "@plotline/nn";
import { graphHash } from "@plotline/nn/node";
import {
  aligningNetwork,
  type LearnSettings,
  learnDefaults,
  learnSchema,
  questionSets,
  readerFolder,
} from "@plotline/questions/node";
import { beforeAll, expect, vi } from "vitest";
import { writeAlignmentFigures } from "./alignment-figures.ts";
import { type CellFile, cellPath, readCell } from "./cell-file.ts";
import { cellName, cellsByWorth } from "./cells.ts";
import { mustBeOneTable, readResults } from "./results.ts";
import { paperSize, trainSettings } from "./sizes.ts";
import { tinyCells, tinySize } from "./testing/tiny.ts";
import { encodedFor, modelHashes } from "./train-cell.ts";
import { type CellsRun, trainCells } from "./train-cells.ts";

const { describe, test } = needs("onnxruntime");

const home = folderOfFile();
const folder = trainOn(copySample(join(home, "corpus")));
const whole = join(home, "whole");

async function run(results: string, more: Partial<CellsRun> = {}): Promise<string[]> {
  const ended: string[] = [];
  const corpus = await openCorpus(folder);
  const watch = { ended: (cell: (typeof tinyCells)[number]) => void ended.push(cellName(cell)) };
  await trainCells({ corpus, set: "paper-1", cells: tinyCells, size: tinySize, results, watch, ...more });
  return ended;
}

/** Everything but the time that it took. */
function figuresIn(results: string): (CellFile | undefined)[] {
  return tinyCells.map((cell) => {
    const file = readCell(cellPath(results, cell));
    return file && { ...file, curve: file.curve.map((point) => ({ ...point, cpuSeconds: 0 })) };
  });
}

let first: string[] = [];
beforeAll(async () => {
  first = await run(whole);
}, 180_000);

test("cells are trained in the order of their worth, each once", async () => {
  expect(first).toEqual(tinyCells.map(cellName));
  const [file] = figuresIn(whole);
  expect(file?.curve.map(({ pass }) => pass)).toEqual([1, 2, 3]);
  expect(file?.score?.paper.questions).toBe(file?.score?.blind?.questions);
  expect(file?.trainedOn?.chapters).toBeGreaterThan(3);
  expect(await run(whole)).toEqual([]);
  const worth = cellsByWorth(paperMethods.map(({ name }) => name)).map(cellName);
  expect(worth.slice(0, 8)).toEqual([
    ...[1, 2, 3].flatMap((seed) =>
      ["chronological-tfidf", "no-alignment"].map((row) => `cloze-${row}-3e-4-seed-${seed}`),
    ),
    "cloze-diagonal-25-3e-4-seed-1",
    "cloze-random-5-3e-4-seed-1",
  ]);
  expect(new Set(worth).size).toBe(worth.length);
});

test("two processes share the cells, and none is done twice", async () => {
  const results = join(home, "shared");
  forgetRuns();
  const both = await Promise.all([endedBy(start(results)), endedBy(start(results))]);
  expect(both.flat().sort()).toEqual(tinyCells.map((cell) => `ended ${cellName(cell)}`).sort());
  expect(figuresIn(results)).toEqual(figuresIn(whole));
}, 180_000);

test("a process that is killed at any moment goes on, and finds the same to the bit", async () => {
  const results = join(home, "killed");
  forgetRuns();
  for (const steps of [1, 3, 4, 2]) {
    const child = start(results);
    let met = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("step") && ++met === steps) break;
    }
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await run(results);
  expect(figuresIn(results)).toEqual(figuresIn(whole));
}, 180_000);

test("one that ended and was killed while it was scored keeps its curve", async () => {
  const [cell] = tinyCells as [(typeof tinyCells)[number]];
  const results = join(home, "scored");
  forgetRuns();
  await run(results);
  const path = cellPath(results, cell);
  const before = readFileSync(path, "utf8");
  const { score: _, trainedOn: __, ended: ___, ...open } = JSON.parse(before);
  writeFileSync(path, JSON.stringify(open));
  await run(results);
  expect(readFileSync(path, "utf8")).toBe(before);
}, 180_000);

test("a stopped one says so, and what is made from other material is refused with both versions", async () => {
  const results = join(home, "other");
  const stop = new AbortController();
  forgetRuns();
  expect(await run(results, { signal: stop.signal, watch: { training: () => stop.abort() } })).toEqual([]);
  const [cell] = tinyCells as [(typeof tinyCells)[number]];
  const path = cellPath(results, cell);
  expect(readCell(path)).toMatchObject({ curve: [] });
  const file = JSON.parse(readFileSync(path, "utf8"));
  const { test: asked } = file.hashes;
  writeFileSync(path, JSON.stringify({ ...file, hashes: { ...file.hashes, test: "0123456789ab" } }));
  await expect(run(results)).rejects.toThrow(
    `${path} was made from other material (test 0123456789ab, now ${asked}); move it away`,
  );
});

test("a rule that changed without a new version makes no cached question and goes on with no cell", async () => {
  const results = join(home, "rule");
  forgetRuns();
  await run(results, { cells: tinyCells.slice(0, 1) });
  const { hashes } = readCell(cellPath(results, tinyCells[0]!))!;
  const rule = questionSets["paper-1"];
  const fewer = vi.spyOn(questionSets, "paper-1").mockImplementation((work, training) => {
    const made = rule(work, training);
    return { ...made, cloze: made.cloze.filter(({ paragraph }) => paragraph > 0) };
  });
  const other = /other materials \(questions ([0-9a-f]{12}), now ([0-9a-f]{12}); test ([0-9a-f]{12}), now/;
  await expect(run(results)).rejects.toThrow(other);
  await expect(run(results)).rejects.toThrow(`questions ${hashes.questions}, now`);
  fewer.mockRestore();
  expect(await run(results)).toEqual(tinyCells.slice(1).map(cellName));
}, 180_000);

test("alignments are scored again where the texts have changed, and only there", async () => {
  const results = join(home, "aligned");
  const own = copySample(join(home, "edited"));
  const read = () => JSON.parse(readFileSync(join(results, "alignment.json"), "utf8"));
  const write = async () => writeAlignmentFigures(await openCorpus(own), results);
  await write();
  const before = read();
  writeFileSync(join(results, "alignment.json"), JSON.stringify({ ...before, kept: true }));
  await write();
  expect(read()).toEqual({ ...before, kept: true });
  const [title] = readdirSync(join(own, "stories"));
  appendFileSync(join(own, "stories", title!, "0.txt.utf8"), "\n\nNobody laughed.\n");
  await write();
  expect(read().signature).not.toBe(before.signature);
}, 60_000);

test("figures of two sets of questions are no table: both are named", () => {
  const mixed = join(home, "mixed");
  cpSync(whole, mixed, { recursive: true });
  const [second, first] = tinyCells.filter(({ task }) => task === "cloze").map((cell) => cellPath(mixed, cell));
  const file = JSON.parse(readFileSync(second!, "utf8"));
  writeFileSync(second!, JSON.stringify({ ...file, set: "paper-1-story" }));
  expect(() => readResults(mixed)).toThrow(`${first} answers paper-1 (`);
  expect(() => readResults(mixed)).toThrow(`${second} paper-1-story (`);
  expect(() => mustBeOneTable(mixed, file.hashes.corpus, "paper-1")).toThrow(`${second} is of corpus`);
  mustBeOneTable(whole, file.hashes.corpus, "paper-1");
});

test("a corpus with too few questions is refused before anything is written", async () => {
  const poor = copySample(join(home, "poor"));
  const results = join(home, "none");
  const summaries = join(poor, "summaries");
  for (const other of readdirSync(summaries).slice(1)) rmSync(join(summaries, other), { recursive: true });
  await expect(run(results, { corpus: await openCorpus(poor) })).rejects.toThrow(
    /too few cloze questions for a table: \d+ chapters to train on and 0 to ask about/,
  );
  expect([existsSync(results), existsSync(join(poor, "runs"))]).toEqual([false, false]);
});

test("the weights of a cell can be opened, and its corpus lists it among its trainings", async () => {
  forgetRuns();
  const [cell] = tinyCells as [(typeof tinyCells)[number]];
  await run(join(home, "opened"), { cells: [cell] });
  const id = `paper-1-tiny-${cellName(cell)}`;
  const { file, words } = readerFolder(join(folder, "runs", id));
  expect(file).toMatchObject({ task: "cloze", alignment: "TFIDF", set: "paper-1" });
  expect(words.size).toBeGreaterThan(300);
  const [listed] = (await savedRuns(folder)).filter((each) => each.id === id);
  expect(listed?.run).toMatchObject({ kind: "train cloze", tables: [{ title: "Cloze on TFIDF" }] });
});

test("works without a split are divided: some teach, the others are asked about", async () => {
  const corpus = await openCorpus(copySample(join(home, "undivided")));
  const { works } = await encodedFor(corpus, "paper-1");
  expect(works.map(({ split }) => split).sort()).toEqual(["train", "train", "validation"]);
});

/** Another process at the same cells. */
function start(results: string) {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const sources = ["--conditions=@plotline/source", "--import", here("../../../../scripts/sources.mjs")];
  return spawn(process.execPath, [...sources, here("testing/process.ts"), folder, results], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function endedBy(child: ReturnType<typeof start>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  return lines.filter((line) => line.startsWith("ended"));
}

function forgetRuns(): void {
  const runs = join(folder, "runs");
  for (const name of readdirSync(runs)) rmSync(join(runs, name), { recursive: true });
}

describe("the cells of results/paper-1", () => {
  const published = fileURLToPath(new URL("../../../../results/paper-1", import.meta.url));
  const cells = readdirSync(published).map((name) => readCell(join(published, name)) as CellFile);
  const words = { words: Array.from({ length: 20_000 }, (_, k) => `word ${k}`), markers: 256, size: 20_260 };

  test("are of the network and the settings that the code has now, so that it can go on with them", () => {
    expect(cells.length).toBeGreaterThan(0);
    for (const cell of cells.filter(({ task }) => task === "cloze")) {
      expect(cell).toMatchObject({ model: paperSize.model, train: trainSettings(cell, paperSize) });
      expect(modelHashes(cell, paperSize, words).graph).toBe(cell.hashes.graph);
    }
  });

  test("are hashed as they were when they were begun", () => {
    const cell = { task: "cloze", alignment: "Chronological-TFIDF", seed: 1, learningRate: 3e-4 } as const;
    // The published settings hash, d3a9731e6cc8, is of the same fields with the words of a corpus that may not be shared.
    expect(modelHashes(cell, paperSize, words)).toEqual({ graph: "dfe8cc51d5ab", settings: "60af45689c7f" });
  });

  test("have alignments learned with the task beside them, of the networks that the code has now", () => {
    const { learned } = readResults(join(published, ".."));
    expect(learned.length).toBeGreaterThan(3);
    for (const { signature, hashes } of learned) {
      const said = signature.split("|").map((part) => part.split(":") as [keyof LearnSettings, string]);
      const own = said.filter(([name]) => name in learnDefaults);
      const settings = own.map(([name, value]) => [name, typeof learnDefaults[name] === "number" ? +value : value]);
      const network = aligningNetwork(learnSchema.parse(Object.fromEntries(settings)), words.size);
      expect(hashes.graph, signature).toBe(graphHash(model(network)));
    }
  });
});
