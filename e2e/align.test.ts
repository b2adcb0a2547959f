import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeTinyBert } from "@plotline/align/testing";
import { needs } from "@plotline/base/testing";
import { afterAll, describe, expect, test, vi } from "vitest";
import { plotline, plotlineHere, root, Scratch } from "./testing/plotline.ts";

const scratch = new Scratch();
const corpus = scratch.sample();
const json = async (...args: string[]) => JSON.parse((await plotlineHere(...args, "--json", "--quiet")).out);

afterAll(() => scratch.remove());

describe("plotline align", () => {
  test("writes rows and confidences for every summarised chapter, the same bytes however many threads", async () => {
    const other = scratch.sample("other");
    for (const [folder, threads] of [
      [corpus, "1"],
      [other, "3"],
    ] as const)
      expect(
        (await plotlineHere("align", folder, "--method", "Random-5", "Posterior-BM25", "--threads", threads)).code,
      ).toBe(0);
    for (const method of ["Random-5", "Posterior-BM25"]) {
      const files = filesUnder(join(corpus, "alignments", method));
      expect(files.length).toBe(17 * 2);
      for (const file of files)
        expect(readFileSync(join(other, "alignments", method, file), "utf8")).toBe(
          readFileSync(join(corpus, "alignments", method, file), "utf8"),
        );
    }
    const rows = readFileSync(join(corpus, "alignments", "Posterior-BM25", "Forty Guineas", "0.txt"), "utf8");
    expect(rows).toMatch(/^S0: \d+/);
    expect(rows).not.toContain("NaN");
  });

  needs("onnxruntime").test(
    "runs a model without reporting to anybody: onnxruntime's telemetry is off, also in threads",
    () => {
      const home = scratch.path("home");
      mkdirSync(home);
      for (const name of ["HOME", "XDG_CACHE_HOME"]) vi.stubEnv(name, home);
      vi.stubEnv("CI", undefined);
      const encoder = scratch.path("tiny");
      writeTinyBert(encoder);
      const work = ["--work", "The Telling at Winterlow", "--encoder", encoder];
      expect(plotline("align", corpus, ...work, "--method", "BERT").code).toBe(0);
      vi.unstubAllEnvs();
      expect(readdirSync(home)).toEqual([]);
    },
  );

  test("uses a method from a module, and reports its faults in one sentence", async () => {
    const module = scratch.path("mine.mjs");
    writeFileSync(
      module,
      `export default { name: "first", prepare: () => async ({ summary }) => summary.map((_, i) => ({ summary: i, story: 0 })) };`,
    );
    expect((await plotlineHere("align", corpus, "--aligner", module)).out).toContain("first:");
    const [result] = (await json("evaluate", corpus, "--aligner", module, "--method", "TFIDF")).methods.slice(-1);
    expect(result.method).toBe("first");
    const faults: [string, RegExp][] = [
      ["export default 3;", /default export must be a method/],
      ["export default {", /cannot be loaded/],
      [
        `export default { name: "x", prepare: () => async () => [{ summary: 0, story: 99999 }] };`,
        /99999.*but there are/,
      ],
      [
        `export default { name: "x", prepare: () => async () => { throw new Error("no luck"); } };`,
        /failed in .*no luck/,
      ],
      [`export default { name: "x", prepare: () => 5 };`, /prepare must give a function/],
      [
        `export default { name: "x", prepare: () => async () => [{ summary: 0, story: 0, confidence: NaN }] };`,
        /not between 0 and 1/,
      ],
    ];
    for (const [k, [source, sentence]] of faults.entries()) {
      const broken = scratch.path(`broken-${k}.mjs`);
      writeFileSync(broken, source);
      const ran = await plotlineHere("align", corpus, "--aligner", broken, "--threads", String(1 + (k % 2)));
      expect(ran.code).toBe(2);
      expect(ran.err).toMatch(sentence);
      expect(ran.err).not.toMatch(/\n\s+at /);
    }
  });
});

