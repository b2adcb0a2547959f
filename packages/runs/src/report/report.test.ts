import { paperMethods, results } from "@plotline/align";
import { describe, expect, test } from "vitest";
import { alignmentTable, figure, workTable } from "./alignment-table.ts";
import { matrixFigure } from "./matrix-figure.ts";
import { paperRow } from "./paper.ts";

const judged = (f: number, confidence: number) => ({
  score: { precision: f, recall: f, f },
  links: [{ confidence, right: true }],
});

describe("the table", () => {
  const rows = results(
    [{ name: "TFIDF" }, { name: "mine" }],
    [
      { work: "A", number: 0, methods: [judged(0.2, 1), judged(0.5, 0.7)] },
      { work: "B", number: 0, methods: [judged(0.4, 1), judged(0.7, 0.9)] },
    ],
    { byWork: true },
  );

  test("sets each method next to the paper's, and says what is missing", () => {
    const { rows: cells } = alignmentTable({ methods: rows }, new Map([["BERT", "--encoder"]]));
    expect(cells[0]).toEqual(["TFIDF", ".300", ".300", ".300", ".200–.400", ".428", ".173", ".229"]);
    expect(cells[1]?.slice(-3)).toEqual(["–", "–", "–"]);
    expect(cells[2]).toEqual(["BERT", "–", "–", "–", "--encoder", ".142", ".056", ".075"]);
  });

  test("has a row a work, and reliability only where a method has doubts", () => {
    expect(workTable(rows).rows).toEqual([
      ["A", "1", ".200", ".500"],
      ["B", "1", ".400", ".700"],
    ]);
    expect(rows[0]?.reliability).toBeUndefined();
  });

  test("knows every aligner of the paper", () => {
    for (const { name } of paperMethods) expect(paperRow(name)?.f).toBeGreaterThan(0);
    const figures = [figure(0.4521), figure(1), figure(-0.25), figure(-0.0001), figure(10.5), figure(undefined)];
    expect(figures).toEqual([".452", "1.000", "-.250", ".000", "10.500", "–"]);
  });
});

describe("the figure", () => {
  test("draws a run of links as one rectangle and escapes names", () => {
    const link = (story: number) => ({ summary: 0, story, confidence: 1 });
    const gold = [link(0), link(1)];
    const svg = matrixFigure({
      title: "A & B",
      points: 1,
      paragraphs: 4,
      panels: [
        { name: "gold", links: gold },
        { name: "<mine>", links: [link(1), link(2)] },
      ],
      gold,
    });
    expect(svg).toContain("A &amp; B");
    expect(svg).toContain("&lt;mine&gt;");
    expect(svg.match(/<rect class="right"/g)).toHaveLength(3);
    expect(svg.match(/<rect class="wrong"/g)).toHaveLength(2);
    expect(svg).not.toMatch(/NaN|undefined/);
  });

  test("of a chapter without links is still a figure", () => {
    expect(matrixFigure({ title: "", points: 0, paragraphs: 0, panels: [{ name: "x", links: [] }] })).not.toMatch(
      /NaN|Infinity/,
    );
  });
});
