import { paperMethods } from "@plotline/align";
import { modelSchema, trainSchema } from "@plotline/questions";
import { describe, expect, test } from "vitest";
import type { CellFile } from "../paper/cell-file.ts";
import type { PaperResults } from "../paper/results.ts";
import { withFigures } from "./figure-blocks.ts";
import { paperNames, paperRow } from "./paper.ts";
import { detailTable, resultsMarkdown, resultsTable, resultsText, setRows } from "./results-table.ts";

const hashes = { corpus: "c", questions: "q", test: "t", contexts: "x", settings: "s", graph: "g" };

function cell(alignment: string, seed: number, accuracies: readonly number[], ended: boolean): CellFile {
  const works = ["A", "B"].map((work, k) => ({
    work,
    questions: 10,
    right: (accuracies.at(-1) ?? 0) + (k - 0.5) / 10,
  }));
  const accuracy = accuracies.at(-1) ?? 0;
  const paper = { accuracy, chance: 0.1, questions: 20, interval: [0, 1], byWork: [0, 1], works, right: {} };
  const curve = accuracies.map((validation, k) => ({
    pass: k + 1,
    loss: 1,
    heldBack: validation,
    validation,
    cpuSeconds: 1800,
  }));
  return {
    task: "cloze",
    alignment,
    seed,
    learningRate: 3e-4,
    set: "paper-1",
    hashes,
    model: modelSchema.parse({}),
    train: trainSchema.parse({ seed }),
    curve,
    ...(ended && {
      ended: "early" as const,
      score: { paper: paper as never, blind: { ...paper, accuracy: 0.3 } as never },
    }),
  };
}

const majority = { answerer: "majority", task: "cloze", questions: 9, byWork: [0.1, 0.4] as [number, number] } as const;
const byWork = [
  { work: "A", chapters: 2, f: 0.4 },
  { work: "B", chapters: 1, f: 0.5 },
];
const round = { precision: 0.5, recall: 0.5, f: 0.5, accuracy: 0.4 };
const results: PaperResults = {
  alignment: {
    signature: "corpus:c|seed:1",
    chapters: 3,
    methods: [
      { method: "Chronological-TFIDF", precision: 0.35, recall: 0.66, f: 0.446, works: byWork },
      { method: "Random-1", precision: 0.1, recall: 0.1, f: 0.1, seeds: 20 },
      { method: "plot|line <mine>", precision: 0.6, recall: 0.6, f: 0.6 },
    ],
  },
  encoder: {
    signature: "corpus:c|encoder:mini-12ab|seed:1",
    chapters: 3,
    methods: [{ method: "BERT", precision: 0.6, recall: 0.2, f: 0.3 }],
  },
  cells: [
    cell("Chronological-TFIDF", 1, [0.3, 0.4], true),
    cell("Chronological-TFIDF", 2, [0.3, 0.4, 0.46], true),
    cell("No alignment", 1, [0.2, 0.31, 0.3], false),
    cell("TFIDF", 1, [], false),
  ],
  answers: [
    {
      alignment: "TFIDF",
      set: "paper-1",
      hashes: { corpus: "c", cloze: "q", completion: "i" },
      works: ["A", "B"],
      scores: [
        { ...majority, alignment: "TFIDF", protocol: "paper", right: 0.3 },
        { ...majority, alignment: "TFIDF", protocol: "blind", right: 0.25 },
        { ...majority, alignment: "no context", protocol: "blind", right: 0.2 },
      ],
    },
  ],
  learned: [
    {
      method: "CCCP",
      precision: 0.2,
      recall: 0.4,
      f: 0.25,
      accuracy: 0.33,
      signature: "l",
      hashes: { graph: "g" },
      rounds: [],
    },
    {
      method: "CCCP-pointing",
      units: 64,
      ...round,
      signature: "l",
      hashes: { graph: "g" },
      rounds: [
        { round: 0, ...round },
        { round: 1, ...round },
      ],
    },
  ],
};

test("the paper's table has its 18 rows, with what each uses", () => {
  expect(paperNames).toEqual(["No context", ...paperMethods.map(({ name }) => name), "CCCP"]);
  const using = (what: "g" | "order") => paperNames.filter((name) => paperRow(name)?.[what]).length;
  expect([using("g"), using("order")]).toEqual([9, 9]);
});

