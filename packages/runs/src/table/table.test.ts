import { findMethod } from "@plotline/align";
import { openCorpus } from "@plotline/corpus/node";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { inline } from "../jobs/executor.ts";
import { readerSignature } from "./reader-run.ts";
import { quickTable } from "./settings.ts";
import { makeTable } from "./table.ts";
import { startTrainingReaders } from "./train-readers.ts";

const { train, model, ...rest } = quickTable;
const small = { ...rest, model: { ...model, hidden: 4, embedding: 4 }, train: { ...train, epochs: 1 } };
const copied = () => copySample(temporaryFolder());

test("the share that is done of a training only grows, from its first step to its last question", async () => {
  let time = Date.now();
  const everyReportIsShown = vi.spyOn(Date, "now").mockImplementation(() => (time += 60_000));
  onTestFinished(() => everyReportIsShown.mockRestore());
  const options = { settings: small, methods: ["TFIDF"], tasks: ["cloze"] as const, seeds: [1], threads: 1 };
  const shares = new Map<string, number[]>();
  const progress = (what: string, _done: number, _total: number, detail: string) => {
    const [, training = "", percent] = /^(.*) (\d+) %$/.exec(detail) ?? [];
    if (what === "Training") shares.set(training, [...(shares.get(training) ?? []), Number(percent)]);
  };
  await makeTable(await openCorpus(copied()), options, { progress, known: () => undefined }, executors);
  expect([...shares.keys()]).toEqual(["cloze on TFIDF, group 1 of 2:", "cloze on TFIDF, group 2 of 2:"]);
  for (const each of shares.values()) {
    expect(each).toEqual(each.toSorted((a, b) => a - b));
    expect(each.at(-1)).toBe(100);
  }
});

test("a reader is trained on contexts with its own seed, as by `train`", async () => {
  const corpus = await openCorpus(copied());
  const run = { corpus: await corpus.hash(), task: "cloze", alignment: "Random-5", fold: "1" } as const;
  const titles = { train: ["Forty Guineas"], asked: ["The Telling at Winterlow"] };
  const seeds: unknown[] = [];
  const prepared = vi.spyOn(findMethod("Random-5"), "prepare");
  onTestFinished(() => prepared.mockRestore());
  const setup = { folder: corpus.folder, alignments: [], settings: small, threads: 1 };
  const train = await startTrainingReaders(setup);
  for (const seed of [2, 3]) await train({ ...run, ...titles, seed });
  for (const [, options] of prepared.mock.calls) seeds.push(options.seed);
  expect(seeds).toEqual([2, 3]);
});

test("every setting of a table is in the signatures of its readers", () => {
  const run = { corpus: "abc", task: "completion", alignment: "TFIDF", fold: "1", seed: 1 } as const;
  const { model, train, folds: _, ...sizes } = quickTable;
  const signed = `|${readerSignature({ ...run, settings: quickTable })}|`;
  const { name: size, ...chapters } = sizes;
  for (const [name, value] of Object.entries({ ...run, size, ...chapters, ...model, ...train }))
    expect(signed).toContain(`|${name}:${value}|`);
});

const executors = { scoring: inline, training: inline };
