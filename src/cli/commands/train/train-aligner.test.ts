import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unpack } from "../../../align/learned/weights.ts";
import { temporaryFolder } from "../../../corpus/testing/folder.ts";
import { plotline, refusal, sample } from "../../testing/plotline.ts";

test("train aligner judges by work, in evaluate's form, and writes weights that can be read", async () => {
  const out = join(temporaryFolder(), "weights.json");
  const quick = ["--folds", "3", "--epochs", "1", "--members", "1", "--quiet", "--json", "--out", out];
  const { code, out: said } = await plotline("train", "aligner", sample, ...quick);
  expect(code).toBe(0);
  const { signature, chapters, methods } = JSON.parse(said);
  expect(signature).toContain("folds:3 by work");
  expect(chapters).toBe(17);
  expect(methods).toHaveLength(1);
  expect(Object.keys(methods[0])).toEqual(["method", "precision", "recall", "f", "interval", "works", "reliability"]);
  expect(methods[0].method).toBe("plotline");
  expect(methods[0].works).toHaveLength(3);
  expect(unpack(JSON.parse(readFileSync(out, "utf8"))).members).toHaveLength(1);
});

test.each([
  [["--folds", "1"], /--folds 1 would judge/],
  [["--folds", "0"], /would train nothing/],
  [["--members", "0"], /leaves no network/],
  [["--folds", "many"], /Must be a whole number/],
])("train aligner %s is refused with a sentence", async (options, sentence) => {
  expect(await refusal("train", "aligner", sample, ...options)).toMatch(sentence);
});

test("train aligner needs works with gold", async () => {
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n", "summaries/A/0.txt.utf8": "One.\n" });
  expect(await refusal("train", "aligner", folder)).toContain("has gold alignments for 0 works");
});
