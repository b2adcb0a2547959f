import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { isCell, isEmpty, opensBlock } from "./elements.ts";

/** The attributes of a tag, by their names. */
export type Attributes = Readonly<Record<string, string>>;

/** Is called with the tags and the text of a file, in their order. */
export interface TagVisitor {
  /** `isClosed`: the tag ends with a slash. */
  opened(name: string, attributes: Attributes, start: number, isClosed: boolean): void;
  closed(name: string): void;
  said?(text: string, start: number): void;
}

/** How far a file was read, and where in it a comment begins that is never closed. */
interface Reach {
  readonly end: number;
  readonly comment: number | undefined;
}

/**
 * Hands the tags and the text of a page or a file to `visitor`, as they are written: nothing is closed that the file does not
 * close. Names are as in the file in XML, in small letters in HTML. htmlparser2's own parser takes time with the square of
 * the nesting, so this is based on its tokenizer: a million nested tags are a second's work.
 */
export function readTags(text: string, visitor: TagVisitor, { xml = false } = {}): Reach {
  const reader = new TagReader(text, visitor, xml);
  const tokenizer = new Tokenizer({ xmlMode: xml, decodeEntities: true }, reader);
  tokenizer.write(text);
  tokenizer.end();
  return reader;
}

class TagReader implements TokenizerCallbacks, Reach {
  end = 0;
  comment: number | undefined;
  private start = 0;
  private name = "";
  private attribute = "";
  private value = "";
  private attributes: Record<string, string> = {};

  constructor(
    private readonly file: string,
    private readonly visitor: TagVisitor,
    private readonly xml: boolean,
  ) {}

  ontext(start: number, end: number): void {
    this.end = end;
    this.visitor.said?.(this.file.slice(start, end), start);
  }

  ontextentity(codepoint: number, end: number): void {
    this.visitor.said?.(String.fromCodePoint(codepoint), end);
  }

  oncdata(start: number, end: number, offset: number): void {
    this.ontext(start, end - offset);
  }

  onopentagname(start: number, end: number): void {
    [this.start, this.end] = [start, end];
    this.name = this.nameAt(start, end);
    this.attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.end = end;
    this.attribute = this.nameAt(start, end);
    this.value = "";
  }

  onattribdata(start: number, end: number): void {
    this.value += this.file.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(_: unknown, end: number): void {
    this.end = end;
    this.attributes[this.attribute] ??= this.value;
  }

  onopentagend(): void {
    this.visitor.opened(this.name, this.attributes, this.start, false);
  }

  onselfclosingtag(): void {
    this.visitor.opened(this.name, this.attributes, this.start, true);
  }

  onclosetag(start: number, end: number): void {
    this.end = end;
    this.visitor.closed(this.nameAt(start, end));
  }

  oncomment(start: number, end: number): void {
    this.end = end;
    if (end >= this.file.length) this.comment = start;
  }

  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  private nameAt(start: number, end: number): string {
    const name = this.file.slice(start, end).trim();
    return this.xml ? name : name.toLowerCase();
  }
}

/** Walks through an XML file, element by element: what is opened is closed, also where the file forgets to. */
export function walkXml(xml: string, visitor: TagVisitor): { readonly unclosed: number } {
  const balanced = new Balanced(visitor);
  readTags(xml, balanced, { xml: true });
  return { unclosed: balanced.finish() };
}

/** The same through a page, where a paragraph ends with the next one. */
export function walkHtml(html: string, visitor: TagVisitor): void {
  const balanced = new BalancedPage(visitor);
  readTags(html, balanced);
  balanced.finish();
}

/** An element of a list, such as an entry of a table of contents. */
export interface ListedElement {
  /** In small letters, without its prefix. */
  readonly name: string;
  readonly attributes: Attributes;
  /** The text in it, up to a limit; empty where a listed element is around it. */
  text: string;
  /** How many elements of the list begin before its end: those after it up to there are inside. */
  end: number;
}

const mostText = 2000;

/** The elements of these names in a small file, such as a table of contents, in their order. */
export function listElements(file: string, ...names: readonly string[]): ListedElement[] {
  const found: ListedElement[] = [];
  const open: (ListedElement | undefined)[] = [];
  let reading: ListedElement | undefined;
  const balanced = new Balanced({
    opened(name, attributes) {
      const own = name.slice(name.indexOf(":") + 1);
      const element = names.includes(own) ? { name: own, attributes, text: "", end: 0 } : undefined;
      open.push(element);
      if (element === undefined) return;
      found.push(element);
      if (own !== "nav") reading ??= element;
    },
    said(text) {
      if (reading !== undefined && reading.text.length < mostText) reading.text += text;
    },
    closed() {
      const element = open.pop();
      if (element !== undefined) element.end = found.length;
      if (element === reading) reading = undefined;
    },
  });
  readTags(file, balanced);
  balanced.finish();
  return found;
}

/** Nesting costs memory, never stack. */
class Balanced implements TagVisitor {
  protected readonly stack: string[] = [];
  private readonly open = new Map<string, number>();

  constructor(protected readonly visitor: TagVisitor) {}

  opened(name: string, attributes: Attributes, start: number, isClosed: boolean): void {
    this.visitor.opened(name, attributes, start, isClosed);
    this.stack.push(name);
    this.open.set(name, (this.open.get(name) ?? 0) + 1);
    if (isClosed) this.pop();
  }

  said(text: string, start: number): void {
    this.visitor.said?.(text, start);
  }

  /** An end tag without its start tag is ignored; what it leaves open is closed with it. */
  closed(name: string): void {
    if (!this.isOpen(name)) return;
    while (this.stack.at(-1) !== name) this.pop();
    this.pop();
  }

  /** Closes what is open, and says how many elements those are. */
  finish(): number {
    const open = this.stack.length;
    while (this.stack.length > 0) this.pop();
    return open;
  }

  protected isOpen(name: string): boolean {
    return (this.open.get(name) ?? 0) > 0;
  }

  protected pop(): void {
    const name = this.stack.pop()!;
    this.open.set(name, this.open.get(name)! - 1);
    this.visitor.closed(name);
  }
}

class BalancedPage extends Balanced {
  override opened(name: string, attributes: Attributes, start: number): void {
    if (this.stack.at(-1) === "head" && !inHead.has(name)) this.pop();
    if (name === "li") this.closeUpTo("li", isList);
    if (endsParagraph(name)) this.closeUpTo("p", endsParagraph);
    // On other elements HTML ignores the slash.
    super.opened(name, attributes, start, isEmpty(name));
  }

  /** Closes the innermost element of this name, unless one that is a limit is around it first. */
  private closeUpTo(name: string, isLimit: (tag: string) => boolean): void {
    if (!this.isOpen(name)) return;
    let place = this.stack.length - 1;
    while (place >= 0 && this.stack[place] !== name && !isLimit(this.stack[place]!)) place--;
    if (this.stack[place] !== name) return;
    while (this.stack.length > place) this.pop();
  }
}

function endsParagraph(tag: string): boolean {
  return opensBlock(tag) || isCell(tag);
}

function isList(tag: string): boolean {
  return tag === "ul" || tag === "ol" || tag === "menu";
}

/** A page's head ends where anything else begins. */
const inHead = new Set(["base", "link", "meta", "noscript", "script", "style", "template", "title"]);
