import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random, sumOf } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import { temporaryFolder } from "@plotline/corpus/testing";
import type { Value } from "@plotline/nn";
import { describe, expect, test as testWithoutRuntime } from "vitest";
import { clozeBatch, optionCount } from "./batches/cloze-batch.ts";
import { completionBatch } from "./batches/completion-batch.ts";
import { unitsOf } from "./batches/units.ts";
import { packCorpus, unpackCorpus } from "./encoding/cache.ts";
import type { Encoded } from "./encoding/examples.ts";
import { WordList } from "./encoding/words.ts";
import { openReader, readerFolder, saveReaderFile, vocabularyHash } from "./run-folder.ts";
import { scoreReader } from "./score.ts";
import { modelDefaults, trainDefaults } from "./settings.ts";
import { readByHand, weightsOf, writeByHand } from "./testing/by-hand.ts";
import { toyCorpus, toyModel, toyTraining } from "./testing/toy.ts";
import { trainReader } from "./train.ts";

const { test } = needs("onnxruntime");

const { data, contexts } = toyCorpus(6, 8);
const validation = unitsOf(
  data.works.filter(({ split }) => split === "validation"),
  contexts,
);
const cloze = { task: "cloze", data, contexts, model: toyModel, train: toyTraining, threads: 1 } as const;

describe("the attentive reader", () => {
  test("learns who did it, on works it has not seen", async () => {
    const trained = await trainReader(cloze);
    const score = await scoreReader(trained.reader, validation);
    expect(score).toMatchObject({ questions: 32, chance: 0.25 });
    expect(score.right).toBeGreaterThan(0.6);
    expect(trained.heldBack).not.toContain("Work 0");
    expect(trained.trainedOn.chapters).toBe(40 - 8 * trained.heldBack.length);
    await trained.reader.close();
  });

  test("computes the paper's equations, its loss and their gradients, as plain loops do", async () => {
    const { reader } = await trainReader({ ...cloze, train: { ...toyTraining, epochs: 2 } });
    // One question reads nothing, the others two paragraphs or three.
    const units = validation.slice(0, 2).map((unit) => ({
      ...unit,
      contexts: unit.contexts.map((own, k) => (k === 1 ? [] : [...own, (k + 1) % 4, ...(k === 2 ? [0] : [])])),
      asked: unit.chapter.cloze,
    }));
    const batch = clozeBatch(units, { ...toyModel, words: data.words, tokens: 100, next: random(1) });
    const known = weightsOf(reader);
    const cosines = readByHand(reader, batch);
    const [found] = await reader.replicas.evaluate([batch]);
    const offered = batch["question.offered"] as Value;
    for (const [place, value] of cosines.flat().entries())
      if (offered.data[place] === 1) expect(found?.["scores"]?.data[place]).toBeCloseTo(value, 4);

    const lossOf = (rows: number[][]) => {
      const short = rows.map(([right = 0, ...wrong], row) =>
        sumOf(wrong.map((each, k) => offered.data[row * optionCount + k + 1]! * Math.max(0, each - right + 0.1))),
      );
      return sumOf(short) / rows.length;
    };
    expect(found?.["loss"]?.data[0]).toBeCloseTo(lossOf(cosines), 4);
    await reader.replicas.differentiate([{ values: batch, weight: 1 }], { step: 1, seed: 1 });
    for (const name of ["read.tokens", "read.paragraphs", "answer.weight", "document.forwards.hidden"]) {
      const { start, shape } = reader.replicas.memory.places[name]!;
      const gradient = reader.replicas.memory.gradients[0]!.slice(start, start + shape[0]! * shape[1]!);
      for (const at of [0, 7, gradient.length - 1]) {
        const lossAt = (by: number) => {
          const moved = known(name);
          moved[Math.floor(at / shape[1]!)]![at % shape[1]!]! += by;
          return lossOf(readByHand(reader, batch, (each) => (each === name ? moved : known(each))));
        };
        expect(gradient[at], `${name} ${at}`).toBeCloseTo((lossAt(1e-4) - lossAt(-1e-4)) / 2e-4, 4);
      }
    }
    await reader.close();
  });

  test("is scored by its own cosines: the right option above every other", async () => {
    const { reader } = await trainReader({ ...cloze, train: { ...toyTraining, epochs: 2 } });
    const score = await scoreReader(reader, validation.slice(0, 1));
    const [unit] = validation;
    const asked = unit?.chapter.cloze ?? [];
    const batch = clozeBatch(unit === undefined ? [] : [{ ...unit, asked }], {
      ...toyModel,
      words: data.words,
      tokens: Number.POSITIVE_INFINITY,
      next: random("score", unit?.work.title ?? "", unit?.chapter.number ?? 0),
    });
    const rows = readByHand(reader, batch);
    const right = rows.map((row, k) => {
      const [own = 0, ...others] = row.slice(0, asked[k]?.options.length);
      return others.every((other) => other < own);
    });
    expect(score.hits.map((hit) => hit.right)).toEqual(right);
    expect(score.right).toBe(right.filter(Boolean).length / right.length);
    expect(optionCount).toBeGreaterThanOrEqual(asked[0]?.options.length ?? 0);
    await reader.close();
  });

  test("resumes after an interruption to the same weights, to the bit", async () => {
    const [whole, halves] = [temporaryFolder(), temporaryFolder()];
    const options = { ...cloze, train: { ...toyTraining, epochs: 3 } };
    const straight = await trainReader({ ...options, folder: whole });
    await straight.reader.close();
    const stop = new AbortController();
    const first = await trainReader({
      ...options,
      folder: halves,
      signal: stop.signal,
      onProgress: ({ step }) => step === 5 && stop.abort(),
    });
    expect(first.ended).toBe("interrupted");
    await first.reader.close();
    const second = await trainReader({ ...options, folder: halves });
    expect(second.steps).toBe(straight.steps);
    await second.reader.close();
    const weights = (of: string) => readFileSync(join(of, "last.safetensors"));
    expect(weights(halves).equals(weights(whole))).toBe(true);
  });

  testWithoutRuntime("says when there is too little to train on", async () => {
    const none = { ...data, works: data.works.filter(({ split }) => split === "validation") };
    await expect(trainReader({ task: "cloze", data: none, contexts })).rejects.toThrow(
      "There are too few cloze questions to train on: 0 chapters",
    );
  });
});

