import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

export interface TagVisitor {
  opened(name: string, attributes: Readonly<Record<string, string>>): void;
  said(text: string): void;
  closed(name: string): void;
}

/**
 * Walks through a page, tag by tag; what is opened is closed, also where the page forgets to. htmlparser2's own parser takes
 * time with the square of the nesting, so this one stands on its tokenizer: a million nested tags are a second's work.
 */
export function walkTags(html: string, visitor: TagVisitor): void {
  const walk = new Walk(html, visitor);
  const tokenizer = new Tokenizer({ decodeEntities: true }, walk);
  tokenizer.write(html);
  tokenizer.end();
  walk.finish();
}

const empty = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);
/** A paragraph ends where one of these begins. */
const blocks = new Set(
  "address article aside blockquote center div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul li td th tr body".split(
    " ",
  ),
);
/** A page's head ends where anything else begins. */
const inHead = new Set(["base", "link", "meta", "noscript", "script", "style", "template", "title"]);
const lists = new Set(["ul", "ol", "menu"]);

class Walk implements TokenizerCallbacks {
  private readonly stack: string[] = [];
  private readonly open = new Map<string, number>();
  private name = "";
  private attribute = "";
  private value = "";
  private attributes: Record<string, string> = {};

  constructor(
    private readonly html: string,
    private readonly visitor: TagVisitor,
  ) {}

  finish(): void {
    while (this.stack.length > 0) this.pop();
  }

  ontext(start: number, end: number): void {
    this.visitor.said(this.html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.visitor.said(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.name = this.html.slice(start, end).toLowerCase();
    this.attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.html.slice(start, end).toLowerCase();
    this.value = "";
  }

  onattribdata(start: number, end: number): void {
    this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    this.attributes[this.attribute] ??= this.value;
  }

  onopentagend(): void {
    if (this.stack.at(-1) === "head" && !inHead.has(this.name)) this.pop();
    if (this.name === "li") this.closeUpTo("li", lists);
    if (blocks.has(this.name)) this.closeUpTo("p", blocks);
    this.visitor.opened(this.name, this.attributes);
    if (empty.has(this.name)) {
      this.visitor.closed(this.name);
      return;
    }
    this.stack.push(this.name);
    this.open.set(this.name, (this.open.get(this.name) ?? 0) + 1);
  }

  /** `<br/>`; on other elements HTML ignores the slash. */
  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    if ((this.open.get(name) ?? 0) === 0) return;
    while (this.stack.at(-1) !== name) this.pop();
    this.pop();
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Closes the innermost element of this name, unless one of `limits` stands around it first. */
  private closeUpTo(name: string, limits: ReadonlySet<string>): void {
    if ((this.open.get(name) ?? 0) === 0) return;
    let place = this.stack.length - 1;
    while (place >= 0 && this.stack[place] !== name && !limits.has(this.stack[place]!)) place--;
    if (this.stack[place] !== name) return;
    while (this.stack.length > place) this.pop();
  }

  private pop(): void {
    const name = this.stack.pop();
    if (name === undefined) return;
    this.open.set(name, (this.open.get(name) ?? 1) - 1);
    this.visitor.closed(name);
  }
}
