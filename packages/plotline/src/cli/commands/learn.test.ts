import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, refusal, sample } from "../testing/plotline.ts";

const small = ["--hidden", "8", "--embedding", "8", "--rounds", "1", "--threads", "1", "--quiet", "--json"];

test("learn writes its alignment like any method, and a run", async () => {
  const corpus = copySample(temporaryFolder());
  const { code, out } = await plotline("learn", corpus, ...small);
  expect(code).toBe(0);
  const said = JSON.parse(out);
  expect(said.rounds.map(({ round }: { round: unknown }) => round)).toEqual(["start", 0, 1]);
  expect(said).toMatchObject({ method: "Learned-cloze", round: 1, f: said.rounds[2].f, aligned: 17 });
  expect(existsSync(join(corpus, "alignments/Learned-cloze/The Sea's Tithe/0.txt"))).toBe(true);
  expect(JSON.parse(readFileSync(join(corpus, "runs/learn-cloze-1/run.json"), "utf8")).kind).toBe("learned with cloze");

  const shown = await plotline("learn", corpus, ...small.filter((word) => word !== "--json"));
  expect(shown.out).toMatch(
    /based on \d+ questions of chapters with gold and \d+ questions of held-out works.*Chance is 0\.1/,
  );

  expect(await refusal("learn", corpus, ...small, "--hidden", "9")).toContain("contains a run with other settings");
});

test.each([
  [["--rounds", "0"], /Must be 1 or more/],
  [["--task", "riddles"], /Allowed choices are cloze, completion/],
])("learn %s is refused with a sentence", async (options, sentence) => {
  expect(await refusal("learn", sample, ...options, "--out", join(temporaryFolder(), "run"))).toMatch(sentence);
});