describe("the summary decoder", () => {
  test("learns to tell a point's own continuation from others'", async () => {
    const train = { ...toyTraining, learningRate: 0.01, chapters: 2, epochs: 30, patience: 30 };
    const { reader } = await trainReader({ ...cloze, task: "completion", train });
    const score = await scoreReader(reader, validation);
    expect(score).toMatchObject({ questions: 32, chance: 0.25 });
    expect(score.right).toBeGreaterThan(0.45);
    await reader.close();
  });

  test("computes the paper's equations, and their gradients, as plain loops do", async () => {
    const model = { ...toyModel, hidden: 3, embedding: 4 };
    const { reader } = await trainReader({ ...cloze, model, task: "completion", train: { ...toyTraining, epochs: 2 } });
    const units = validation.slice(0, 2).map((unit) => ({
      ...unit,
      contexts: unit.contexts.map((own, k) => (k === 1 ? [] : [...own, (k + 1) % 4])),
      writings: unit.chapter.points.map(({ text }, point) => ({ point, text })),
    }));
    const batch = completionBatch(units, { ...model, words: data.words, tokens: 100, next: random(1) });
    const [found] = await reader.replicas.evaluate([batch]);
    const known = weightsOf(reader);
    const expected = writeByHand(batch, known, 3);
    expect(found?.["losses"]?.data).toHaveLength(expected.length);
    for (const [k, loss] of expected.entries()) expect(found?.["losses"]?.data[k]).toBeCloseTo(loss, 4);

    await reader.replicas.differentiate([{ values: batch, weight: 1 }], { step: 1, seed: 1 });
    const meanLoss = (name: string, at: number, by: number) => {
      const moved = known(name);
      const [row, column] = [Math.floor(at / moved[0]!.length), at % moved[0]!.length];
      moved[row]![column]! += by;
      const losses = writeByHand(batch, (each) => (each === name ? moved : known(each)), 3);
      return sumOf(losses) / losses.length;
    };
    for (const name of ["writer.hidden", "writer.input", "read.tokens", "read.paragraphs", "next.weight"]) {
      const { start, shape } = reader.replicas.memory.places[name]!;
      const gradient = reader.replicas.memory.gradients[0]!.slice(start, start + shape[0]! * shape[1]!);
      for (const at of [0, 5, gradient.length - 1]) {
        const numeric = (meanLoss(name, at, 1e-4) - meanLoss(name, at, -1e-4)) / 2e-4;
        expect(gradient[at], `${name} ${at}`).toBeCloseTo(numeric, 4);
      }
    }
    await reader.close();
  });

  test("gives a point the same losses alone and next to others", async () => {
    const train = { ...toyTraining, epochs: 1 };
    const { reader } = await trainReader({ ...cloze, task: "completion", train });
    const [unit] = validation;
    if (unit === undefined) throw new Error("no unit");
    const plain = (text: Encoded) => text.map((token) => Math.max(token, data.words.number("filler0")));
    const chapter = { ...unit.chapter, story: unit.chapter.story.map(plain) };
    const writings = chapter.points.map(({ text }, point) => ({ point, text: plain(text) }));
    const total = async (some: typeof writings) => {
      const given = { ...toyModel, words: data.words, tokens: 1000, next: random(1) };
      const [found] = await reader.replicas.evaluate([completionBatch([{ ...unit, chapter, writings: some }], given)]);
      return sumOf(found?.["losses"]?.data ?? []);
    };
    const alone: number[] = [];
    for (const writing of writings) alone.push(await total([writing]));
    expect(await total(writings)).toBeCloseTo(sumOf(alone), 3);
    await reader.close();
  });
});

