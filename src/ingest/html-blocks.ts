import type { QuoteType } from "htmlparser2";
import { countSingleSpaced } from "../corpus/words.ts";
import { type Block, collapsed, textBlocks } from "./block.ts";
import tags from "./data/html-tags.json" with { type: "json" };
import { unixLines } from "./decode.ts";
import { type PageReader, scanHtml } from "./scan-html.ts";
import { tokenize } from "./tokenize-html.ts";

export interface HtmlText {
  readonly blocks: Block[];
  readonly title: string | undefined;
  /** The block that each element with an id begins with. */
  readonly anchors: ReadonlyMap<string, number>;
}

/** The text of an HTML page, block by block. Works on tokens, without a tree, so that nesting costs nothing. */
export function htmlBlocks(html: string, firstLine = 1): HtmlText {
  const quick = new Reader(html, firstLine);
  return scanHtml(html, quick) ? quick : tokenizedBlocks(html, firstLine);
}

/** The same, read by htmlparser2. */
export function tokenizedBlocks(html: string, firstLine = 1): HtmlText {
  const reader = new Reader(html, firstLine);
  tokenize(html, reader);
  return reader;
}

const block = new Set(tags.block);
const wide = new Set(tags.wide);
const emphasis = new Set(tags.emphasis);
const skip = new Set(tags.skip);
const skippedClasses = new RegExp(tags.skippedClasses, "i");
const skippedIds = new RegExp(tags.skippedIds, "i");
const stanzaClasses = new RegExp(tags.stanzaClasses, "i");
const empty = new Set(["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "wbr"]);
const lineBreak = "\u0001";

/** An element whose end is awaited: its tag, and how many of that tag are open inside. */
interface Awaited {
  readonly tag: string;
  depth: number;
}

class Reader implements PageReader {
  readonly blocks: Block[] = [];
  readonly anchors = new Map<string, number>();
  title: string | undefined;
  private text = "";
  private start = 0;
  private gap = 1;
  private level = 0;
  private tag = "";
  private attribute = "";
  private value = "";
  private className = "";
  private id = "";
  private skipping: Awaited | undefined;
  private stanza: Awaited | undefined;
  private preformatted = false;
  private inTitle = false;
  /** A line break was the last thing seen: another one ends the paragraph. */
  private broken = false;
  /** The block, or the page, has white space that is neither a space nor a line break. */
  private odd = false;
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

  ontext(start: number, end: number): void {
    this.add(start, this.html.slice(start, end));
  }

  onmeaning(meaning: string): void {
    if (meaning === "\u00a0") this.odd = true;
  }

  onpassage(start: number, text: string): void {
    this.add(start, text);
  }

  ontextentity(codepoint: number, end: number): void {
    if (this.skipping !== undefined) return;
    if (this.text === "") this.start = end;
    if (codepoint !== 0xad) this.text += String.fromCodePoint(codepoint);
    if (codepoint === 0xa0) this.odd = true;
    else this.broken = false;
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.className = this.id = "";
  }

  onattribname(start: number, end: number): void {
    // Only class, id and name are asked for.
    const length = end - start;
    this.attribute = length === 5 || length === 2 || length === 4 ? this.html.slice(start, end).toLowerCase() : "";
    this.value = "";
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute === "class" || this.attribute === "id" || this.attribute === "name")
      this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: QuoteType): void {
    if (this.attribute === "class") this.className = this.value;
    else if (this.attribute === "id" || (this.attribute === "name" && this.tag === "a")) this.id = this.value;
  }

  onopentagend(): void {
    this.open(false);
  }

  onselfclosingtag(): void {
    this.open(true);
  }

  onclosetag(start: number, end: number): void {
    const tag = this.html.slice(start, end).trim().toLowerCase();
    if (this.skipping !== undefined) {
      if (leaves(this.skipping, tag)) this.skipping = undefined;
      return;
    }
    if (this.stanza !== undefined) {
      if (!leaves(this.stanza, tag)) {
        this.closeInStanza(tag);
        return;
      }
      this.stanza = undefined;
    }
    if (tag === "title") this.endTitle();
    else if (block.has(tag) || headingLevel(tag) > 0) this.flush();
    else if (tag === "td" || tag === "th") this.text += " ";
    else if (emphasis.has(tag) && this.level === 0) this.text += "_";
    if (tag === "pre") this.preformatted = false;
  }

  onend(): void {
    this.flush();
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private add(start: number, text: string): void {
    if (this.skipping !== undefined) return;
    if (this.text === "") this.start = start;
    if (this.broken && /\S/.test(text)) this.broken = false;
    this.text += text;
  }

  private open(closed: boolean): void {
    const { tag } = this;
    if (this.skipping !== undefined) {
      if (!closed && this.skipping.tag === tag) this.skipping.depth++;
      return;
    }
    if (this.isSkipped(tag)) {
      if (!closed && !empty.has(tag)) this.skipping = { tag, depth: 1 };
      return;
    }
    if (this.stanza !== undefined) {
      this.openInStanza(tag, closed);
      return;
    }
    const level = headingLevel(tag);
    if (level > 0 || block.has(tag)) this.openBlock(tag, level, closed);
    else if (tag === "br") this.breakLine();
    else if (emphasis.has(tag) && !closed && this.level === 0) this.text += "_";
    else if (tag === "title") [this.text, this.inTitle] = ["", true];
    if (this.id !== "") this.anchors.set(this.id, this.blocks.length);
  }

  /** One break ends a line, two end a paragraph: some pages have no other mark. */
  private breakLine(): void {
    if (this.preformatted) this.text += "\n";
    else if (!this.broken || this.level > 0) this.text += lineBreak;
    else {
      this.flush();
      this.gap++;
    }
    this.broken = true;
  }

  private isSkipped(tag: string): boolean {
    if (skip.has(tag)) return true;
    if (tag === "body" || tag === "html") return false;
    return (
      (this.className !== "" && skippedClasses.test(this.className)) || (this.id !== "" && skippedIds.test(this.id))
    );
  }

  private openBlock(tag: string, level: number, closed: boolean): void {
    this.flush();
    this.level = closed ? 0 : level;
    if (level > 0 || wide.has(tag) || (this.className !== "" && /\bchapter\b/i.test(this.className))) this.gap = 4;
    if (tag === "pre") this.preformatted = !closed;
    if (!closed && this.className !== "" && stanzaClasses.test(this.className)) this.stanza = { tag, depth: 1 };
  }

  /** Lines of verse are blocks or spans of their own; together they are one paragraph. */
  private openInStanza(tag: string, closed: boolean): void {
    if (tag === "br" || block.has(tag)) this.text += lineBreak;
    else if (emphasis.has(tag) && !closed) this.text += "_";
    if (!closed && this.stanza?.tag === tag) this.stanza.depth++;
  }

  private closeInStanza(tag: string): void {
    if (block.has(tag)) this.text += lineBreak;
    else if (emphasis.has(tag)) this.text += "_";
  }

  private endTitle(): void {
    if (this.inTitle && this.title === undefined) this.title = this.text.slice(0, 2000).replace(/\s+/g, " ").trim();
    [this.text, this.inTitle] = ["", false];
  }

  private flush(): void {
    if (this.text !== "") this.endBlock(this.text);
    this.text = "";
    this.level = 0;
    this.broken = this.odd = false;
  }

  private endBlock(text: string): void {
    if (this.preformatted) {
      const lines = textBlocks(unixLines(text.replaceAll(lineBreak, "\n")), this.lineOf(this.start));
      for (const each of lines) this.blocks.push(each);
      return;
    }
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
    });
    this.gap = 1;
  }

  private onOneLine(text: string): string {
    if (this.odd || (this.oddPage && hasOddSpace(text))) return text.replace(/\s+/g, " ");
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

/** Line ends as a browser shows them; emphasis on nothing is none. */
function tidied(flat: string): string {
  const lines = flat.includes(lineBreak) ? flat.replace(/ *(?:\u0001 *)+/g, "\n").trim() : flat;
  return lines.includes("_") ? lines.replace(/__|_ _|^_$/g, "") : lines;
}

/** True when this closing tag is the end of the awaited element. */
function leaves(awaited: Awaited, tag: string): boolean {
  return tag === awaited.tag && --awaited.depth === 0;
}

function headingLevel(tag: string): number {
  return tag.length === 2 && tag[0] === "h" && tag >= "h1" && tag <= "h6" ? Number(tag[1]) : 0;
}
