import { figureNames, type Results, type SetRow, setRows } from "./results-table.ts";

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