testWithoutRuntime("an encoded corpus comes back as it was put away", () => {
  const back = unpackCorpus(packCorpus(data));
  expect(back.words.words).toEqual(data.words.words);
  expect(back.works).toEqual(data.works);
});

test("a run's folder opens again, and says when its words are not its own", async () => {
  const run = temporaryFolder();
  const trained = await trainReader({ ...cloze, train: { ...toyTraining, epochs: 1 }, folder: run });
  const before = await scoreReader(trained.reader, validation);
  await trained.reader.close();
  const file = {
    version: "1",
    task: "cloze",
    alignment: "toy",
    corpus: "toy",
    signature: "toy",
    model: { ...modelDefaults, ...toyModel },
    train: trainDefaults,
    bulletsPerParagraph: 1,
    markers: data.words.markers,
    words: [...data.words.words],
    vocabulary: vocabularyHash(data.words),
  } as const;
  saveReaderFile(run, { ...file, words: [...file.words] });
  const reader = await openReader(readerFolder(run), { threads: 1 });
  expect((await scoreReader(reader, validation)).hits).toEqual(before.hits);
  await reader.close();
  const shorter = file.words.slice(1);
  const other = vocabularyHash(new WordList(shorter, file.markers));
  saveReaderFile(run, { ...file, words: shorter, vocabulary: other });
  await expect(openReader(readerFolder(run), { threads: 1 })).rejects.toThrow("of another vocabulary");
  saveReaderFile(run, { ...file, words: file.words.slice(1) });
  expect(() => readerFolder(run)).toThrow("the words are not those that the run was made with");
  writeFileSync(join(run, "reader.json"), "{}");
  expect(() => readerFolder(run)).toThrow("damaged or of another version");
});
