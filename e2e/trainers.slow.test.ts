import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Ran, root, Scratch } from "./testing/plotline.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

function script(name: string, ...args: string[]): Ran {
  const done = spawnSync(process.execPath, [join(root, "scripts", "run.mjs"), "training", name, ...args], {
    encoding: "utf8",
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

describe("the commands that train what ships", () => {
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
    const trained = script("names", litbank, "--folds", "2", "--epochs", "1", "--out", out);
    expect([trained.code, trained.out], trained.err).toEqual([0, expect.stringMatching(/8 names, 2 folds/)]);
    expect(JSON.parse(readFileSync(out, "utf8")).about).toContain("LitBank");
  });

  test("without books it is refused with a sentence, and nothing is written", () => {
    const out = scratch.path("x.json");
    const { code, err } = script("names", "nowhere", "--out", out);
    const sentence = /nowhere is missing: it must be a clone of github\.com\/dbamman\/litbank/;
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(existsSync(out)).toBe(false);
  });
});
