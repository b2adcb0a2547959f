import type { QuoteType } from "htmlparser2";
import { countSingleSpaced, countWords } from "../../corpus/words.ts";
import { Tally } from "./account.ts";
import { type Block, collapsed, mustBeBookSized, textBlocks } from "./block.ts";
import tags from "./data/html-tags.json" with { type: "json" };
import { unixLines } from "./decode.ts";
import { type PageReader, scanHtml } from "./scan-html.ts";
import { tokenize } from "./tokenize-html.ts";

interface HtmlText {
  readonly blocks: Block[];
  readonly title: string | undefined;
  /** The block that each element with an id begins with. */
  readonly anchors: ReadonlyMap<string, number>;
  /** The links to places of the same page, in order. */
  readonly links: readonly PageLink[];
  /** What the page has besides its blocks: footnotes, page numbers, captions. */
  readonly leftOut: Tally;
  /** The marks of footnotes among that. */
  readonly noteMarks: readonly string[];
}

/** A link to a place of the same page: the block that it is in, the id that it leads to, and its words. */
export interface PageLink {
  readonly block: number;
  readonly id: string;
  text: string;
}

/** The text of an HTML page, block by block. Works on tokens, without a tree, so that nesting costs nothing. */
export function htmlBlocks(html: string, firstLine = 1): HtmlText {
  return withUnclosed((taken) => {
    const quick = new Reader(html, firstLine, taken);
    return scanHtml(html, quick) ? quick : tokenized(html, firstLine, taken);
  });
}

/** The same, read by htmlparser2. */
export function tokenizedBlocks(html: string, firstLine = 1): HtmlText {
  return withUnclosed((taken) => tokenized(html, firstLine, taken));
}

function tokenized(html: string, firstLine: number, taken: ReadonlySet<number>): Reader {
  const reader = new Reader(html, firstLine, taken);
  tokenize(html, reader);
  reader.lookForOpenTag();
  return reader;
}

/** An element that is left out and never closed would take the rest of the page with it: the page is read again with it. */
function withUnclosed(read: (taken: ReadonlySet<number>) => Reader): HtmlText {
  const taken = new Set<number>();
  for (;;) {
    const reader = read(taken);
    if (reader.unclosed === undefined) return reader;
    taken.add(taken.size < mostUnclosed ? reader.unclosed : everything);
  }
}

const mostUnclosed = 4;
const everything = -1;

