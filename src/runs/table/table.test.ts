import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { openCorpus } from "../../corpus/open.ts";
import { temporaryFolder } from "../../corpus/testing/folder.ts";
import { inline } from "../../jobs/executor.ts";
import { quickTable } from "./settings.ts";
import { makeTable } from "./table.ts";

test("the share that is done of a training only grows, from its first step to its last question", async () => {
  let time = Date.now();
  const everyReportIsShown = vi.spyOn(Date, "now").mockImplementation(() => (time += 60_000));
  onTestFinished(() => everyReportIsShown.mockRestore());
  const folder = temporaryFolder();
  cpSync(fileURLToPath(new URL("../../../corpora/sample", import.meta.url)), folder, { recursive: true });
  const { train, model, ...rest } = quickTable;
  const settings = { ...rest, model: { ...model, hidden: 4, embedding: 4 }, train: { ...train, epochs: 1 } };
  const options = { settings, methods: ["TFIDF"], tasks: ["cloze"] as const, seeds: [1], threads: 1 };
  const shares = new Map<string, number[]>();
  const progress = (what: string, _done: number, _total: number, detail: string) => {
    const [, training = "", percent] = /^(.*) (\d+) %$/.exec(detail) ?? [];
    if (what === "Training") shares.set(training, [...(shares.get(training) ?? []), Number(percent)]);
  };
  await makeTable(await openCorpus(folder), options, { progress, known: () => undefined }, executors);
  expect([...shares.keys()]).toEqual(["cloze on TFIDF, group 1 of 2:", "cloze on TFIDF, group 2 of 2:"]);
  for (const each of shares.values()) {
    expect(each).toEqual(each.toSorted((a, b) => a - b));
    expect(each.at(-1)).toBe(100);
  }
});

const executors = { scoring: inline, training: inline };
