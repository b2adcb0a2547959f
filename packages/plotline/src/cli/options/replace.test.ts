import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { exportProduct } from "@plotline/formats/node";
import { expect, test } from "vitest";
import { plotline, refusal, sample } from "../testing/plotline.ts";
import { mayReplace } from "./replace.ts";

test("an existing export is replaced only with --replace, and anything else never", () => {
  const folder = temporaryFolder({ "mine/thesis.txt": "Years of work.", "old.jsonl": "{}" });
  const corpus = temporaryFolder({ "stories/A/0.txt.utf8": "One." });
  const may = (out: string, isFolder: boolean, force: boolean) => () =>
    mayReplace(join(folder, out), corpus, exportProduct(isFolder ? "shmoop" : "jsonl"), force);
  expect(may("new.jsonl", false, false)).not.toThrow();
  expect(may("old.jsonl", false, false)).toThrow(/exists already.*--replace/);
  expect(may("old.jsonl", false, true)).not.toThrow();
  expect(may("mine", false, true)).toThrow(/is a folder, but a file is needed/);
  expect(may("mine", true, true)).toThrow(/contains more than an export \("thesis.txt"\)/);
  expect(() => mayReplace(corpus, corpus, exportProduct("shmoop"), true)).toThrow(/is the input, or contains it/);
});

test("- is standard output where the help says so, and no file or folder anywhere else", async () => {
  const { code, out } = await plotline("corpus", "backup", sample, "--out", "-");
  expect([code, out.slice(0, 2)]).toEqual([0, "PK"]);
  expect(await refusal("corpus", "backup", sample, "--out", "-", "--json")).toContain("both want standard output");
  for (const line of [
    ["questions", sample, "--out", "-"],
    ["align", sample, "--model", "m", "--batch", "-"],
    ["align", sample, "--model", "m", "--answers", "-"],
    ["paper", "train", sample, "--results", "-"],
  ])
    expect(await refusal(...line)).toMatch(/ -: this cannot be standard input or output; name a path\.$/m);
});
