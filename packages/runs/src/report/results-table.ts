import type { ResultRow, TaskFigure } from "@plotline/align";
import { figure, type Table } from "./alignment-table.ts";
import { paperNames, paperRow } from "./paper.ts";

export interface Results {
  /** The rows of the paper, then others; a row of the paper that we lack is shown all the same. */
  readonly rows: readonly ResultRow[];
  readonly signature: string;
  readonly notes?: readonly string[];
}

/** A row as it is set: ours and the paper's, five figures each. */
export interface SetRow {
  readonly method: string;
  readonly g: string;
  readonly order: string;
  readonly ours: readonly string[];
  readonly paper: readonly string[];
}

export const figureNames = ["P", "R", "F", "cloze", "completion"] as const;

/** The paper's table with ours next to it: the paper's rows in their order, then our others. */
export function setRows({ rows }: Pick<Results, "rows">): SetRow[] {
  const byName = new Map(rows.map((row) => [row.method, row]));
  const others = rows.map(({ method }) => method).filter((method) => !paperNames.includes(method));
  return [...paperNames, ...others].map((method) => setRow(byName.get(method) ?? { method }));
}

/** The same as one plain table, for the app. */
export function resultsTable(results: Pick<Results, "rows">): Table {
  return {
    header: ["alignment", "g", "order", ...figureNames, ...figureNames.map((name) => `paper ${name}`)],
    rows: setRows(results).map(({ method, g, order, ours, paper }) => [method, g, order, ...ours, ...paper]),
  };
}

/** What each accuracy is based on: interval, seeds, how much was read and for how long. */
export function detailTable({ rows }: Pick<Results, "rows">): Table {
  const found = rows.flatMap((row) =>
    (["cloze", "completion"] as const).flatMap((task) => {
      const of = row[task];
      return of === undefined ? [] : [[row.method, task, ...detailCells(of)]];
    }),
  );
  return {
    header: ["alignment", "task", "right", "95 %", "seeds", "asked", "trained on", "passes", "time", "device"],
    rows: found,
  };
}

function setRow(row: ResultRow): SetRow {
  const paper = paperRow(row.method);
  const mark = (is: boolean | undefined) => (is ? "✓" : "");
  return {
    method: row.method,
    g: mark(paper?.g ?? row.g),
    order: mark(paper?.order ?? row.order),
    ours: [row.precision, row.recall, row.f, row.cloze?.accuracy, row.completion?.accuracy].map(figure),
    paper: [paper?.precision, paper?.recall, paper?.f, paper?.cloze, paper?.completion].map(figure),
  };
}

function detailCells(of: TaskFigure): string[] {
  const { accuracy, interval, spread, seeds, questions, trainedOn, passes, seconds, device } = of;
  const range = spread === undefined ? "" : ` (${figure(spread[0])}–${figure(spread[1])})`;
  return [
    `${figure(accuracy)}${range}`,
    `${figure(interval[0])}–${figure(interval[1])}`,
    seeds.length === 0 ? "–" : seeds.join(" "),
    String(questions),
    trainedOn === undefined ? "–" : String(trainedOn),
    passes === undefined ? "–" : passes.toFixed(1),
    seconds === undefined ? "–" : timeText(seconds),
    device ?? "–",
  ];
}

function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** The table for a README: a figure of ours followed by the paper's in italics, then what each accuracy rests on. */
export function resultsMarkdown(results: Results): string {
  const rows = setRows(results).map(({ method, g, order, ours, paper }) => [
    method,
    g,
    order,
    ...ours.map((own, k) => (paper[k] === "–" ? own : `${own} *${paper[k]}*`)),
  ]);
  const table = markdownTable({ header: ["alignment", "g", "order", ...figureNames], rows }, 3);
  const details = detailTable(results);
  return [
    table,
    "Ours, and the paper's in italics. *g*: uses a similarity of two texts; *order*: keeps the order of the story.",
    ...(details.rows.length === 0 ? [] : [markdownTable(details, 2)]),
    ...(results.notes ?? []),
    `\`${results.signature}\``,
  ].join("\n\n");
}

/** The first `left` columns are words, the others numbers. */
function markdownTable({ header, rows }: Table, left: number): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(" | ")} |`;
  return [line(header), `|${header.map((_, k) => (k < left ? "---" : "--:")).join("|")}|`, ...rows.map(line)].join(
    "\n",
  );
}

function plain(text: string): string {
  return text.replace(/[|\\]/g, "\\$&").replace(/\s+/g, " ");
}

/** Short enough for both halves to fit eighty columns. */
const heads: Readonly<Record<(typeof figureNames)[number], string>> = {
  P: "P",
  R: "R",
  F: "F",
  cloze: "clz",
  completion: "cmp",
};

/** The table in at most eighty columns: ours on the left, the paper's on the right. */
export function resultsText(results: Pick<Results, "rows">): string {
  const rows = setRows(results);
  const name = Math.min(longestName, Math.max(...rows.map(({ method }) => method.length)));
  const line = (method: string, g: string, order: string, ours: string, paper: string) =>
    `${shortened(method, name).padEnd(name)} ${g.padEnd(1)} ${order.padEnd(1)}  ${ours}  ${paper}`.trimEnd();
  const titles = cells(figureNames.map((title) => heads[title]));
  const rule = "─".repeat(name + 4 + 2 * (titles.length + 2));
  const body = rows.map(({ method, g, order, ours, paper }) => line(method, g, order, cells(ours), cells(paper)));
  return [
    line("", "", "", "ours".padEnd(titles.length), "paper"),
    line("alignment", "g", "t", titles, titles),
    rule,
    ...body,
    rule,
    "g: uses a similarity; t: keeps the order of time; clz, cmp: share of cloze and",
    "completion questions answered right; –: not measured, or not in the paper.",
  ].join("\n");
}

/** The two halves and the marks leave this much. */
const longestName = 22;
const widths = [4, 5, 4, 4, 4];

function shortened(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - 1)}…`;
}

function cells(figures: SetRow["ours"]): string {
  return widths.map((width, k) => (figures[k] ?? "").padStart(width)).join(" ");
}
