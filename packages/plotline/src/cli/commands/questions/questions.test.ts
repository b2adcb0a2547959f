import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentOf, copySample, folderOfFile, temporaryFolder } from "@plotline/corpus/testing";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { manyCommands, plotline, refusal, sample } from "../../testing/plotline.ts";

manyCommands();
const folder = folderOfFile();

describe("plotline questions", () => {
  it("writes the same dataset twice: JSON lines, Parquet and a card", async () => {
    const [one, two] = [join(folder, "one"), join(folder, "two")];
    const choice = ["--alignment", "Posterior-BM25", "gold", "--work", "The Telling at Winterlow", "Forty Guineas"];
    for (const out of [one, two]) expect((await plotline("questions", sample, "--out", out, ...choice)).code).toBe(0);
    expect(contentOf(one, "base64")).toEqual(contentOf(two, "base64"));
    const parts = ["cloze", "completion", "passages"];
    const tables = parts.flatMap((part) => [part, `${part}/validation.jsonl`, `${part}/validation.parquet`]);
    expect(Object.keys(contentOf(one)).sort()).toEqual(["README.md", ...tables].sort());
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
    const gold = "The contexts of gold are the gold links themselves.";
    for (const part of ["configs:", "path: cloze/validation.parquet", "| no context |", gold, ...rights])
      expect(card).toContain(part);
  });

  it("leaves restricted texts out, inline contexts too", async () => {
    const [own, bare] = [join(folder, "own"), join(folder, "bare")];
    copySample(own);
    rmSync(join(own, "corpus.json"));
    const work = ["--work", "The Telling at Winterlow"];
    const { code, err } = await plotline("questions", own, "--out", bare, "--inline", ...work);
    expect([code, err]).toEqual([0, expect.stringContaining("left out: the summaries")]);
    expect(readFileSync(join(bare, "cloze", "train.jsonl"), "utf8")).not.toContain("@placeholder");
  });

  it("says in one sentence what is wrong", async () => {
    const taken = join(folder, "taken");
    cpSync(join(folder, "one"), taken, { recursive: true });
    writeFileSync(join(taken, "mine.txt"), "");
    for (const [argv, sentence] of [
      [["questions", sample], "Give an output folder with --out."],
      [["questions", sample, "--out", taken], "exists already"],
      [["questions", sample, "--out", taken, "--replace"], 'contains more than a dataset ("mine.txt")'],
      [["questions", sample, "--out", join(folder, "x"), "--alignment", "Nothing"], 'There is no method "Nothing"'],
      [
        ["questions", sample, "--out", join(folder, "x"), "--set", "paper-9"],
        "Allowed choices are paper-1, paper-1-story",
      ],
      [["questions", join(folder, "nowhere"), "--out", join(folder, "x")], "no such corpus folder"],
    ] as const)
      expect(await refusal(...argv), argv.join(" ")).toContain(sentence);
  });

  it("makes an empty, valid dataset of stories without names, and refuses alignments of another corpus", async () => {
    const bare = temporaryFolder({
      "stories/Rain/0.txt.utf8": "it rained.\n\nit rained again.",
      "summaries/Rain/0.txt.utf8": "rain.",
      "alignments/mine/Rain/0.txt": "S0: 7\n",
    });
    const out = join(folder, "empty");
    const { code, out: said } = await plotline("questions", bare, "--out", out, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      entityQuestions: 0,
      points: 1,
      counts: { cloze: { train: 1 }, completion: {}, passages: { train: 2 } },
    });
    expect(readFileSync(join(out, "README.md"), "utf8")).not.toContain("completion/train.parquet");
    const aligned = ["questions", bare, "--out", join(folder, "y"), "--alignment", "mine"];
    expect(await refusal(...aligned)).toContain("make the alignment again");
    const quiz = ["quiz", bare, "--format", "moodle", "--out", join(folder, "quiz.xml")];
    expect(await refusal(...quiz)).toContain("yields no questions");
  });
});
