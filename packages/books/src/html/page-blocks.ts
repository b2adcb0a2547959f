import { countWords } from "@plotline/align";
import {
  type Attributes,
  type Block,
  headingLevel,
  isBlock,
  isEmpty,
  opensBlock,
  readTags,
  type TagVisitor,
  Tally,
  wordsIn,
} from "@plotline/formats";
import { BlockWriter } from "./block-writer.ts";
import tags from "./data/tags.json" with { type: "json" };
import {
  type Awaited,
  endsSkipped,
  type Kind,
  leaves,
  type OpenTag,
  openTag,
  type Skipped,
  skippedByAttributes,
  skippedByTag,
} from "./left-out.ts";

/** A link to a place of the same page: the block that it is in, the id that it leads to, and its words. */
export interface PageLink {
  readonly block: number;
  readonly id: string;
  text: string;
}

/** Which file of an EPUB this is, and the places (`path#id`) that the marks of notes have led to so far. */
export interface PagePlace {
  readonly path: string;
  readonly notes: Set<string>;
}

/** A link that is open: where it leads, and whether it is raised, or stands at a word and may be led back to. */
interface OpenLink {
  readonly target: string;
  readonly listed: PageLink | undefined;
  raised: boolean;
  readonly attached: boolean;
  text: string;
}

export type HtmlText = Pick<PageReader, "blocks" | "title" | "anchors" | "links" | "leftOut" | "matter" | "noteMarks">;

/**
 * The text of an HTML page, block by block. Works on tokens, without a tree, so that nesting costs nothing. An element that
 * is left out and never closed would take the rest of the page with it: the page is read again with it.
 */
export function htmlBlocks(html: string, place: PagePlace = { path: "", notes: new Set() }): HtmlText {
  return readPage(html, (taken) => new PageReader(taken, place));
}

export function readPage<Reader extends PageReader>(
  html: string,
  make: (taken: ReadonlySet<number>) => Reader,
): Reader {
  const taken = new Set<number>();
  for (;;) {
    const reader = make(taken);
    reader.read(html);
    if (reader.unclosed === undefined) return reader;
    taken.add(taken.size < mostUnclosed ? reader.unclosed : everything);
  }
}

/** A path in the archive, relative to the file that names it. */
export function resolved(from: string, href: string): string {
  const [file = "", id] = href.split("#", 2);
  const steps = from.split("/").slice(0, -1);
  for (const step of decodePath(file).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  const path = file === "" ? from : steps.join("/");
  return id === undefined ? path : `${path}#${id}`;
}

export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `1`, `[2]`, `*`, `a`. */
export const noteMark = /^\s*[[({]?(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z]|[ivx]{1,5})[\])}]?\.?\s*$/;
const mostUnclosed = 4;
/** Among the places of elements that are read after all: every element is. */
const everything = -1;

/** Turns the tags and the text of a page into blocks, and leaves out what is no running text. */
export class PageReader implements TagVisitor {
  /** The block that each element with an id begins with. */
  readonly anchors = new Map<string, number>();
  /** The links to places of the same page, in order. */
  readonly links: PageLink[] = [];
  /** What the page has besides its blocks: footnotes, page numbers, captions. */
  readonly leftOut = new Tally();
  /** The marks of footnotes among that. */
  readonly noteMarks: string[] = [];
  /** Where the element began that was left out and not closed by the end of the page. */
  unclosed: number | undefined;
  title: string | undefined;
  /** What the page is, as its `body` or its first section says: `frontmatter`, `titlepage`, `chapter`. */
  matter = "";
  protected readonly page = new BlockWriter();
  /** The element of raised type that is open. */
  protected raised: Awaited | undefined;
  /** Whether words in italics are put between underscores. */
  protected readonly keepsEmphasis: boolean = true;
  private link: OpenLink | undefined;
  /** The block that is being read begins with what a mark of a note led to. */
  private isNote = false;
  private skipping: Skipped | undefined;
  private stanza: Awaited | undefined;
  private section: Awaited | undefined;
  private inTitle = false;

  constructor(
    /** The places of elements that are not to be left out after all. */
    private readonly taken: ReadonlySet<number>,
    private readonly place: PagePlace,
  ) {}

  read(html: string): void {
    this.page.html = html;
    const { end, comment } = readTags(html, this);
    if (this.skipping !== undefined) this.endUnclosed();
    this.flush();
    this.lookForHidden(html, end, comment);
  }

  get blocks(): Block[] {
    return this.page.blocks;
  }

  protected get isSkipping(): boolean {
    return this.skipping !== undefined;
  }

