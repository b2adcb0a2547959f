import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { plotline, sample } from "./testing/plotline.ts";

describe("the pointer from the command line", () => {
  test("is trained into a file, and the file is scored", async () => {
    const corpus = withTrainingWorks();
    const out = join(temporaryFolder(), "pointer.json");
    const quick = ["--members", "1", "--epochs", "1", "--questions", "6", "--without", "echo", "--quiet", "--out", out];
    const trained = await plotline("train", "pointer", corpus, ...quick);
    expect([trained.code, trained.err]).toEqual([0, ""]);
    expect(trained.out).toMatch(/questions of 2 works/);
    expect(JSON.parse(readFileSync(out, "utf8")).evidence).not.toContain("echo");
    const { code, out: said } = await plotline("score", out, corpus, "--quiet", "--json");
    expect(code).toBe(0);
    const { scores } = JSON.parse(said);
    expect(scores).toHaveLength(4);
    expect(scores[0].works).toHaveLength(1);
  });

  test.each([
    [["train", "pointer", sample, "--out", "x.json"], /no summarised works outside validation/],
    [["train", "pointer", sample, "--members", "0", "--out", "x.json"], /--members 0 leaves nothing/],
    [["train", "pointer", sample, "--without", "magic", "--out", "x.json"], /no evidence "magic"/],
    [["score", "nowhere.json", sample], /nowhere\.json is no file of weights/],
    [["score", "package.json", sample], /package\.json holds no pointer/],
  ])("%j is refused with a sentence", async (line, sentence) => {
    const { code, err } = await plotline(...line);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});

test("the pointer that ships beats the ranker and the rule on the sample corpus", async () => {
  const { code, out } = await plotline("score", "pointer", sample, "--quiet", "--json");
  expect(code).toBe(0);
  const { scores } = JSON.parse(out) as { scores: { protocol: string; set: string; right: number }[] };
  const right = (protocol: string, set: string) =>
    scores.find((score) => score.protocol === protocol && score.set === set)?.right;
  // What `node bench/pointer.mjs` prints for the ranker with Posterior-BM25 here.
  expect(right("paper", "story")).toBeGreaterThan(0.754);
  expect(right("paper", "hard")).toBeGreaterThan(0.71);
  expect(right("blind", "story")).toBeGreaterThan(0.69);
  expect(right("blind", "hard")).toBeGreaterThan(0.651);
});

/** The sample corpus with one work to validate on. */
function withTrainingWorks(): string {
  const corpus = temporaryFolder();
  cpSync(sample, corpus, { recursive: true });
  const file = join(corpus, "corpus.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const work of manifest.works.slice(0, 2)) work.split = "train";
  writeFileSync(file, JSON.stringify(manifest));
  return corpus;
}
