import { type DocumentBlock, mostBlocks } from "./document.ts";

/** Collects the text of a block as it is read, and the blocks in their order. */
export class Gatherer {
  readonly blocks: DocumentBlock[] = [];
  private text = "";

  add(text: string): void {
    this.text += text;
  }

  prefix(text: string): void {
    this.text = text + this.text;
  }

  /** Ends the block; one without text is none. */
  end(kind: DocumentBlock["kind"], { level = 1, strong = false }: { level?: number; strong?: boolean } = {}): void {
    const text = this.text
      .replace(/[ \t\u00a0]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .trim();
    this.text = "";
    if (text === "" || this.blocks.length >= mostBlocks) return;
    const rank = kind === "heading" ? Math.min(6, Math.max(1, level)) : 0;
    this.blocks.push({ kind, level: rank, text, ...(strong && { strong }) });
  }
}
