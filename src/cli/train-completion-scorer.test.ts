import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { plotline, sample, sampleToTrainOn } from "./testing/plotline.ts";

test("train completion-scorer refuses a corpus that is all for validation, and writes nothing", async () => {
  const out = join(temporaryFolder(), "weights.json");
  const { code, err } = await plotline("train", "completion-scorer", sample, "--out", out);
  expect(code).toBe(2);
  expect(err).toMatch(/no summarised work outside validation/);
  expect(existsSync(out)).toBe(false);
});

test("train completion-scorer tells its options", async () => {
  const { code, out } = await plotline("train", "completion-scorer", "--help");
  expect(code).toBe(0);
  for (const option of ["--sentences", "--story-passes", "--bullet-passes", "--trees", "--workers", "--out"])
    expect(out).toContain(option);
});

test("train completion-scorer writes weights, and score reads them: both protocols, next to the rule", async () => {
  const corpus = sampleToTrainOn();
  const out = join(temporaryFolder(), "weights.json");
  const quick = ["--sentences", "4", "--story-passes", "1", "--bullet-passes", "1", "--trees", "3", "--quiet"];
  const trained = await plotline("train", "completion-scorer", corpus, ...quick, "--out", out);
  expect([trained.code, trained.err]).toEqual([0, ""]);
  const { code, out: said } = await plotline("score", out, corpus, "--quiet", "--json");
  expect(code).toBe(0);
  const { about, scores } = JSON.parse(said);
  expect(about).toMatch(/from 2 works/);
  expect(scores.map(({ protocol, alignment }: Record<string, string>) => [protocol, alignment])).toEqual([
    ["paper", "TFIDF"],
    ["paper", "Chronological-TFIDF"],
    ["paper", "Posterior-BM25"],
    ["blind", "Posterior-BM25"],
  ]);
  for (const { right, interval, works, rule } of scores) {
    expect(interval[0]).toBeLessThanOrEqual(right);
    expect(interval[1]).toBeGreaterThanOrEqual(right);
    expect(works).toHaveLength(1);
    expect(rule).toBeGreaterThan(0);
    expect(rule).toBeLessThan(1);
  }
});
