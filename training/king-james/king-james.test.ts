import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addWork, checkCorpus } from "@plotline/corpus/node";
import { contentOf, temporaryFolder } from "@plotline/corpus/testing";
import { describe, expect, test } from "vitest";
import { readBook } from "./book.ts";
import { replaceCorpus, workOf } from "./make.ts";
import { goldOf, pointsOf } from "./points.ts";

const corpus = fileURLToPath(new URL("../../corpora/king-james", import.meta.url));

describe("corpora/king-james", () => {
  test("has no faults", async () => {
    const { works, faults } = await checkCorpus(corpus);
    expect([works, faults]).toEqual([20, []]);
  });

  test("Ruth is made of its source, byte for byte", async () => {
    const file = fileURLToPath(new URL("fixtures/08-RUT.p.sfm", import.meta.url));
    const folder = temporaryFolder();
    await addWork(folder, workOf(readFileSync(file, "utf8"), file, "validation"));
    for (const top of ["stories", "summaries", "manual_alignments"])
      expect(contentOf(join(folder, top, "Ruth"))).toEqual(contentOf(join(corpus, top, "Ruth")));
    const works = (of: string) => JSON.parse(readFileSync(join(of, "corpus.json"), "utf8")).works;
    expect(works(folder)[0]).toEqual(works(corpus).find(({ title }: { title: string }) => title === "Ruth"));
  });

  test("what is missing of the source is named, and nothing is written", async () => {
    const folder = temporaryFolder({ "08-RUT.p.sfm": "" });
    await expect(replaceCorpus(folder, join(folder, "corpus"))).rejects.toThrow(/no files of GEN, EXO, .* ACT; give/);
    expect(Object.keys(contentOf(folder))).toEqual(["08-RUT.p.sfm"]);
  });
});

test.each([
  ["\\h Ruth\n\\c 1\nIn the days\n", "rut, line 3: text outside verses and headings"],
  ["\\h Ruth\n\\c 1\n\\v In the days", '"In the days" begins with no number'],
  ["\\h Ruth\n", "rut has no title (\\h) or no chapter (\\c)"],
])("a file of another form is refused: %j", (text, fault) => {
  expect(() => readBook(text, "rut")).toThrow(fault);
});

const verses = Array.from({ length: 20 }, (_, k) => ({ number: k + 1, text: "Text." }));

describe("the points of a chapter", () => {
  test.each<[string, [string, number[]][]]>([
    [
      "1 The light, 3 of the sea. 10. 12 Of fish.",
      [
        ["The light,", [1]],
        ["of the sea.", [3]],
        ["Of fish.", [10, 12]],
      ],
    ],
    [
      "Wisdom calls, 10 and warns.",
      [
        ["Wisdom calls,", [1]],
        ["and warns.", [10]],
      ],
    ],
    [
      "I David mourns, 4 and sings.",
      [
        ["David mourns,", [1]],
        ["and sings.", [4]],
      ],
    ],
    [
      "1 The 2300. days. 4 After 70000 died.",
      [
        ["The 2300. days.", [1]],
        ["After 70000 died.", [4]],
      ],
    ],
    ["1 Of men, 15", [["Of men,", [1]]]],
  ])("%s", (heading, expected) => {
    expect(pointsOf({ heading, verses }).map((point) => [point.text, point.verses])).toEqual(expected);
  });

  const rows = (heading: string) => {
    const points = pointsOf({ heading, verses });
    const gold = goldOf(points, verses);
    return points.map((_, k) => gold?.filter(({ summary }) => summary === k).map(({ story }) => story + 1));
  };

  test("a point covers up to the verse before the next one that is named", () => {
    expect(rows("1 A. 4 B. 5. 18 C. 7 D.")).toEqual([
      [1, 2, 3],
      [4],
      [5, 6, 18, 19, 20],
      [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
    ]);
  });

  test("numbers that contradict each other give no links", () => {
    expect(rows("11 A. 2 B.")).toEqual([undefined, undefined]);
  });
});
