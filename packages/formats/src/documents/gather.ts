import { type DocumentBlock, mostBlocks } from "./document.ts";

/** Collects the text of a block as it is read, and the blocks in their order. */
export class Gatherer {
  readonly blocks: DocumentBlock[] = [];
  private text = "";
  /** Where we are in each of the tables that are open. */
  private readonly tables: { row: number; column: number }[] = [];

  /** `what`: which part of a table begins. */
  enterTable(what: "table" | "row" | "cell"): void {
    const table = this.tables.at(-1);
    if (what === "table") this.tables.push({ row: -1, column: -1 });
    else if (table !== undefined && what === "row") [table.row, table.column] = [table.row + 1, -1];
    else if (table !== undefined) table.column++;
  }

  leaveTable(): void {
    this.tables.pop();
  }

  add(text: string): void {
    this.text += text;
  }

  prefix(text: string): void {
    this.text = text + this.text;
  }

  /** Ends the block; one without text is dropped. */
  end(kind: DocumentBlock["kind"], { level = 1, strong = false }: { level?: number; strong?: boolean } = {}): void {
    const text = this.text
      .replace(/[ \t\u00a0]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim();
    this.text = "";
    if (text === "" || this.blocks.length >= mostBlocks) return;
    const rank = kind === "heading" ? Math.min(6, Math.max(1, level)) : 0;
    const table = this.tables.at(-1);
    const cell = table !== undefined && table.column >= 0 ? { cell: { ...table } } : {};
    this.blocks.push({ kind, level: rank, text, ...(strong && { strong }), ...cell });
  }
}
