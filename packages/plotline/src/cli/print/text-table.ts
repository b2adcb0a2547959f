import { sumOf } from "@plotline/base";
import type { Table } from "@plotline/runs";
import { bold, dim } from "./print.ts";
import { withoutStyles } from "./terminal.ts";
import { beginning, wrap } from "./wrap.ts";

/**
 * A plain-text table; columns of numbers are right-aligned. On a terminal that is too narrow, the first cell of a row,
 * such as a work's title, is truncated.
 */
export function textTable(
  header: readonly string[],
  all: readonly (readonly string[])[],
  columns = process.stdout.columns || Number.POSITIVE_INFINITY,
): string {
  const rows = all.map((row) => [...row]);
  const needed = header.map((title, k) => Math.max(width(title), ...rows.map((row) => width(row[k] ?? ""))));
  const others = sumOf(needed.slice(1), (each) => each + 2);
  const first = Math.max(Math.min(needed[0] ?? 0, columns - others), width(header[0] ?? ""), 12);
  for (const row of rows) if (width(row[0] ?? "") > first) row[0] = beginning(row[0] ?? "", first);
  const widths = [Math.min(needed[0] ?? 0, first), ...needed.slice(1)];
  const right = header.map(
    (_, k) => rows.length > 0 && rows.every((row) => /^[–\-+.\d,% ()[\]/×]*$/.test(row[k] ?? "")),
  );
  const line = (cells: readonly string[]) =>
    widths
      .map((w, k) => pad(cells[k] ?? "", w, right[k] ?? false))
      .join("  ")
      .trimEnd();
  return [line(header), widths.map((w) => "─".repeat(w)).join("  "), ...rows.map(line)].join("\n");
}

/** A table under its title. */
export function titledTable(title: string, { header, rows }: Table): string {
  return `${bold(title)}\n${textTable(header, rows)}`;
}

/** The line that says how a table was made. */
export function signatureText(signature: string): string {
  return dim(wrap(signature.replaceAll("|", " | ")));
}

function pad(text: string, to: number, right: boolean): string {
  const space = " ".repeat(Math.max(0, to - width(text)));
  return right ? space + text : text + space;
}

/** Width on the terminal: colour codes and combining marks take none. */
function width(text: string): number {
  return [...withoutStyles(text).normalize("NFC")].length;
}
