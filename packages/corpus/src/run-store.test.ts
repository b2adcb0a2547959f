import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Run, runId, savedRuns, saveRun } from "./run-store.ts";
import { temporaryFolder } from "./testing/folder.ts";

const run: Run = {
  kind: "alignment",
  made: "2026-01-01T00:00:00.000Z",
  signature: "corpus:x|seed:1",
  tables: [{ title: "T", header: ["method", "F"], rows: [["TFIDF", ".400"]] }],
};

test("the same question has the same id, another one another", () => {
  expect(runId("alignment", "s", ["a", "b"])).toBe(runId("alignment", "s", ["a", "b"]));
  expect(runId("alignment", "s", ["a", "b"])).not.toBe(runId("alignment", "s", ["a,b"]));
});

test("what cannot be read is left out", async () => {
  const folder = temporaryFolder({});
  expect(await savedRuns(folder)).toEqual([]);
  await saveRun(folder, "one", run);
  mkdirSync(join(folder, "runs", "broken"));
  writeFileSync(join(folder, "runs", "broken", "run.json"), "{ nonsense");
  expect(await savedRuns(folder)).toMatchObject([{ id: "one", run, hasMetrics: false }]);
});

test("a run that is still going does not look finished", async () => {
  const folder = temporaryFolder({});
  for (const done of [0, 1, 2]) {
    await saveRun(folder, "one", { ...run, progress: { done, total: 3 } });
    expect(await savedRuns(folder)).toMatchObject([{ id: "one", run: { progress: { done, total: 3 } } }]);
  }
  await saveRun(folder, "one", run);
  expect((await savedRuns(folder))[0]?.run?.progress).toBeUndefined();
});

test("a run that leads out of the corpus is neither read nor written", async () => {
  const outside = temporaryFolder({ "run.json": JSON.stringify(run) });
  const folder = temporaryFolder({ "runs/x/metrics.jsonl": "" });
  symlinkSync(outside, join(folder, "runs", "linked"), "dir");
  symlinkSync(join(outside, "run.json"), join(folder, "runs", "x", "run.json"));
  expect((await savedRuns(folder)).map((each) => each.run)).toEqual([undefined]);
  await expect(saveRun(folder, "linked", run)).rejects.toThrow(/outside the corpus/);
});
