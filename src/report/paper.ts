import table from "./data/paper.json" with { type: "json" };

/** A row of the paper's table: alignment, and the accuracy of its two tasks on it. */
export interface PaperRow {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  readonly cloze: number;
  readonly completion: number;
}

/** What the paper has for a method, where it has one of that name. */
export function paperRow(method: string): PaperRow | undefined {
  return rows.get(method);
}

const rows: ReadonlyMap<string, PaperRow> = new Map(Object.entries(table));
