import { learnedWithTask, noContext, paperMethods } from "@plotline/align";
import { describe, expect, test } from "vitest";
import { paperNames, paperRow } from "./paper.ts";
import { detailTable, type Results, resultsMarkdown, resultsTable, resultsText, setRows } from "./results-table.ts";

const cloze = {
  accuracy: 0.4321,
  interval: [0.41, 0.45],
  chance: 0.1,
  questions: 3696,
  seeds: [1, 2],
  spread: [0.42, 0.44],
} as const;
const results: Results = {
  rows: [
    { method: "Chronological-TFIDF", precision: 0.35, recall: 0.66, f: 0.446, cloze },
    { method: "plot|line <mine>", g: true, order: true, f: 0.6 },
    { method: noContext, cloze: { accuracy: 0.1, interval: [0.1, 0.1], chance: 0.1, questions: 3696, seeds: [] } },
  ],
  signature: "corpus:x|seed:1",
  notes: ["Quick."],
};

test("the paper's table has its 18 rows, with what each uses", () => {
  expect(paperNames).toEqual([noContext, ...paperMethods.map(({ name }) => name), learnedWithTask]);
  const using = (what: "g" | "order") => paperNames.filter((name) => paperRow(name)?.[what]).length;
  expect([using("g"), using("order")]).toEqual([9, 9]);
});

describe("the table", () => {
  test("has every row of the paper in its order, measured or not, then ours", () => {
    const rows = setRows(results);
    expect(rows.map(({ method }) => method)).toEqual([...paperNames, "plot|line <mine>"]);
    expect(rows.at(-3)).toEqual({
      method: "Chronological-TFIDF",
      g: "✓",
      order: "✓",
      ours: [".350", ".660", ".446", ".432", "–"],
      paper: [".351", ".670", ".452", ".407", ".154"],
    });
    expect(rows[0]).toMatchObject({
      g: "",
      ours: ["–", "–", "–", ".100", "–"],
      paper: ["–", "–", "–", ".109", ".102"],
    });
    expect(resultsTable(results).rows[0]).toHaveLength(resultsTable(results).header.length);
  });

  test("as text fits eighty columns", () => {
    const text = resultsText({ rows: [...results.rows, { method: "Chronological-TFIDF-stems" }] });
    for (const line of text.split("\n")) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(text).toContain("Chronological-TFIDF    ✓ ✓  .350  .660 .446 .432    –  .351  .670 .452 .407 .154");
  });

  test("says what each accuracy rests on", () => {
    expect(detailTable(results).rows).toEqual([
      ["Chronological-TFIDF", "cloze", ".432 (.420–.440)", ".410–.450", "1 2", "3696", "–", "–", "–", "–"],
      [noContext, "cloze", ".100", ".100–.100", "–", "3696", "–", "–", "–", "–"],
    ]);
  });

  test("as Markdown carries its signature, and escapes names", () => {
    const markdown = resultsMarkdown(results);
    expect(markdown).toContain("| Chronological-TFIDF | ✓ | ✓ | .350 *.351* |");
    expect(markdown).toContain("plot\\|line <mine>");
    expect(markdown.endsWith("`corpus:x|seed:1`")).toBe(true);
  });
});
