import iconv from "iconv-lite";
import type { Document } from "./document.ts";
import { Gatherer } from "./gather.ts";

/** An .rtf: headings by outline level or by the style's name, lists by their marks; notes and pictures are left out. */
export function readRtf(bytes: Uint8Array): Document {
  return new RtfReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")).read();
}

/** Groups that hold no running text. */
const destinations = new Set(
  "fonttbl colortbl filetbl pict object header headerl headerr headerf footer footerl footerr footerf footnote annotation fldinst xe tc rxe themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator template keywords comment subject operator company category xmlnstbl nonshppict shppict pntxta pntxtb mmathPr deleted".split(
    " ",
  ),
);
const signs: Readonly<Record<string, string>> = {
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  tab: " ",
  line: "\n",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
};
const mostNested = 10_000;

interface State {
  /** What the text of this group is: running text, a style's name, a property of the document, or nothing. */
  readonly to: "text" | "styles" | "title" | "author" | "mark" | "nothing";
  /** How many characters follow a `\u` for readers without Unicode. */
  readonly fallback: number;
  readonly bold: boolean;
}

class RtfReader {
  private readonly gatherer = new Gatherer();
  private readonly stack: State[] = [];
  private state: State = { to: "text", fallback: 1, bold: false };
  private codePage = "windows-1252";
  private skip = 0;
  private bytes: number[] = [];
  private readonly found = { title: "", author: "", mark: "" };
  /** Styles by number, with the level of those that are headings. */
  private readonly headings = new Map<number, number>();
  private styleName = "";
  private style: number | undefined;
  private outline: number | undefined;
  private isListed = false;
  private weight = { bold: 0, plain: 0 };

  constructor(private readonly rtf: string) {}

  read(): Document {
    const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|[\r\n]+|([^\\{}\r\n]+)|\\/gi;
    for (const [, word, argument, hex, sign, brace, text] of this.rtf.matchAll(token)) {
      if (hex !== undefined) this.byte(Number.parseInt(hex, 16));
      else {
        this.flushBytes();
        if (word !== undefined) this.word(word, argument === undefined ? undefined : Number(argument));
        else if (sign !== undefined) this.sign(sign);
        else if (brace === "{") this.openGroup();
        else if (brace === "}") this.closeGroup();
        else if (text !== undefined) this.text(text);
      }
    }
    this.flushBytes();
    this.paragraph();
    const { title, author } = this.found;
    return {
      format: "RTF",
      title: title.trim() || undefined,
      author: author.trim() || undefined,
      blocks: this.gatherer.blocks,
    };
  }

  private openGroup(): void {
    if (this.stack.length < mostNested) this.stack.push(this.state);
  }

  private closeGroup(): void {
    if (this.state.to === "styles") this.endStyle();
    const outer = this.stack.pop();
    if (outer === undefined) return;
    if (this.state.to === "mark" && outer.to !== "mark") this.endMark();
    this.state = outer;
  }

  private word(word: string, argument: number | undefined): void {
    if (destinations.has(word)) this.enter("nothing");
    else if (word === "stylesheet") this.enter("styles");
    else if (word === "listtext" || word === "pntext") this.enter("mark");
    else if (word === "info") this.enter("nothing");
    else if (word === "title" || word === "author") this.enter(word);
    else if (word === "ansicpg" && argument !== undefined && iconv.encodingExists(`windows-${argument}`))
      this.codePage = `windows-${argument}`;
    else if (word === "uc") this.state = { ...this.state, fallback: argument ?? 1 };
    else if (word === "u" && argument !== undefined) this.unicode(argument);
    else if (word === "bin") this.enter("nothing");
    else this.formatting(word, argument);
  }

  private formatting(word: string, argument: number | undefined): void {
    if (word === "par" || word === "sect" || word === "cell" || word === "row") this.paragraph();
    else if (word === "pard") [this.style, this.outline, this.isListed] = [undefined, undefined, false];
    else if (word === "s") this.style = argument;
    else if (word === "outlinelevel") this.setOutline(argument ?? 9);
    else if (word === "ls" || word === "pnlvlblt") this.isListed ||= this.state.to === "text";
    else if (word === "b") this.state = { ...this.state, bold: argument !== 0 };
    else if (word === "plain") this.state = { ...this.state, bold: false };
    else if (signs[word] !== undefined) this.text(signs[word]);
  }

  private setOutline(level: number): void {
    if (this.state.to === "styles") {
      if (this.style !== undefined && level < 9) this.headings.set(this.style, level + 1);
    } else this.outline = level;
  }

  private sign(sign: string): void {
    if (sign === "*") this.enter("nothing");
    else if (sign === "~") this.text(" ");
    else if (sign === "_") this.text("-");
    else if (sign === "\n" || sign === "\r") this.paragraph();
    else if (/[\\{}]/.test(sign)) this.text(sign);
  }

  private enter(to: State["to"]): void {
    // Inside of a list of styles or of what is no text, everything is part of that.
    if (this.state.to === "nothing" && to !== "title" && to !== "author") return;
    this.state = { ...this.state, to };
  }

  private byte(value: number): void {
    if (this.skip > 0) this.skip--;
    else this.bytes.push(value);
  }

  /** Bytes in a row may be one character of an Asian code page. */
  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const text = iconv.decode(Buffer.from(this.bytes), this.codePage);
    this.bytes = [];
    this.put(text);
  }

  private unicode(code: number): void {
    this.put(String.fromCharCode(code < 0 ? code + 0x10000 : code));
    this.skip = this.state.fallback;
  }

  private text(text: string): void {
    const own = text.slice(this.skip);
    this.skip = Math.max(0, this.skip - text.length);
    this.put(own);
  }

  private put(text: string): void {
    const { to, bold } = this.state;
    if (to === "text") {
      this.gatherer.add(text);
      this.weight[bold ? "bold" : "plain"] += text.trim().length;
    } else if (to === "styles") this.styleName += text;
    else if (to !== "nothing") this.found[to] += text;
  }

  /** `{\s1 … heading 1;}` in the stylesheet. */
  private endStyle(): void {
    const level =
      /heading ([1-9])/i.exec(this.styleName)?.[1] ?? (/^\s*title\s*;/i.test(this.styleName) ? "1" : undefined);
    if (level !== undefined && this.style !== undefined) this.headings.set(this.style, Number(level));
    this.styleName = "";
    this.style = undefined;
  }

  /** What is printed before an item: a number may be a heading's, a bullet says that it is a list. */
  private endMark(): void {
    const mark = this.found.mark.trim();
    this.found.mark = "";
    if (/^(?:chapter|part|act|scene)\b/i.test(mark)) this.gatherer.add(`${mark} `);
    else this.isListed = true;
  }

  private paragraph(): void {
    if (this.state.to !== "text") return;
    const strong = this.weight.bold > 0 && this.weight.plain === 0;
    this.weight = { bold: 0, plain: 0 };
    const level = this.outline !== undefined ? this.outline + 1 : this.headings.get(this.style ?? -1);
    if (level !== undefined && level < 10) this.gatherer.end("heading", { level });
    else this.gatherer.end(this.isListed ? "bullet" : "paragraph", { strong });
  }
}
