import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plotline as run } from "../../testing/plotline.ts";

const sample = "corpora/sample";
let folder: string;
let output: string;
let errors: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plotline-tasks-"));
  for (const emitter of [process, process.stdout]) emitter.setMaxListeners(100); // each run listens for its end
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const emitter of [process, process.stdout]) emitter.setMaxListeners(10);
});

/** Runs a command line and keeps what it prints. */
async function plotline(...argv: string[]): Promise<number> {
  const { code, out, err } = await run(...argv);
  [output, errors] = [out, err];
  return code;
}

function files(dataset: string): Record<string, string> {
  const names = readdirSync(dataset, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(dataset.length + 1), readFileSync(path).toString("base64")];
    }),
  );
}

describe("plotline tasks", () => {
  it("writes the same dataset twice: JSON lines, Parquet and a card", async () => {
    const [one, two] = [join(folder, "one"), join(folder, "two")];
    const choice = ["--alignment", "Posterior-BM25", "gold", "--work", "The Telling at Winterlow", "Forty Guineas"];
    expect(await plotline("tasks", sample, "--out", one, ...choice)).toBe(0);
    expect(await plotline("tasks", sample, "--out", two, ...choice)).toBe(0);
    expect(files(one)).toEqual(files(two));
    expect(Object.keys(files(one)).sort()).toEqual(
      [
        "README.md",
        ...["cloze", "completion", "passages"].flatMap((name) =>
          ["jsonl", "parquet"].map((end) => `${name}/validation.${end}`),
        ),
      ].sort(),
    );
    const lines = readFileSync(join(one, "cloze", "validation.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(join(one, "cloze", "validation.parquet")),
    });
    expect(rows).toEqual(lines);
    const card = readFileSync(join(one, "README.md"), "utf8");
    const rights = ["license: cc0-1.0", "## Rights", "stories of 2 works: CC0-1.0", "summaries of 2 works: CC0-1.0"];
    for (const part of ["configs:", "path: cloze/validation.parquet", "| no context |", ...rights])
      expect(card).toContain(part);
  });

  it("leaves restricted texts out, inline contexts too, and restores them to the byte", async () => {
    const [own, bare, full, back] = ["own", "bare", "full", "back"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    cpSync(sample, own, { recursive: true });
    rmSync(join(own, "corpus.json"), { force: true });
    const work = ["--work", "The Telling at Winterlow"];
    expect(await plotline("tasks", own, "--out", bare, "--no-controls", "--inline", ...work)).toBe(0);
    expect(errors).toContain("left out: the summaries");
    expect(readFileSync(join(bare, "cloze", "train.jsonl"), "utf8")).not.toContain("@placeholder");
    await plotline("tasks", own, "--out", full, "--no-controls", "--inline", "--include-restricted", ...work);
    expect(await plotline("tasks", "restore", bare, own, "--out", back)).toBe(0);
    const [restored, made] = [files(back), files(full)];
    for (const name of Object.keys(made)) if (name !== "README.md") expect(restored[name], name).toBe(made[name]);
    const summary = join(own, "summaries", "The Telling at Winterlow", "0.txt.utf8");
    writeFileSync(summary, readFileSync(summary, "utf8").replaceAll("the", "teh"));
    expect(await plotline("tasks", "restore", bare, own, "--out", join(folder, "never"))).toBe(2);
    expect(errors).toMatch(/paragraph \d+ of the guide reads differently in your corpus/);
    expect(readdirSync(folder)).not.toContain("never");
  });

  it("says in one sentence what is wrong", async () => {
    const taken = join(folder, "taken");
    cpSync(join(folder, "one"), taken, { recursive: true });
    writeFileSync(join(taken, "mine.txt"), "");
    for (const [argv, sentence] of [
      [["tasks", sample], "Give an output folder with --out."],
      [["tasks", sample, "--out", taken], "exists already"],
      [["tasks", sample, "--out", taken, "--force"], 'contains more than a dataset ("mine.txt")'],
      [["tasks", sample, "--out", join(folder, "x"), "--alignment", "Nothing"], 'There is no method "Nothing"'],
      [
        ["tasks", sample, "--out", join(folder, "x"), "--size", "1"],
        "Must be 2 or more: a question needs a wrong option",
      ],
      [["tasks", join(folder, "nowhere"), "--out", join(folder, "x")], "no such corpus folder"],
      [
        ["tasks", "restore", join(sample, "stories"), sample, "--out", join(folder, "x")],
        "is not a dataset of plotline",
      ],
    ] as const) {
      expect(await plotline(...argv), argv.join(" ")).toBe(2);
      expect(errors, argv.join(" ")).toContain(sentence);
      expect(errors.trim()).toMatch(/^plotline: [^\n]+(\n\(--help shows how\))?$/m);
    }
  });

  it("makes an empty, valid dataset of stories without names, and refuses alignments of another corpus", async () => {
    const bare = join(folder, "nameless");
    const write = (path: string, text: string) => {
      cpSync(join(sample, "README.md"), join(bare, path));
      writeFileSync(join(bare, path), text);
    };
    write("stories/Rain/0.txt.utf8", "it rained.\n\nit rained again.");
    write("summaries/Rain/0.txt.utf8", "rain.");
    const out = join(folder, "empty");
    expect(await plotline("tasks", bare, "--out", out, "--json", "--no-words")).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      entityQuestions: 0,
      bullets: 1,
      counts: { cloze: {}, completion: {}, passages: { train: 2 } },
    });
    expect(readFileSync(join(out, "README.md"), "utf8")).not.toContain("cloze/train.parquet");
    write("alignments/mine/Rain/0.txt", "S0: 7\n");
    expect(await plotline("tasks", bare, "--out", join(folder, "y"), "--alignment", "mine")).toBe(2);
    expect(errors).toContain("make the alignment again");
    expect(await plotline("quiz", bare)).toBe(2);
    expect(errors).toContain("yields no questions");
  });
});