  /** A tag, a quotation in it or a comment that is never closed hides the rest of the page as well. */
  private lookForHidden(html: string, end: number, comment: number | undefined): void {
    const hide = (what: string, words: number) =>
      this.leftOut.add(`text in a ${what} that is never closed`, words, { count: 0, explained: false });
    if (comment !== undefined) hide("comment", countWords(html.slice(comment, end)));
    const words = countWords(html.slice(end));
    if (words > 20) hide("tag", words);
  }

  said(text: string, start: number): void {
    if (this.skipping !== undefined) {
      if (this.skipping.what !== undefined || isRawText(this.skipping.tag)) this.skipping.text += text;
      return;
    }
    this.page.add(start, text);
    if (this.link !== undefined) this.link.text += text;
  }

  closed(tag: string): void {
    if (this.skipping !== undefined) {
      if (leaves(this.skipping, tag)) this.endSkipped();
      else if (tag === "body" || tag === "html") this.endUnclosed();
      return;
    }
    if (this.raised !== undefined && leaves(this.raised, tag)) this.raised = undefined;
    if (tag === "a") this.endLink();
    if (this.stanza !== undefined) {
      if (!leaves(this.stanza, tag)) {
        this.closeInStanza(tag);
        return;
      }
      this.stanza = undefined;
    }
    if (this.section !== undefined && leaves(this.section, tag)) this.endSection();
    if (tag === "title") this.endTitle();
    else if (opensBlock(tag)) this.flush();
    else if (tag === "td" || tag === "th") this.page.text += " ";
    else this.emphasize(tag, false);
    if (tag === "pre") this.page.preformatted = false;
  }

  opened(name: string, attributes: Attributes, start: number, closed: boolean): void {
    const tag = openTag(name, start, attributes);
    if (this.skipping !== undefined && endsSkipped(this.skipping, name)) this.endSkipped();
    if (this.skipping !== undefined) {
      if (!closed && this.skipping.tag === name) this.skipping.depth++;
      if (opensBlock(name)) this.skipping.text += " ";
    } else if (!this.beginSkipped(tag, closed)) {
      if (!closed) this.raise(tag);
      if (name === "a" && tag.href !== "") this.openLink(tag);
      if (this.leadsToNote(tag) && this.page.text.trim() === "") this.isNote = true;
      if (this.stanza === undefined) this.openElement(tag, closed);
      else this.openInStanza(name, closed);
    }
    if (tag.id !== "" && !this.anchors.has(tag.id)) this.anchors.set(tag.id, this.blocks.length);
  }

  private openElement(tag: OpenTag, closed: boolean): void {
    const { name, alt } = tag;
    this.openSection(tag, closed);
    if (opensBlock(name)) this.openBlock(tag, closed);
    else if (name === "br") this.page.breakLine(() => this.flush());
    else if (name === "title") [this.page.text, this.inTitle] = ["", true];
    else if (name === "img" && this.page.level > 0) this.page.picture += ` ${alt}`;
    else if (name === "img" && /^\W?\p{Lu}$/u.test(alt)) this.page.initial = alt;
    else if (!closed) this.emphasize(name, true);
  }

  /** A section of a chapter has headings of its own, which begin no chapter. */
  private openSection({ name, type }: OpenTag, closed: boolean): void {
    if (this.blocks.length === 0 && opensBlock(name)) this.matter = `${this.matter} ${type}`.trim();
    if (closed) return;
    if (this.section?.tag === name) this.section.depth++;
    else if (this.section === undefined && /\bsubchapter\b/.test(type)) {
      this.flush();
      this.section = { tag: name, depth: 1 };
      this.page.inner = true;
    }
  }

  private endSection(): void {
    this.flush();
    this.section = undefined;
    this.page.inner = false;
  }

  private emphasize(tag: string, opens: boolean): void {
    if (this.keepsEmphasis && this.page.level === 0 && emphasis.has(tag)) this.page.emphasize(opens);
  }

  private raise({ name: tag, className }: OpenTag): void {
    if (this.raised?.tag === tag) this.raised.depth++;
    if (this.raised !== undefined || (tag !== "sup" && !raisedClass.test(className))) return;
    this.raised = { tag, depth: 1 };
    if (this.link !== undefined && /\S/.test(this.page.text)) this.link.raised = true;
  }

  private openLink({ href, id }: OpenTag): void {
    const own =
      href.startsWith("#") && href.length > 1 ? { block: this.blocks.length, id: href.slice(1), text: "" } : undefined;
    if (own !== undefined) this.links.push(own);
    // What begins a paragraph is the number of a note rather than a mark.
    const isInside = /\S/.test(this.page.text);
    this.link = {
      target: resolved(this.place.path, href),
      listed: own,
      raised: isInside && this.raised !== undefined,
      attached: id !== "" && /\S$/.test(this.page.text),
      text: "",
    };
  }

