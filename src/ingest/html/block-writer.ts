import { countSingleSpaced } from "../../corpus/words.ts";
import { type Block, collapsed, mustBeBookSized, textBlocks } from "../blocks/block.ts";
import { unixLines } from "../files/decode.ts";

const [lineBreak, softHyphen, noBreakSpace] = ["\u0001", "\u00ad", "\u00a0"];

/** Gathers the text of a page into blocks. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  /** Of the block that is being written: its text, and its level where it is a heading. */
  text = "";
  level = 0;
  /** Blank lines before the next block. */
  gap = 1;
  preformatted = false;
  /** The block is inside of a section of a chapter. */
  inner = false;
  /** The block has white space that is neither a space nor a line break. */
  private hasOddSpace = false;
  private start = 0;
  /** A line break was the last thing seen: another one ends the paragraph. */
  private broken = false;
  private readonly oddPage: boolean;
  private line: number;
  private nextLine: number;

  constructor(
    private readonly html: string,
    firstLine: number,
  ) {
    this.oddPage = hasOddSpace(html);
    this.line = firstLine;
    this.nextLine = html.indexOf("\n");
  }

  add(start: number, text: string): void {
    if (this.text === "") this.start = start;
    if (text === softHyphen) return;
    if (text === noBreakSpace) this.hasOddSpace = true;
    if (this.broken && /\S/.test(text)) this.broken = false;
    this.text += text;
  }

  newLine(): void {
    this.text += lineBreak;
  }

  /** One break ends a line, two end a paragraph: some pages have no other mark. */
  breakLine(): void {
    if (this.preformatted) this.text += "\n";
    else if (!this.broken || this.level > 0) this.newLine();
    else {
      this.flush();
      this.gap++;
    }
    this.broken = true;
  }

  /** Ends the block. */
  flush(): void {
    if (this.text !== "") this.write(this.text);
    this.text = "";
    this.level = 0;
    this.broken = this.hasOddSpace = false;
  }

  private write(text: string): void {
    if (this.preformatted) {
      const lines = textBlocks(unixLines(text.replaceAll(lineBreak, "\n")), this.lineOf(this.start));
      for (const each of lines) this.blocks.push(each);
      return;
    }
    mustBeBookSized(this.blocks.length);
    const line = this.onOneLine(text.trim());
    const words = countSingleSpaced(line);
    const tidy = tidied(words === undefined ? collapsed(line) : line);
    if (tidy === "") return;
    const { gap, level } = this;
    this.blocks.push({
      text: tidy,
      gap,
      line: this.lineOf(this.start),
      level,
      words: tidy === line ? words : undefined,
      ...(this.inner && level > 0 && { inner: true }),
    });
    this.gap = 1;
  }

  private onOneLine(text: string): string {
    if (this.hasOddSpace || (this.oddPage && hasOddSpace(text))) return text.replace(/\s+/g, " ");
    if (!text.includes("\n")) return text;
    return text.includes("\r") ? text.replace(/\r\n/g, " ") : text.replace(/\n/g, " ");
  }

  /** Counts on from where it was asked last. */
  private lineOf(offset: number): number {
    while (this.nextLine >= 0 && this.nextLine < offset) {
      this.line++;
      this.nextLine = this.html.indexOf("\n", this.nextLine + 1);
    }
    return this.line;
  }
}

/** White space that is neither a space nor a line break, or a line break of old. */
function hasOddSpace(text: string): boolean {
  return (
    text.includes("\t") ||
    text.includes("\u00a0") ||
    text.includes("\v") ||
    text.includes("\f") ||
    (text.includes("\r") && !text.includes("\n"))
  );
}

/** Line ends as a browser shows them; emphasis on nothing is dropped. */
function tidied(flat: string): string {
  const lines = flat.includes(lineBreak) ? flat.replace(/ *(?:\u0001 *)+/g, "\n").trim() : flat;
  return lines.includes("_") ? lines.replace(/__|_ _|^_$/g, "") : lines;
}
