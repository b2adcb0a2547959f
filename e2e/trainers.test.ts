import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { plotline, type Ran, root, Scratch } from "./testing/plotline.ts";

// Networks are trained, small ones: on a machine that is busy with other things that takes a while.
vi.setConfig({ testTimeout: 300_000 });

const scratch = new Scratch();
const corpus = scratch.trainable();
afterAll(() => scratch.remove());

function script(name: string, ...args: string[]): Ran {
  const done = spawnSync(process.execPath, [join(root, "training", name), ...args], { encoding: "utf8" });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

describe("the commands that train what ships", () => {
  test("the pointer is trained into a file, and the file is scored", () => {
    const out = scratch.path("pointer.json");
    const quick = ["--members", "1", "--epochs", "1", "--questions", "6", "--without", "echo", "--out", out];
    const trained = script("train-pointer.mjs", corpus, ...quick);
    expect([trained.code, trained.out], trained.err).toEqual([0, expect.stringMatching(/questions of 2 works/)]);
    expect(JSON.parse(readFileSync(out, "utf8")).evidence).not.toContain("echo");
    const { code, out: printed } = plotline("score", out, corpus, "--no-controls", "--quiet", "--json");
    expect(code).toBe(0);
    const { scores } = JSON.parse(printed);
    expect(scores).toHaveLength(4);
    expect(scores[0].works).toHaveLength(1);
  });

  test("the completion scorer is trained into a file, and scored under both protocols next to the rule", () => {
    const out = scratch.path("scorer.json");
    const quick = ["--sentences", "4", "--story-passes", "1", "--bullet-passes", "1", "--trees", "3", "--out", out];
    const trained = script("train-completion-scorer.mjs", corpus, ...quick);
    expect([trained.code, trained.out], trained.err).toEqual([0, expect.stringMatching(/from 2 works/)]);
    const { code, out: printed } = plotline("score", out, corpus, "--quiet", "--json");
    expect(code).toBe(0);
    const scores: { protocol: string; alignment: string; right: number; interval: number[]; rule: number }[] =
      JSON.parse(printed).scores;
    expect(scores.map(({ protocol, alignment }) => [protocol, alignment])).toEqual([
      ["paper", "TFIDF"],
      ["paper", "Chronological-TFIDF"],
      ["paper", "Posterior-BM25"],
      ["blind", "Posterior-BM25"],
    ]);
    for (const { right, interval, rule } of scores) {
      expect(interval[0]).toBeLessThanOrEqual(right);
      expect(interval[1]).toBeGreaterThanOrEqual(right);
      expect(rule).toBeGreaterThan(0);
      expect(rule).toBeLessThan(1);
    }
  });

  test("the names tagger is trained on books in LitBank's form, and judged", () => {
    const litbank = scratch.path("litbank");
    for (const folder of ["coref/tsv", "original"]) mkdirSync(join(litbank, folder), { recursive: true });
    for (const [book, name] of ["Tom", "Polly", "Sid", "Huck"].map((name, k) => [`book${k}`, name] as const)) {
      const sentences = [`${name} came home .`, `Then ${name} sat down .`];
      const rows = [0, 1].map((k) => `MENTION\tT${k}\t${k}\t${k}\t${k}\t${k}\t${name}\tPER\tPROP`);
      const write = (path: string, lines: readonly string[]) => writeFileSync(join(litbank, path), lines.join("\n"));
      write(`coref/tsv/${book}_brat.txt`, sentences);
      write(`coref/tsv/${book}_brat.ann`, [...rows, "COREF\tT0\tE", "COREF\tT1\tE"]);
      write(`original/${book}.txt`, sentences);
    }
    const out = scratch.path("names.json");
    const trained = script("train-names.mjs", litbank, "--folds", "2", "--epochs", "1", "--out", out);
    expect([trained.code, trained.out], trained.err).toEqual([0, expect.stringMatching(/8 names, 2 folds/)]);
    expect(JSON.parse(readFileSync(out, "utf8")).about).toContain("LitBank");
  });

  test.each([
    ["train-pointer.mjs", ["sample", "--out", "x.json"], /no summarised works outside validation/],
    ["train-pointer.mjs", ["sample", "--members", "0", "--out", "x.json"], /--members 0 leaves nothing/],
    ["train-pointer.mjs", ["sample", "--without", "magic", "--out", "x.json"], /no evidence "magic"/],
    ["train-completion-scorer.mjs", ["sample", "--out", "x.json"], /no summarised work outside validation/],
    ["train-names.mjs", ["nowhere"], /no annotated books; give the folder of a clone of LitBank/],
  ])("%s %j is refused with a sentence, and nothing is written", (name, [given = "", ...more], sentence) => {
    const out = scratch.path("x.json");
    const folder = given === "sample" ? join(root, "corpora", "sample") : given;
    const { code, err } = script(name, folder, ...more.map((word) => (word === "x.json" ? out : word)));
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(existsSync(out)).toBe(false);
  });
});
