import { type Block, mustBeBookSized, onOneLine, textBlocks } from "@plotline/formats";
import { unixLines } from "@plotline/formats/node";

const [lineBreak, softHyphen] = ["\u0001", "\u00ad"];
/** Where emphasis begins and ends. */
const [emphasisStart, emphasisEnd] = ["\u0002", "\u0003"];

/** Gathers the text of a page into blocks. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  /** Of the block that is being written: its text, and its level where it is a heading. */
  text = "";
  level = 0;
  /** What the pictures of a heading say: it counts where the heading has no words. */
  picture = "";
  /** The letter that a picture shows at the beginning of a paragraph: it counts where the text goes on in small letters. */
  initial = "";
  /** Blank lines before the next block. */
  gap = 1;
  preformatted = false;
  /** The block is inside of a section of a chapter. */
  inner = false;
  /** What else is known of the block. */
  marks: Pick<Block, "item" | "cell" | "strong"> = {};
  private start = 0;
  /** A line break was the last thing seen: another one ends the paragraph. */
  private broken = false;
  private line = 1;
  private nextLine = -1;
  private source = "";

  /** The page, in which lines are counted. */
  set html(html: string) {
    this.source = html;
    this.nextLine = html.indexOf("\n");
  }

  add(start: number, text: string): void {
    if (this.text === "") this.start = start;
    if (text === softHyphen) return;
    if (this.broken && /\S/.test(text)) this.broken = false;
    if (this.initial !== "" && /\S/.test(text)) {
      if (this.text.trim() === "" && /^\s*\p{Ll}/u.test(text)) this.text += this.initial;
      this.initial = "";
    }
    this.text += text;
  }

  /** Where emphasis begins or ends. */
  emphasize(opens: boolean): void {
    this.text += opens ? emphasisStart : emphasisEnd;
  }

  newLine(): void {
    this.text += lineBreak;
  }

  /** One break ends a line, two end a paragraph: some pages have no other mark. */
  breakLine(end: () => void): void {
    if (this.preformatted) this.text += "\n";
    else if (!this.broken || this.level > 0) this.newLine();
    else {
      end();
      this.gap++;
    }
    this.broken = true;
  }

  /** Ends the block. */
  flush(): void {
    if (this.level > 0 && !/\S/.test(this.text) && isTitle(this.picture)) this.text = this.picture;
    if (this.text !== "") this.write(this.text);
    [this.text, this.picture] = ["", ""];
    this.level = 0;
    this.broken = false;
  }

  private write(text: string): void {
    if (this.preformatted) {
      const printed = withUnderscores(text.replaceAll(lineBreak, "\n"));
      const lines = textBlocks(unixLines(printed), this.lineOf(this.start));
      for (const each of lines) this.blocks.push(each);
      return;
    }
    mustBeBookSized(this.blocks.length);
    const tidy = tidied(onOneLine(text));
    if (tidy === "") return;
    const { gap, level } = this;
    this.blocks.push({
      text: tidy,
      gap,
      line: this.lineOf(this.start),
      level,
      ...(this.inner && level > 0 && { inner: true }),
      ...this.marks,
    });
    this.gap = 1;
  }

  /** Counts on from where it was asked last. */
  private lineOf(offset: number): number {
    while (this.nextLine >= 0 && this.nextLine < offset) {
      this.line++;
      this.nextLine = this.source.indexOf("\n", this.nextLine + 1);
    }
    return this.line;
  }
}

/** Not `image` or `cover.jpg`. */
function isTitle(alt: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(alt) &&
    !/^\s*(?:(?:image|picture|illustration|ornament|decorat\w+|cover)\b|\S+\.\w{3,4}\s*$)/i.test(alt)
  );
}

/** Line ends as a browser shows them. */
function tidied(flat: string): string {
  return withUnderscores(flat.includes(lineBreak) ? flat.replace(/ *(?:\u0001 *)+/g, "\n").trim() : flat);
}

/** Emphasis that holds nothing, or that goes on after a space, is dropped. */
function withUnderscores(text: string): string {
  if (!text.includes(emphasisStart) && !text.includes(emphasisEnd)) return text;
  return text
    .replace(/\u0002( *)\u0003|\u0003( *)\u0002/g, "$1$2")
    .replace(/^[\u0002\u0003]$/, "")
    .replace(/[\u0002\u0003]/g, "_")
    .trim();
}
