/** A plain-text table; columns whose cells are numbers are set flush right. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, k) => Math.max(width(title), ...rows.map((row) => width(row[k] ?? ""))));
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

function pad(text: string, to: number, right: boolean): string {
  const space = " ".repeat(Math.max(0, to - width(text)));
  return right ? space + text : text + space;
}

/** Columns on the terminal: colour codes and combining marks take none. */
function width(text: string): number {
  return [...text.replace(/\u001b\[[\d;]*m/g, "").normalize("NFC")].length;
}