describe("the table", () => {
  const rows = setRows(results);
  const row = (name: string) => rows.find(({ method }) => method.startsWith(name));

  test("has every row of the paper in its order, measured or not, then ours", () => {
    const plain = rows.map(({ method }) => method.replace(/ \(\d+ seeds\)$/, ""));
    const ours = ["CCCP-pointing (64 units, 1 round)", "CCCP-pointing (64 units, 1 round), untrained"];
    expect(plain).toEqual([...paperNames, "plot|line <mine>", "BERT (by mini-12ab)", ...ours]);
    expect(row("Chronological-TFIDF")).toEqual({
      method: "Chronological-TFIDF",
      g: "✓",
      order: "✓",
      ours: [".350", ".660", ".446", ".430", "–"],
      paper: [".351", ".670", ".452", ".407", ".154"],
    });
    expect(row("No context")?.ours).toEqual(["–", "–", "–", ".100", "–"]);
    expect(row("Random-1")?.method).toBe("Random-1 (20 seeds)");
    expect(row("CCCP")?.ours).toEqual([".200", ".400", ".250", ".330", "–"]);
    expect(resultsTable(results).rows[0]).toHaveLength(resultsTable(results).header.length);
  });

  test("shows what is still trained after its best pass, and says that it still improves", () => {
    expect(row("No alignment")?.ours[3]).toBe(".310…");
    expect(row("TFIDF")?.ours[3]).toBe("–");
  });

  test("as text fits eighty columns", () => {
    const text = resultsText(results);
    for (const line of text.split("\n")) expect([...line].length, line).toBeLessThanOrEqual(80);
    expect(text).toContain("Chronological-TFIDF  ✓ ✓  .350  .660 .446  .430     –  .351  .670 .452 .407 .154");
  });

  test("says what each accuracy stands on", () => {
    const [tfidf, none] = ["Chronological-TFIDF", "No alignment"].map((name) =>
      detailTable(results).rows.find(([method]) => method === name),
    );
    expect(tfidf?.slice(2, 6)).toEqual(["3e-4", "1 2", "2 3", ".430 (.400–.460)"]);
    expect(tfidf?.slice(6)).toEqual([expect.stringMatching(/^\.\d{3}–\.\d{3}$/), ".300", ".430", "1.0", "ended"]);
    expect(none?.slice(4)).toEqual(["3", ".310", "–", "–", ".310", "0.5", "not finished"]);
    expect(detailTable(results).rows).toHaveLength(2);
  });

  test("as Markdown carries its signatures, and escapes names", () => {
    const markdown = resultsMarkdown(results);
    expect(markdown).toContain("| Chronological-TFIDF | ✓ | ✓ | .350 *.351* |");
    expect(markdown).toContain("plot\\|line <mine>");
    expect(markdown.endsWith("`corpus:c|seed:1`\n\n`set:paper-1|corpus:c|test:t`")).toBe(true);
  });
});

describe("a page", () => {
  test("gets its blocks of figures, and keeps everything else", () => {
    const page =
      "# A\n\n<!-- figures: curves -->\nold\n<!-- /figures -->\n\nb\n<!-- figures: headline -->\n<!-- /figures -->\n";
    const made = withFigures(page, results);
    expect(made).toContain("| Chronological-TFIDF, cloze, seed 2, 3e-4 | .300 | .400 | .460 |");
    expect(made).toContain(
      "| cloze, the paper's reader with No alignment | .149 | .310 (1 seed, 3 passes, not all finished) |",
    );
    expect(made).not.toContain("old");
    expect(withFigures(made, results)).toBe(made);
    expect(withFigures("<!-- figures: tasks -->\n<!-- /figures -->", results)).toContain(
      "| cloze | .407 | 3e-4 | 1 2 |",
    );
    expect(withFigures("<!-- figures: answers -->\n<!-- /figures -->", results)).toContain(
      "| majority | .250 (.100–.400) | .200 (.100–.400) | .300 (.100–.400) |",
    );
    expect(withFigures("<!-- figures: alignment -->\n<!-- /figures -->", results)).toContain(
      "| Chronological-TFIDF | .350 *.351* | .660 *.670* | .446 *.452* | .400–.500 |",
    );
    const claim = withFigures("<!-- figures: claim -->\n<!-- /figures -->", results);
    expect(claim).toContain("| Chronological-TFIDF, 2 seeds | .300 | .400 | .430 |");
    expect(claim).toContain("| No alignment, 1 seed | .200 | .310 | .310… |");
    expect(claim).toContain("| between them | .100 | .090 | .120 |");
    expect(claim).toContain("| the most frequent name of the work | .300 | .300 | .300 |");
    const ended = { ...results, cells: [results.cells[0]!, cell("No alignment", 1, [0.2, 0.3], true)] };
    expect(withFigures("<!-- figures: claim -->\n<!-- /figures -->", ended)).toMatch(
      /between.* \.100 \(\.100 to \.100\)/,
    );
    expect(withFigures("<!-- figures: claim -->\n<!-- /figures -->", { ...results, cells: [] })).toContain(
      "Nothing has",
    );
    expect(() => withFigures("<!-- figures: magic -->\n<!-- /figures -->", results)).toThrow("no block of figures");
  });
});
