import type { Block } from "../blocks/block.ts";
import { mostBlocks } from "../blocks/block.ts";

/** Collects the text of a block as it is read, and the blocks in their order. */
export class Gatherer {
  readonly blocks: Block[] = [];
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
  end({ level = 0, item = false, strong = false }: { level?: number; item?: boolean; strong?: boolean } = {}): void {
    const text = this.text
      .replace(/[ \t\u00a0]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim();
    this.text = "";
    if (text === "" || this.blocks.length > mostBlocks) return;
    const table = this.tables.at(-1);
    const cell = table !== undefined && table.column >= 0 ? { cell: { ...table } } : {};
    const marks = { ...(strong && { strong }), ...(item && { item: {} }), ...cell };
    this.blocks.push({ text, gap: level > 0 ? 4 : 1, line: 0, level: Math.min(6, Math.max(0, level)), ...marks });
  }
}
