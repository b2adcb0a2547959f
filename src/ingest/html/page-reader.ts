import type { QuoteType } from "htmlparser2";
import { countWords } from "../../corpus/words.ts";
import { Tally } from "../blocks/account.ts";
import type { Block } from "../blocks/block.ts";
import { BlockWriter } from "./block-writer.ts";
import { headingLevel, isBlock, isEmphasis, isEmpty, isRawText, isStanza, isWide, opensBlock } from "./elements.ts";
import { type Awaited, endsSkipped, leaves, type Skipped, skippedByAttributes, skippedByTag } from "./left-out.ts";
import { OpenTag } from "./open-tag.ts";
import type { PageReader } from "./scan.ts";

/** A link to a place of the same page: the block that it is in, the id that it leads to, and its words. */
export interface PageLink {
  readonly block: number;
  readonly id: string;
  text: string;
}

/** Among the places of elements that are read after all: every element is. */
export const everything = -1;

/** Turns the tags and the text of a page into blocks, and leaves out what is no running text. */
export class Reader implements PageReader {
  readonly anchors = new Map<string, number>();
  readonly links: PageLink[] = [];
  readonly leftOut = new Tally();
  readonly noteMarks: string[] = [];
  /** Where the element began that was left out and not closed by the end of the page. */
  unclosed: number | undefined;
  title: string | undefined;
  /** What the page is, as its `body` or its first section says: `frontmatter`, `titlepage`, `chapter`. */
  matter = "";
  private readonly tag: OpenTag;
  private readonly page: BlockWriter;
  private link: PageLink | undefined;
  /** How far the page has been read. */
  private reached = 0;
  private skipping: Skipped | undefined;
  private stanza: Awaited | undefined;
  private section: Awaited | undefined;
  private inTitle = false;

  constructor(
    private readonly html: string,
    firstLine: number,
    /** The places of elements that are not to be left out after all. */
    private readonly taken: ReadonlySet<number>,
  ) {
    this.tag = new OpenTag(html);
    this.page = new BlockWriter(html, firstLine);
  }

  get blocks(): Block[] {
    return this.page.blocks;
  }

  /** A tag or a quotation in it that is never closed hides the rest of the page as well. */
  lookForOpenTag(): void {
    const words = countWords(this.html.slice(this.reached));
    if (words > 20) this.leftOut.add("text in a tag that is never closed", words, { count: 0, explained: false });
  }

  ontext(start: number, end: number): void {
    this.reached = end;
    this.onpassage(start, this.html.slice(start, end));
  }

  onmeaning(meaning: string): void {
    if (meaning === "\u00a0") this.page.hasOddSpace = true;
  }

  onpassage(start: number, text: string): void {
    if (this.skipping !== undefined) {
      if (this.skipping.what !== undefined || isRawText(this.skipping.tag)) this.skipping.text += text;
      return;
    }
    this.page.add(start, text);
    if (this.link !== undefined) this.link.text += text;
  }

  ontextentity(codepoint: number, end: number): void {
    if (this.skipping === undefined) this.page.addCharacter(codepoint, end);
    else this.skipping.text += String.fromCodePoint(codepoint);
  }

  onopentagname(start: number, end: number): void {
    this.reached = end;
    this.tag.begin(start, end);
  }

