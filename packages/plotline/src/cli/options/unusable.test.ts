import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, sample } from "../testing/plotline.ts";

const bad = "manual_alignments/Forty Guineas/0.txt";

function withBadGold(): string {
  const folder = copySample(temporaryFolder());
  writeFileSync(join(folder, bad), "hello\n");
  return folder;
}

test.each([
  ["evaluate", ["--method", "TFIDF"]],
  ["align", ["--method", "TFIDF"]],
  ["questions", ["--out", "OUT"]],
  ["export", ["--out", "OUT"]],
  ["explain", ["missing", "--alignment", "TFIDF"]],
  ["check", ["--statistics"]],
])("%s names a chapter that it leaves out, with --quiet and in JSON too", async (name, more) => {
  const folder = withBadGold();
  const out = join(temporaryFolder(), "out");
  const [group, options] = more[0] === "missing" ? [["missing"], more.slice(1)] : [[], more];
  const given = options.map((option) => (option === "OUT" ? out : option));
  const { err, out: text } = await plotline(name, ...group, folder, ...given, "--json", "--quiet");
  expect(err).toContain("1 file cannot be used; 17 chapters with a summary and 16 chapters with gold remain:");
  expect(err).toContain(`${bad}, line 1: "hello" is not a row`);
  expect(JSON.parse(text).unusable).toEqual({
    leftOut: [expect.objectContaining({ file: bad, row: 1 })],
    remaining: { chapters: 17, gold: 16 },
  });
});

test("where nothing is left out nothing is said, and of chosen works only theirs", async () => {
  const well = await plotline("evaluate", sample, "--method", "TFIDF", "--json");
  expect(well.err).not.toContain("cannot be used");
  expect(JSON.parse(well.out)).not.toHaveProperty("unusable");
  const folder = withBadGold();
  const other = await plotline("evaluate", folder, "--method", "TFIDF", "--work", "The Sea's Tithe");
  expect(other.err).not.toContain("cannot be used");
  const without = await plotline("evaluate", folder, "--method", "TFIDF", "--except", "Forty Guineas");
  expect(without.err).not.toContain("cannot be used");
});