const block = new Set(tags.block);
const wide = new Set(tags.wide);
const emphasis = new Set(tags.emphasis);
const skip = new Set(tags.skip);
const skippedClasses = new RegExp(`\\b(?:${Object.values(tags.skippedClasses).join("|")})\\b`, "i");
const kindsOfClasses = Object.entries(tags.skippedClasses).map(
  ([what, names]) => [what, new RegExp(`\\b(?:${names})\\b`, "i")] as const,
);
/** What a line has inside of it: no block begins in one of these. */
const insideLines = new Set(["page numbers", "marks of footnotes", "line numbers"]);
const skippedIds = new RegExp(tags.skippedIds, "i");
const stanzaClasses = new RegExp(tags.stanzaClasses, "i");
const askedFor = new Set(["class", "id", "name", "href"]);
const empty = new Set(["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "wbr"]);
const lineBreak = "\u0001";

/** An element whose end is awaited: its tag, and how many of that tag are open inside. */
interface Awaited {
  readonly tag: string;
  depth: number;
}

/** One that is left out: what it is, undefined where it holds no text of the book; and where it begins. */
interface Skipped extends Awaited {
  readonly what: string | undefined;
  readonly start: number;
  text: string;
}

class Reader implements PageReader {
  readonly blocks: Block[] = [];
  readonly anchors = new Map<string, number>();
  readonly links: PageLink[] = [];
  readonly leftOut = new Tally();
  readonly noteMarks: string[] = [];
  /** Where the element began that was left out and not closed by the end of the page. */
  unclosed: number | undefined;
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
  private href = "";
  private link: PageLink | undefined;
  private tagStart = 0;
  /** How far the page has been read. */
  private reached = 0;
  private skipping: Skipped | undefined;
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
    /** The places of elements that are not to be left out after all. */
    private readonly taken: ReadonlySet<number>,
  ) {
    this.oddPage = hasOddSpace(html);
    this.line = firstLine;
    this.nextLine = html.indexOf("\n");
  }

  /** A tag or a quotation in it that is never closed hides the rest of the page as well. */
  lookForOpenTag(): void {
    const words = countWords(this.html.slice(this.reached));
    if (words > 20) this.leftOut.add("text in a tag that is never closed", words, { count: 0, explained: false });
  }

  ontext(start: number, end: number): void {
    this.reached = end;
    this.add(start, this.html.slice(start, end));
  }

  onmeaning(meaning: string): void {
    if (meaning === "\u00a0") this.odd = true;
  }

  onpassage(start: number, text: string): void {
    this.add(start, text);
  }

  ontextentity(codepoint: number, end: number): void {
    if (this.skipping !== undefined) {
      this.skipping.text += String.fromCodePoint(codepoint);
      return;
    }
    if (this.text === "") this.start = end;
    if (codepoint !== 0xad) this.text += String.fromCodePoint(codepoint);
    if (codepoint === 0xa0) this.odd = true;
    else this.broken = false;
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.tagStart = start;
    this.reached = end;
    this.className = this.id = this.href = "";
  }

  onattribname(start: number, end: number): void {
    this.reached = end;
    // Only class, id, name and href are asked for.
    const length = end - start;
    this.attribute = length === 5 || length === 2 || length === 4 ? this.html.slice(start, end).toLowerCase() : "";
    this.value = "";
  }

  onattribdata(start: number, end: number): void {
    if (askedFor.has(this.attribute)) this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: QuoteType, end: number): void {
    this.reached = end;
    if (this.attribute === "class") this.className = this.value;
    else if (this.attribute === "id" || (this.attribute === "name" && this.tag === "a")) this.id = this.value;
    else if (this.attribute === "href" && this.tag === "a") this.href = this.value;
  }

  onopentagend(): void {
    this.open(false);
  }

  onselfclosingtag(): void {
    this.open(true);
  }

  onclosetag(start: number, end: number): void {
    this.reached = end;
    const tag = this.html.slice(start, end).trim().toLowerCase();
    if (this.skipping !== undefined) {
      if (leaves(this.skipping, tag)) this.endSkipped();
      else if (tag === "body" || tag === "html") this.endUnclosed();
      return;
    }
    if (this.stanza !== undefined) {
      if (!leaves(this.stanza, tag)) {
        this.closeInStanza(tag);
        return;
      }
      this.stanza = undefined;
    }
    if (tag === "a") this.endLink();
    if (tag === "title") this.endTitle();
    else if (block.has(tag) || headingLevel(tag) > 0) this.flush();
    else if (tag === "td" || tag === "th") this.text += " ";
    else if (emphasis.has(tag) && this.level === 0) this.text += "_";
    if (tag === "pre") this.preformatted = false;
  }

  onend(): void {
    if (this.skipping !== undefined) this.endUnclosed();
    this.flush();
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end);
  }

  /** A comment that is never closed hides the rest of the page. */
  oncomment(start: number, end: number): void {
    this.reached = end;
    if (end < this.html.length) return;
    const words = countWords(this.html.slice(start, end));
    this.leftOut.add("text in a comment that is never closed", words, { count: 0, explained: false });
  }

  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private add(start: number, text: string): void {
    if (this.skipping !== undefined) {
      if (this.skipping.what !== undefined || isRawText(this.skipping.tag)) this.skipping.text += text;
      return;
    }
    if (this.text === "") this.start = start;
    if (this.broken && /\S/.test(text)) this.broken = false;
    this.text += text;
    if (this.link !== undefined) this.link.text += text;
  }

  private open(closed: boolean): void {
    const { tag } = this;
    if (this.skipping !== undefined && this.endsSkipped(tag)) this.endSkipped();
    if (this.skipping !== undefined) {
      if (!closed && this.skipping.tag === tag) this.skipping.depth++;
      this.setAnchor();
      return;
    }
    const what = this.whatIsSkipped(tag);
    if (what !== "") {
      const start = this.tagStart;
      if (!closed && !empty.has(tag)) this.skipping = { tag, depth: 1, what, start, text: "" };
      this.setAnchor();
      return;
    }
    if (this.stanza !== undefined) {
      this.openInStanza(tag, closed);
      this.setAnchor();
      return;
    }
    const level = headingLevel(tag);
    if (level > 0 || block.has(tag)) this.openBlock(tag, level, closed);
    else if (tag === "br") this.breakLine();
    else if (emphasis.has(tag) && !closed && this.level === 0) this.text += "_";
    else if (tag === "title") [this.text, this.inTitle] = ["", true];
    if (this.href.startsWith("#") && this.href.length > 1) this.openLink(this.href.slice(1));
    this.setAnchor();
  }

  private setAnchor(): void {
    if (this.id !== "" && !this.anchors.has(this.id)) this.anchors.set(this.id, this.blocks.length);
  }

  /** `[TOC]` in a heading leads back to the list, and is no part of it. */
  private endLink(): void {
    if (
      this.level > 0 &&
      this.link !== undefined &&
      /^\W*(?:toc|contents|top|back|up|return)\W*$/i.test(this.link.text)
    )
      this.text = this.text.slice(0, this.text.length - this.link.text.length);
    this.link = undefined;
  }

  private openLink(id: string): void {
    this.link = { block: this.blocks.length, id, text: "" };
    this.links.push(this.link);
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

  /** What is left out with this element: nothing ("") in most cases; undefined where it is no text of the book. */
  private whatIsSkipped(tag: string): string | undefined {
    if (this.taken.has(this.tagStart)) return "";
    if (skip.has(tag)) return tag === "figcaption" ? "captions" : undefined;
    if (tag === "body" || tag === "html" || this.taken.has(everything)) return "";
    if (this.className !== "" && skippedClasses.test(this.className))
      return kindsOfClasses.find(([, names]) => names.test(this.className))![0];
    return this.id !== "" && skippedIds.test(this.id) ? "notices of Project Gutenberg" : "";
  }

  /** A paragraph ends where the next block begins, closed or not; so does what belongs inside a line. */
  private endsSkipped(tag: string): boolean {
    const { tag: open, what = "" } = this.skipping!;
    const opensBlock = block.has(tag) || headingLevel(tag) > 0;
    return opensBlock && (open === "p" || (insideLines.has(what) && !block.has(open)));
  }

  private endSkipped(): void {
    const { what, text } = this.skipping!;
    this.skipping = undefined;
    if (what === undefined) return;
    this.leftOut.add(what, countWords(text));
    if (what === "marks of footnotes") this.noteMarks.push(text.replace(/[\s[\]{}()]/g, ""));
  }

  /** The page ends, and an element that is left out is still open; what a script swallowed is lost in a browser too. */
  private endUnclosed(): void {
    const { tag, text, start } = this.skipping!;
    this.skipping = undefined;
    if (isRawText(tag))
      this.leftOut.add(`text in a <${tag}> that is never closed`, countWords(text), { count: 0, explained: false });
    else this.unclosed ??= start;
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

/** Elements whose content a browser does not read as markup. */
function isRawText(tag: string): boolean {
  return tag === "script" || tag === "style" || tag === "textarea";
}

function headingLevel(tag: string): number {
  return tag.length === 2 && tag[0] === "h" && tag >= "h1" && tag <= "h6" ? Number(tag[1]) : 0;
}