  onattribname(start: number, end: number): void {
    this.reached = end;
    this.tag.beginAttribute(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.tag.addValue(start, end);
  }

  onattribentity(codepoint: number): void {
    this.tag.addCharacter(codepoint);
  }

  onattribend(_quote: QuoteType, end: number): void {
    this.reached = end;
    this.tag.endAttribute();
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
    if (this.section !== undefined && leaves(this.section, tag)) this.endSection();
    if (tag === "title") this.endTitle();
    else if (opensBlock(tag)) this.page.flush();
    else if (tag === "td" || tag === "th") this.page.text += " ";
    else if (isEmphasis(tag) && this.page.level === 0) this.page.text += "_";
    if (tag === "pre") this.page.preformatted = false;
  }

  onend(): void {
    if (this.skipping !== undefined) this.endUnclosed();
    this.page.flush();
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

  private open(closed: boolean): void {
    const { name } = this.tag;
    if (this.skipping !== undefined && endsSkipped(this.skipping, name)) this.endSkipped();
    if (this.skipping !== undefined) {
      if (!closed && this.skipping.tag === name) this.skipping.depth++;
    } else if (!this.beginSkipped(name, closed)) {
      if (this.stanza === undefined) this.openElement(name, closed);
      else this.openInStanza(name, closed);
    }
    this.setAnchor();
  }

  private openElement(name: string, closed: boolean): void {
    this.openSection(name, closed);
    if (opensBlock(name)) this.openBlock(name, closed);
    else if (name === "br") this.page.breakLine();
    else if (isEmphasis(name) && !closed && this.page.level === 0) this.page.text += "_";
    else if (name === "title") [this.page.text, this.inTitle] = ["", true];
    const { href } = this.tag;
    if (href.startsWith("#") && href.length > 1) this.openLink(href.slice(1));
  }

  /** A section of a chapter has headings of its own, which begin no chapter. */
  private openSection(name: string, closed: boolean): void {
    const { type } = this.tag;
    if (this.blocks.length === 0 && opensBlock(name)) this.matter = `${this.matter} ${type}`.trim();
    if (closed) return;
    if (this.section?.tag === name) this.section.depth++;
    else if (this.section === undefined && /\bsubchapter\b/.test(type)) {
      this.page.flush();
      this.section = { tag: name, depth: 1 };
      this.page.inner = true;
    }
  }

  private endSection(): void {
    this.page.flush();
    this.section = undefined;
    this.page.inner = false;
  }

  private setAnchor(): void {
    const { id } = this.tag;
    if (id !== "" && !this.anchors.has(id)) this.anchors.set(id, this.blocks.length);
  }

  /** `[TOC]` in a heading leads back to the list, and is no part of it. */
  private endLink(): void {
    if (
      this.page.level > 0 &&
      this.link !== undefined &&
      /^\W*(?:toc|contents|top|back|up|return)\W*$/i.test(this.link.text)
    )
      this.page.text = this.page.text.slice(0, this.page.text.length - this.link.text.length);
    this.link = undefined;
  }

  private openLink(id: string): void {
    this.link = { block: this.blocks.length, id, text: "" };
    this.links.push(this.link);
  }

  /** True where this element is left out. */
  private beginSkipped(tag: string, closed: boolean): boolean {
    const { start } = this.tag;
    const what = this.whatIsSkipped(tag);
    if (what === "") return false;
    if (!closed && !isEmpty(tag)) this.skipping = { tag, depth: 1, what, start, text: "" };
    return true;
  }

  private whatIsSkipped(tag: string): string | undefined {
    if (this.taken.has(this.tag.start)) return "";
    const byTag = skippedByTag(tag);
    if (byTag !== "") return byTag;
    if (tag === "body" || tag === "html" || this.taken.has(everything)) return "";
    return skippedByAttributes(tag, this.tag.className, this.tag.id);
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

  private openBlock(tag: string, closed: boolean): void {
    const [level, { className }] = [headingLevel(tag), this.tag];
    this.page.flush();
    this.page.level = closed ? 0 : level;
    if (level > 0 || isWide(tag, className)) this.page.gap = 4;
    if (tag === "pre") this.page.preformatted = !closed;
    if (!closed && isStanza(className)) this.stanza = { tag, depth: 1 };
  }

  /** Lines of verse are blocks or spans of their own; together they are one paragraph. */
  private openInStanza(tag: string, closed: boolean): void {
    if (tag === "br" || isBlock(tag)) this.page.newLine();
    else if (isEmphasis(tag) && !closed) this.page.text += "_";
    if (!closed && this.stanza?.tag === tag) this.stanza.depth++;
  }

  private closeInStanza(tag: string): void {
    if (isBlock(tag)) this.page.newLine();
    else if (isEmphasis(tag)) this.page.text += "_";
  }

  private endTitle(): void {
    if (this.inTitle && this.title === undefined)
      this.title = this.page.text.slice(0, 2000).replace(/\s+/g, " ").trim();
    [this.page.text, this.inTitle] = ["", false];
  }
}
