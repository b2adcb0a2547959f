import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copySample, folderOfFile, trainOn } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { manyCommands, plotline, refusal, sample } from "../../testing/plotline.ts";

manyCommands();
const folder = folderOfFile();
const corpus = trainOn(copySample(join(folder, "corpus")));
rmSync(join(corpus, "manual_alignments", "Forty Guineas", "1.txt"));

const size = ["--hidden", "4", "--embedding", "4", "--threads", "1", "--epochs", "1", "--chapters", "8"];
const small = [...size, "--alignment", "Chronological-TFIDF"];

test("a reader is trained, refused a second start, resumed as it is and scored next to the controls", async () => {
  const run = join(folder, "cloze");
  const batches = ["--tokens", "2500", "--held-back", "0.4"];
  const trained = await plotline("train", "cloze", corpus, "--out", run, ...small, ...batches, "--json");
  expect(trained.code, trained.err).toBe(0);
  expect(JSON.parse(trained.out)).toMatchObject({ ended: "finished", steps: 2, passes: 1, trainedOn: { works: 2 } });
  expect(await refusal("train", "cloze", corpus, "--out", run)).toContain("Resume it with --resume");
  const other = ["--epochs", "2", "--hidden", "4", "--learning-rate", "0.5"];
  expect(await refusal("train", "cloze", corpus, "--out", run, "--resume", ...other)).toMatch(
    /was started with --learning-rate 0\.\d+, --epochs 1, not --learning-rate 0\.5, --epochs 2/,
  );
  const more = await plotline("train", "cloze", corpus, "--out", run, "--resume", "--json");
  expect(JSON.parse(more.out)).toMatchObject({ steps: 2, signature: expect.stringContaining("hidden:4") });
  const settings = { tokens: 2500, heldBack: 0.4, epochs: 1 };
  const file = JSON.parse(readFileSync(join(run, "reader.json"), "utf8"));
  expect(file).toMatchObject({ train: settings, threads: 1 });
  for (const [name, value] of Object.entries({ ...file.model, ...file.train }))
    expect(`${file.signature}|`).toContain(`|${name}:${value}|`);
  const metrics = readFileSync(join(run, "metrics.jsonl"), "utf8").trim().split("\n");
  expect(metrics.map((line) => JSON.parse(line).step)).toEqual([1, 2, 2]);

  const scored = await plotline("score", run, corpus, "--threads", "1", "--json");
  expect(scored.code, scored.err).toBe(0);
  const result = JSON.parse(scored.out);
  expect(result).toMatchObject({ task: "cloze", alignment: "Chronological-TFIDF", questions: 20 });
  const hits: string = result.right["The Telling at Winterlow"];
  expect(result.accuracy).toBe([...hits].filter((hit) => hit === "1").length / hits.length);
  expect(existsSync(join(run, "score.json"))).toBe(true);
  const shown = await plotline("score", run, corpus, "--threads", "1");
  expect(shown.out).toMatch(
    /20 questions \(chance .* works drawn again\)[\s\S]*paper .* blind .* no context[\s\S]*reader[\s\S]*majority/,
  );
  const book = join(corpus, "books", "Forty Guineas.txt");
  expect(await refusal("summarize", book, "--model", run)).toContain("which cannot write");
}, 60_000);

test("a decoder writes as many bullets as asked for", async () => {
  const run = join(folder, "completion");
  const trained = await plotline("train", "completion", corpus, "--out", run, ...small);
  expect(trained.code, trained.err).toBe(0);
  expect(trained.out).toMatch(/\nBest accuracy on held-out chapters: \d\.\d{3} \(\d+ questions; chance 0\.100\)\n/);
  expect(trained.err).toMatch(
    /note: \d+ held-out questions show little about a reader; 100 or more would be needed\.\n/,
  );
  const book = join(corpus, "books", "Forty Guineas.txt");
  const short = ["--points", "2", "--longest", "5", "--beam", "2"];
  expect(await refusal("summarize", book, "--model", run, ...short)).toMatch(
    /cannot write yet: .* of \d+ held-out points .* chance/,
  );
  const written = await plotline("summarize", book, "--model", run, ...short, "--anyway", "--json");
  expect(written.code, written.err).toBe(0);
  expect(JSON.parse(written.out).bullets).toHaveLength(2);
}, 60_000);

test.each([
  [["train", "cloze", sample], "no summarised work outside validation"],
  [["train", "cloze", corpus, "--held-back", "1"], "Must be at least 0 and less than 1"],
  [["train", "cloze", corpus, "--alignment", "Nonsense"], "Nonsense"],
  [["train", "cloze", corpus, "--alignment", "gold"], "The alignment gold is missing for"],
])("%j: %s", async (line, sentence) => {
  expect(await refusal(...line, "--out", join(folder, "none"))).toContain(sentence);
});

test("a folder without a reader cannot be scored", async () => {
  expect(await refusal("score", join(folder, "none"), corpus)).toContain("holds no trained reader");
});
