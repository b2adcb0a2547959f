import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { plotline, sample, sampleToTrainOn } from "./testing/plotline.ts";

describe("the pointer from the command line", () => {
  test("is trained into a file, and the file is scored", async () => {
    const corpus = sampleToTrainOn();
    const out = join(temporaryFolder(), "pointer.json");
    const quick = ["--members", "1", "--epochs", "1", "--questions", "6", "--without", "echo", "--quiet", "--out", out];
    const trained = await plotline("train", "pointer", corpus, ...quick);
    expect([trained.code, trained.err]).toEqual([0, ""]);
    expect(trained.out).toMatch(/questions of 2 works/);
    expect(JSON.parse(readFileSync(out, "utf8")).evidence).not.toContain("echo");
    const { code, out: said } = await plotline("score", out, corpus, "--no-controls", "--quiet", "--json");
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
    [["score", "package.json", sample], /package\.json holds neither a pointer nor a completion scorer/],
  ])("%j is refused with a sentence", async (line, sentence) => {
    const { code, err } = await plotline(...line);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});

test("the pointer that ships beats the rule on the sample corpus", async () => {
  const { code, out } = await plotline("score", "pointer", sample, "--quiet", "--json");
  expect(code).toBe(0);
  const { scores } = JSON.parse(out) as { scores: { right: number; rule: number }[] };
  expect(scores).toHaveLength(4);
  for (const { right, rule } of scores) expect(right).toBeGreaterThan(rule);
});
