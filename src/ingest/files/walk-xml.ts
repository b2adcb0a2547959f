import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

export type Attributes = Readonly<Record<string, string>>;

export interface XmlVisitor {
  opened(name: string, attributes: Attributes): void;
  closed(name: string): void;
  said?(text: string): void;
}

/** Walks through an XML file, tag by tag, names as they are written; nesting costs memory, never stack. */
export function walkXml(xml: string, visitor: XmlVisitor): void {
  const walk = new Walk(xml, visitor);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, walk);
  tokenizer.write(xml);
  tokenizer.end();
  walk.finish();
}

class Walk implements TokenizerCallbacks {
  private readonly stack: string[] = [];
  private name = "";
  private attribute = "";
  private value = "";
  private attributes: Record<string, string> = {};

  constructor(
    private readonly xml: string,
    private readonly visitor: XmlVisitor,
  ) {}

  finish(): void {
    while (this.stack.length > 0) this.visitor.closed(this.stack.pop()!);
  }

  ontext(start: number, end: number): void {
    this.visitor.said?.(this.xml.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.visitor.said?.(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.visitor.said?.(this.xml.slice(start, end - offset));
  }

  onopentagname(start: number, end: number): void {
    this.name = this.xml.slice(start, end);
    this.attributes = {};
  }

  onattribname(start: number, end: number): void {
    this.attribute = this.xml.slice(start, end);
    this.value = "";
  }

  onattribdata(start: number, end: number): void {
    this.value += this.xml.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    this.attributes[this.attribute] ??= this.value;
  }

  onopentagend(): void {
    this.visitor.opened(this.name, this.attributes);
    this.stack.push(this.name);
  }

  onselfclosingtag(): void {
    this.visitor.opened(this.name, this.attributes);
    this.visitor.closed(this.name);
  }

  /** An end tag without its start tag is ignored; what it leaves open is closed with it. */
  onclosetag(start: number, end: number): void {
    const name = this.xml.slice(start, end);
    if (!this.stack.includes(name)) return;
    for (;;) {
      const last = this.stack.pop()!;
      this.visitor.closed(last);
      if (last === name) return;
    }
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
