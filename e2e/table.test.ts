import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plotline, plotlineHere, root, Scratch, startPlotline, stopWhile } from "./testing/plotline.ts";

const scratch = new Scratch();
const quick = ["--quick", "--method", "Chronological-TFIDF", "--task", "cloze", "--threads", "1"];
let corpus: string;

beforeAll(() => {
  corpus = scratch.sample();
});

afterAll(() => scratch.remove());

describe("plotline table", () => {
  test("killed in the middle, resumes with what is there, and trains nothing twice", async () => {
    const started = startPlotline("table", corpus, ...quick, "--quiet");
    const ended = new Promise((resolve) => started.once("exit", resolve));
    await stopWhile(started, () => results().length > 0);
    started.kill("SIGKILL");
    await ended;
    const [first = ""] = results();
    const before = statSync(first).mtimeMs;
    expect(plotline("table", corpus, ...quick).code).toBe(0);
    expect(results()).toHaveLength(2);
    expect(statSync(first).mtimeMs).toBe(before);
    const times = results().map((file) => statSync(file).mtimeMs);
    expect(plotline("table", corpus, ...quick, "--quiet").code).toBe(0);
    expect(results().map((file) => statSync(file).mtimeMs)).toEqual(times);
    expect(
      readdirSync(join(corpus, "runs"), { recursive: true }).filter((name) => /safetensors|progress/.test(`${name}`)),
    ).toEqual([]);
  });

  test("prints all rows of the paper in eighty columns, with its signature", () => {
    const { out, err } = plotline("table", corpus, ...quick, "--details");
    for (const line of out.split("\n")) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^No context +– +– +– \.1\d\d +– .* \.109 \.102$/m);
    expect(out).toMatch(/^Chronological-TFIDF +✓ ✓ +\.624 +\.832 \.711 \.\d{3} +– +\.351 +\.670 \.452 \.407 \.154$/m);
    expect(out).toMatch(/^CCCP .*\.355/m);
    expect(out.replaceAll("\n", " ")).toMatch(/size:quick .* folds:1\. .* seeds:1/);
    expect(err).toContain("not what an alignment is worth");
  });

  test("as JSON and Markdown", () => {
    const { rows } = JSON.parse(plotline("table", corpus, ...quick, "--json", "--quiet").out);
    const row = rows.find(({ method }: { method: string }) => method === "Chronological-TFIDF");
    expect(row).toMatchObject({ f: expect.closeTo(0.711, 3), cloze: { questions: 252, seeds: [1] } });
    const page = scratch.path("table.md");
    expect(plotline("table", corpus, ...quick, "--out", page, "--quiet")).toMatchObject({ code: 0, out: "" });
    expect(readFileSync(page, "utf8")).toContain("| Chronological-TFIDF | ✓ | ✓ |");
  });

  test.each([
    ["nothing to make it of", ["table"], /a corpus folder, or --from/],
    ["two things", ["table", "x", "--from", "y"], /a corpus folder, or --from/],
    ["a folder without results", ["table", "--from", "nowhere"], /nowhere has no results/],
    ["a method that is not there", ["table", "CORPUS", "--method", "Magic"], /no method "Magic"/],
    ["seeds that are none", ["table", "CORPUS", "--seeds", "1,two"], /[Ww]hole numbers are needed/],
  ])("%s: one sentence and exit code 2", async (_, words, sentence) => {
    const { code, err } = await plotlineHere(...words.map((word) => (word === "CORPUS" ? corpus : word)));
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("a result that was edited to nonsense is named", async () => {
    const folder = scratch.path("results");
    mkdirSync(join(folder, "readers"), { recursive: true });
    writeFileSync(
      join(folder, "readers", "cloze-TFIDF-1.json"),
      '{"task":"cloze","alignment":"TFIDF","seed":1,"accuracy":7}',
    );
    const { code, err } = await plotlineHere("table", "--from", folder);
    expect(code).toBe(2);
    expect(err).toMatch(/cloze-TFIDF-1\.json: accuracy/);
  });
});

describe("the committed results", () => {
  const folder = join(root, "results");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));

  test("make the committed table; after new results: plotline table --from results --out results/table.md", async () => {
    const { code, out } = await plotlineHere("table", "--from", folder, "--format", "markdown");
    expect(code).toBe(0);
    expect(out).toBe(readFileSync(join(folder, "table.md"), "utf8"));
  });

  test.each(files)("%s holds numbers and names, and no text", (file) => {
    const strings = stringsIn(JSON.parse(readFileSync(join(folder, file), "utf8")));
    const long = strings.filter((text) => !/^[\d.\s]*$/.test(text) && text.split(/\s+/).length > 40);
    expect(long).toEqual([]);
  });
});

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** The results of trainings that have ended. */
function results(): string[] {
  const runs = join(corpus, "runs");
  if (!existsSync(runs)) return [];
  return readdirSync(runs)
    .map((id) => join(runs, id, "run.json"))
    .filter((file) => existsSync(file) && JSON.parse(readFileSync(file, "utf8")).kind === "train cloze")
    .sort();
}