describe("plotline evaluate", () => {
  test("prints the table next to the paper's, with its signature, and the same numbers as JSON", async () => {
    const { signature, chapters, methods } = await json(
      "evaluate",
      corpus,
      "--method",
      "TFIDF",
      "Posterior-BM25",
      "--by-work",
    );
    expect(chapters).toBe(17);
    expect(signature).toMatch(/^corpus:[\da-f]{12}\|works:all\|.*seed:1\|version:/);
    for (const { precision, recall, f, interval, works } of methods) {
      expect(precision > 0 && recall > 0 && interval[0] <= f && f <= interval[1]).toBe(true);
      expect(works.map((work: { chapters: number }) => work.chapters)).toEqual([7, 9, 1]);
    }
    expect(methods[1].reliability.bins).toHaveLength(10);
    const { out } = await plotlineHere("evaluate", corpus);
    expect(out).toMatch(/Chronological-TFIDF +\.\d{3} +\.\d{3} +\.\d{3} +\.\d{3}–\.\d{3} +\.351 +\.670 +\.452/);
    expect(out).toMatch(/Chronological-BERT .*--encoder/);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("chooses works", async () => {
    const only = await json("evaluate", corpus, "--method", "TFIDF", "--work", "Forty Guineas");
    const rest = await json("evaluate", corpus, "--method", "TFIDF", "--except", "Forty Guineas");
    expect([only.chapters, rest.chapters]).toEqual([7, 10]);
    expect((await plotlineHere("evaluate", corpus, "--work", "Nothing")).err).toContain('no work called "Nothing"');
  });

  test("scores alignments made elsewhere like any other", async () => {
    const gold = readFileSync(join(corpus, "manual_alignments", "Forty Guineas", "0.txt"), "utf8");
    const rows = gold.split("\n").flatMap((row) => {
      const [, point, list] = /^S(\d+):(.*)$/.exec(row) ?? [];
      return point === undefined ? [] : [{ point, stories: list?.match(/\d+/g) ?? [] }];
    });
    const links = rows.flatMap(({ point, stories }) => stories.map((story) => [Number(point), Number(story)]));
    writeFileSync(scratch.path("a.jsonl"), JSON.stringify({ work: "Forty Guineas", chapter: 0, links }));
    const made = await json("evaluate", corpus, "--from", scratch.path("a.jsonl"));
    expect([made.chapters, made.methods[0].method, made.methods[0].f]).toEqual([1, "a", 1]);
    const stored = join(corpus, "alignments", "by hand", "Forty Guineas");
    mkdirSync(stored, { recursive: true });
    writeFileSync(join(stored, "0.txt"), gold);
    const { methods } = await json("evaluate", corpus, "--method", "by hand", "No alignment");
    rmSync(join(corpus, "alignments", "by hand"), { recursive: true });
    expect([methods[1].method, methods[1].f]).toEqual(["by hand", 1]);
    writeFileSync(scratch.path("rungs.txt"), "0\t0\t0.3\n");
    const other = await plotlineHere("evaluate", corpus, "--from", scratch.path("rungs.txt"));
    expect([other.code, other.err]).toEqual([2, expect.stringContaining("rungs.txt, line 1")]);
  });
});

describe("one chapter", () => {
  const chapter = ["--work", "Forty Guineas", "--chapter", "1"];

  test("compare: methods, gold, and what is stored", async () => {
    expect(await json("evaluate", "compare", corpus, "gold", "gold")).toMatchObject({ f: 1, kappa: 1, chapters: 17 });
    expect((await json("evaluate", "compare", corpus, "gold", "first")).f).toBeLessThan(0.3);
    expect((await plotlineHere("evaluate", "compare", corpus, "gold", "nobody")).err).toContain(
      'no alignment called "nobody"',
    );
  });

  test("compare: annotators", async () => {
    const sheet = join(corpus, "annotators", "ada", "Forty Guineas", "0.json");
    mkdirSync(join(sheet, ".."), { recursive: true });
    const steps = [{ act: "link", cells: [{ summary: 0, story: 0 }] }];
    writeFileSync(sheet, JSON.stringify({ revision: 1, steps, position: 1 }));
    expect(await json("evaluate", "compare", corpus, "ada", "gold")).toMatchObject({ chapters: 1, first: 1 });
  });

  test("explain: words, place and rival", async () => {
    const { reasons } = await json("explain", corpus, ...chapter, "--point", "3");
    expect(reasons[0].words.length).toBeGreaterThan(0);
    expect(reasons[0].rival.story).toBeGreaterThanOrEqual(0);
    expect((await plotlineHere("explain", corpus, ...chapter, "--point", "99")).err).toContain("There is no point 99");
    expect(
      (await plotlineHere("explain", corpus, ...chapter, "--point", "1", "--alignment", "Random-1")).err,
    ).toContain("no reasons");
  });

  test("missing: uncovered stretches, unmatched points, order", async () => {
    const { works, chapters } = await json("explain", "missing", corpus, "--alignment", "gold");
    expect(works).toHaveLength(3);
    expect(chapters[0]).toMatchObject({ work: "Forty Guineas", number: 0 });
    expect((await plotlineHere("explain", "missing", corpus, ...chapter)).out).toContain("What the guide leaves out");
  });

  test("figure: gold first, one panel a method", async () => {
    const out = scratch.path("figure.svg");
    expect((await plotlineHere("evaluate", "figure", corpus, ...chapter, "--out", out)).code).toBe(0);
    const names = [...readFileSync(out, "utf8").matchAll(/class="name"[^>]*>([^<]*)/g)].map((found) => found[1]);
    expect(names).toEqual(["gold", "Random-5", "Diagonal-5", "TFIDF", "Chronological-TFIDF"]);
  });
});

describe("worker threads", () => {
  test("give results in the order of the tasks and pass faults on", async () => {
    const built = pathToFileURL(join(root, "packages", "runs", "dist", "jobs", "threads.js")).href;
    const { threads }: typeof import("@plotline/runs/node") = await import(built);
    const source = `export const square = async (setup) => async (task) => {
      if (task === setup.bad) throw new Error("task " + task);
      await new Promise((done) => setTimeout(done, (task * 7) % 5));
      return task * task;
    };`;
    const module = `data:text/javascript,${encodeURIComponent(source)}`;
    const start = async () => async (task: number) => task * task;
    const tasks = Array.from({ length: 200 }, (_, k) => k);
    const found: number[] = [];
    for await (const result of threads(3).run({ module, name: "square", setup: { bad: -1 }, start }, tasks))
      found.push(result);
    expect(found).toEqual(tasks.map((task) => task * task));
    const failing = async () => {
      for await (const _ of threads(2).run({ module, name: "square", setup: { bad: 50 }, start }, tasks)) found.pop();
    };
    await expect(failing()).rejects.toThrow("task 50");
  });
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(txt|json)$/.test(file));
}
