import table from "./data/paper.json" with { type: "json" };

/** A row of the paper's table: what the alignment uses, how good it is, and the accuracy of the two tasks on it. */
interface PaperRow {
  /** It uses a similarity g of two texts. */
  readonly g: boolean;
  /** It keeps the order of the story. */
  readonly order: boolean;
  readonly precision?: number;
  readonly recall?: number;
  readonly f?: number;
  readonly cloze?: number;
  readonly completion?: number;
}

/** The paper's row for a method of this name, where it has one. */
export function paperRow(method: string): PaperRow | undefined {
  return rows.get(method);
}

const rows: ReadonlyMap<string, PaperRow> = new Map(Object.entries(table));

/** The rows of the paper's table, in its order; the learned alignment comes last. */
export const paperNames: readonly string[] = [...rows.keys()];
