import { existsSync } from "node:fs";
import { join } from "node:path";
import { contentOf, copySample, temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { plotline, refusal, sample } from "../testing/plotline.ts";

test("check: 0 when all is well, 1 with faults, 2 when there is no corpus", async () => {
  const well = await plotline("check", sample, "--json");
  expect(well.code).toBe(0);
  expect(Object.keys(JSON.parse(well.out))).toEqual([
    "works",
    "chapters",
    "summarised",
    "goldChapters",
    "links",
    "outOfOrder",
    "examples",
    "faults",
  ]);
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n", "manual_alignments/A/0.txt": "S0: 7\n" });
  const faulty = await plotline("check", folder, "--json");
  expect(faulty.code).toBe(1);
  expect(JSON.parse(faulty.out).faults[0]).toEqual({
    file: "manual_alignments/A",
    row: null,
    why: expect.any(String),
    leavesOut: true,
  });
  expect((await plotline("check", folder)).out).toMatch(/1 work, 1 chapter, 0 of them summarised\n/);
  const nothing = await plotline("check", join(folder, "nowhere"));
  expect(nothing).toMatchObject({ code: 2, out: "" });
  expect(nothing.err).toMatch(/^plotline: .*there is no such corpus folder\.\n$/);
});

test("check: of the published corpus, whether gold is as the paper's examples have it", async () => {
  const title = "The Masque of the Red Death";
  const folder = temporaryFolder({
    [`stories/${title}/0.txt.utf8`]: "One.\n\nTwo.\n",
    [`summaries/${title}/0.txt.utf8`]: "A.\n\nB.\n\nC.\n\nD.\n\nE.\n",
    [`manual_alignments/${title}/0.txt`]: "S0: 0\nS1: 1\nS2: 1\nS3: 1\nS4: 0, 1\n",
  });
  const { code, out } = await plotline("check", folder);
  expect(code).toBe(0);
  expect(out).toContain(
    `the paper's examples: 3 of 4 rows as printed\n  ${title}/0.txt: S4: 0, 1; the paper has S4: 1\n`,
  );
});

test("stats: the paper's rows next to this corpus, within 80 columns", async () => {
  const { code, out } = await plotline("check", sample, "--statistics");
  expect(code).toBe(0);
  expect(out).toMatch(/NarrativeQA +659 +62,528 +1,572/);
  expect(out).toMatch(/sample \(this corpus\) +\d+ +[\d,]+ +17\n/);
  expect(out).toMatch(/rows out of order +\d+\n.*rows +[\d.]+ %\n.*links +[\d.]+ %/);
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect(JSON.parse((await plotline("check", sample, "--statistics", "--json")).out).gold.chapters).toBe(17);
});

test("rename and remove", async () => {
  const folder = copySample(temporaryFolder());
  const renamed = await plotline("corpus", "rename", folder, "Forty Guineas", "40: Guineas");
  expect(renamed.out).toBe('"Forty Guineas" is now called "40: Guineas", in folders called 40_ Guineas.\n');
  expect((await plotline("corpus", "remove", folder, "40: Guineas")).code).toBe(0);
  const left = () => Object.keys(contentOf(folder)).filter((path) => path.includes("40_"));
  expect(left().filter((path) => !path.startsWith(".removed/"))).toEqual([]);
  expect((await plotline("corpus", "remove", folder, "40: guineas", "--undo")).out).toBe('"40: Guineas" is back.\n');
  expect(left().some((path) => path.startsWith("stories/"))).toBe(true);
  expect(await refusal("corpus", "remove", folder, "Nothing", "--undo")).toMatch(
    /No work called "Nothing" was removed from .*; removed works: none\./,
  );
  expect((await plotline("check", folder)).code).toBe(0);
});

test("export says what it left out", async () => {
  const folder = temporaryFolder({ "stories/A/0.txt.utf8": "One.\n", "summaries/A/0.txt.utf8": "Sum.\n" });
  const out = join(folder, "rows.jsonl");
  const { code, err } = await plotline("export", folder, "--out", out);
  expect(code).toBe(0);
  expect(err).toContain("left out: the story of A (no licence on record)");
  expect(err).toContain("left out: the summaries of A (no licence on record)");
  expect((await plotline("export", folder, "--out", out)).err).toMatch(/exists already/);
  const all = await plotline("export", folder, "--out", out, "--replace", "--include-restricted", "--json");
  const [, aside = ""] = /what was there before is in (.*) now;/.exec(all.err) ?? [];
  expect(existsSync(aside)).toBe(true);
  expect(JSON.parse(all.out)).toMatchObject({ chapters: 1, leftOut: [] });
  expect((await plotline("export", folder, "--out", out, "--format", "xml")).code).toBe(2);
});
