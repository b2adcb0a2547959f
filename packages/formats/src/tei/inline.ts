import { wordsOf } from "../files/elements.ts";
import type { Element } from "./tree.ts";

/** What is in the file and not in the text that people read: notes, running heads, pictures, what was deleted. */
const leftOut = wordsOf("note noteGrp fw figure del index castList teiHeader idno surplus");

/** Of two readings of a place, these are the editor's. */
const edited = wordsOf("corr reg expan ex");
const quotations = wordsOf("q quote said");

/** Elements that begin and end on lines of their own. */
const blocks = wordsOf(
  "p ab lg l sp spGrp speaker stage head list item label table row cell floatingText group text body front back div div0 div1 div2 div3 div4 div5 div6 div7 epigraph argument opener closer salute signed dateline byline trailer postscript titlePage docTitle titlePart docAuthor docImprint docEdition docDate imprimatur",
);

export function isBlock({ name }: Element): boolean {
  return blocks.has(name);
}

export function isLeftOut({ name }: Element): boolean {
  return leftOut.has(name);
}

/** The running text of an element on one line: emphasis as `_words_`, quotation marks where only the markup has them. */
export function inlineText(element: Element): string {
  return tidy(gathered(element, ""));
}

export function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/(?<=[([“‘]) /g, "")
    .trim();
}

/** The text of an element; `before` is the last that was printed before it. */
export function gathered(element: Element, before: string): string {
  const text = new Running(before);
  for (const child of chosen(element)) text.add(child);
  return text.all;
}

/** A text that grows; of what there is already, only the last words are looked at, however long it has become. */
export class Running {
  all = "";

  constructor(private last: string) {}

  add(child: Element | string): void {
    if (typeof child !== "string" && isLeftOut(child)) return;
    if (typeof child !== "string" && isBlock(child) && child.name !== "stage") return void this.addBlock(child);
    const text = typeof child === "string" ? child : marked(child, this.last);
    this.all += text;
    if (/\S/.test(text)) this.last = text;
  }

  /** Piece by piece: to look at a text that was put together is to copy it, at each level again. */
  private addBlock(block: Element): void {
    const before = this.last;
    [this.all, this.last] = [`${this.all} `, " "];
    for (const child of chosen(block)) this.add(child);
    [this.all, this.last] = [`${this.all} `, this.last === " " ? before : this.last];
  }
}

/** One reading of a place where the file has several. */
function chosen({ name, children }: Element): readonly (Element | string)[] {
  if (name !== "choice" && name !== "app" && name !== "subst") return children;
  const readings = children.filter((child) => typeof child !== "string");
  const best = readings.find((child) => edited.has(child.name) || child.name === "lem" || child.name === "add");
  const one = best ?? readings[0];
  return one === undefined ? [] : [one];
}

function marked(element: Element, before: string): string {
  const { name, attributes } = element;
  if (name === "lb") return attributes.break === "no" ? "" : " ";
  if (name === "stage") return ` ${bracketed(inlineText(element), "(", ")")} `;
  const text = gathered(element, before);
  const isItalic =
    name === "emph" || (name === "hi" && /ital|^i$/i.test(attributes.rend ?? attributes.rendition ?? ""));
  if (isItalic && !text.includes("_")) return between("_", text, "_");
  return quotations.has(name) ? quoted(text, before) : text;
}

function quoted(text: string, before: string): string {
  const hasMarks = /^\s*["“”‘’'«»„—–-]/.test(text) || /["“‘'«„]\s*$/.test(before);
  return hasMarks ? text : between("“", text, "”");
}

/** Inside of the spaces around it. */
function between(open: string, text: string, close: string): string {
  const plain = text.trim();
  return plain === "" ? text : text.replace(plain, () => `${open}${plain}${close}`);
}

/** A direction in brackets of its own, unless it has them. */
export function bracketed(text: string, open: string, close: string): string {
  const plain = text.replace(/^[,;:]\s*/, "");
  return plain === "" || /^[([].*[\])]\.?$/.test(plain) ? plain : `${open}${plain}${close}`;
}