  /** `[TOC]` in a heading leads back to the list, and `1` at a word to a note: neither is part of the text. */
  private endLink(): void {
    const { link } = this;
    this.link = undefined;
    if (link === undefined) return;
    if (link.listed !== undefined) link.listed.text = link.text;
    const isWayBack = this.page.level > 0 && /^\W*(?:toc|contents|top|back|up|return)\W*$/i.test(link.text);
    const isMark = (link.raised || link.attached) && noteMark.test(link.text) && /#./.test(link.target);
    if (!isWayBack && !isMark) return;
    const { text } = this.page;
    if (text.endsWith(link.text)) this.page.text = text.slice(0, text.length - link.text.length);
    if (!isMark) return;
    this.place.notes.add(link.target);
    this.leftOut.add("marks of footnotes", countWords(link.text));
    this.noteMarks.push(link.text.replace(/[\s[\]{}()]/g, ""));
  }

  private leadsToNote({ id }: OpenTag): boolean {
    return id !== "" && this.place.notes.size > 0 && this.place.notes.has(`${this.place.path}#${id}`);
  }

  /** Ends the block; one that a mark has led to is a note. */
  protected flush(): void {
    const [before, isNote] = [this.blocks.length, this.isNote && this.page.level === 0];
    this.page.flush();
    if (this.blocks.length === before) return;
    this.isNote = false;
    if (isNote) this.leftOut.add("footnotes", wordsIn(this.blocks.splice(before)));
  }

  /** True where this element is left out. */
  private beginSkipped(tag: OpenTag, closed: boolean): boolean {
    const what = this.whatIsSkipped(tag);
    if (what === "") return false;
    if (!closed && !isEmpty(tag.name)) this.skipping = { tag: tag.name, depth: 1, what, start: tag.start, text: "" };
    return true;
  }

  private whatIsSkipped(tag: OpenTag): Kind | "" | undefined {
    const { name, start, href } = tag;
    if (this.taken.has(start)) return "";
    const byTag = this.skippedByTag(name);
    if (byTag !== "") return byTag;
    if (name === "body" || name === "html" || this.taken.has(everything)) return "";
    const what = this.skippedByAttributes(tag);
    if (what === "marks of footnotes" && href.includes("#")) this.place.notes.add(resolved(this.place.path, href));
    return what === "" && isBlock(name) && this.leadsToNote(tag) ? "footnotes" : what;
  }

  protected skippedByTag(name: string): Kind | "" | undefined {
    return skippedByTag(name);
  }

  protected skippedByAttributes(tag: OpenTag): Kind | "" | undefined {
    return skippedByAttributes(tag);
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

  private openBlock({ name: tag, className }: OpenTag, closed: boolean): void {
    const level = headingLevel(tag);
    this.flush();
    this.page.level = closed ? 0 : level;
    if (level > 0 || isWide(tag, className)) this.page.gap = 4;
    if (tag === "pre") this.page.preformatted = !closed;
    if (!closed && isStanza(className)) this.stanza = { tag, depth: 1 };
  }

  /** Lines of verse are blocks or spans of their own; together they are one paragraph. */
  private openInStanza(tag: string, closed: boolean): void {
    if (tag === "br" || isBlock(tag)) this.page.newLine();
    else if (!closed) this.emphasize(tag, true);
    if (!closed && this.stanza?.tag === tag) this.stanza.depth++;
  }

  private closeInStanza(tag: string): void {
    if (isBlock(tag)) this.page.newLine();
    else this.emphasize(tag, false);
  }

  private endTitle(): void {
    if (this.inTitle && this.title === undefined)
      this.title = this.page.text.slice(0, 2000).replace(/\s+/g, " ").trim();
    [this.page.text, this.inTitle] = ["", false];
  }
}

const [wide, emphasis] = [new Set(tags.wide), new Set(tags.emphasis)];
const stanzaClasses = new RegExp(tags.stanzaClasses, "i");
const raisedClass = /\bsuper(?:script)?\b/i;

/** A block with space above it, as a rule or a section has. */
function isWide(tag: string, className: string): boolean {
  return wide.has(tag) || (className !== "" && /\bchapter\b/i.test(className));
}

function isStanza(className: string): boolean {
  return className !== "" && stanzaClasses.test(className);
}

/** Elements whose content a browser does not read as markup. */
function isRawText(tag: string): boolean {
  return tag === "script" || tag === "style" || tag === "textarea";
}
