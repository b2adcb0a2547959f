import type { Table } from "./alignment-table.ts";
import { detailTable, figureNames, type Results, setRows } from "./results-table.ts";

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
