import type { Element } from "./tree.ts";

/** What is in the file and not in the text that people read: notes, running heads, pictures, what was deleted. */
const leftOut: ReadonlySet<string> = new Set([
  "note",
  "noteGrp",
  "fw",
  "figure",
  "del",
  "index",
  "castList",
  "teiHeader",
  "idno",
  "surplus",
]);

/** Of two readings of a place, these are the editor's. */
const edited: ReadonlySet<string> = new Set(["corr", "reg", "expan", "ex"]);
const quotations: ReadonlySet<string> = new Set(["q", "quote", "said"]);

/** Elements that begin and end on lines of their own. */
const blocks: ReadonlySet<string> = new Set([
  ..."p ab lg l sp spGrp speaker stage head list item label table row cell floatingText group text body front back".split(
    " ",
  ),
  ..."div div0 div1 div2 div3 div4 div5 div6 div7 epigraph argument opener closer salute signed dateline byline".split(
    " ",
  ),
  ..."trailer postscript titlePage docTitle titlePart docAuthor docImprint docEdition docDate imprimatur".split(" "),
]);

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

/** The text of an element, to be added to `before`. */
export function gathered(element: Element, before: string): string {
  let text = "";
  for (const child of chosen(element)) {
    if (typeof child === "string") text += child;
    else if (!isLeftOut(child)) text += marked(child, before + text);
  }
  return text;
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
  if (isBlock(element)) return ` ${gathered(element, " ")} `;
  const text = gathered(element, before);
  const isItalic =
    name === "emph" || (name === "hi" && /ital|^i$/i.test(attributes.rend ?? attributes.rendition ?? ""));
  if (isItalic && /\S/.test(text) && !text.includes("_")) return text.replace(/^(\s*)([\s\S]*?)(\s*)$/, "$1_$2_$3");
  return quotations.has(name) ? quoted(text, before) : text;
}

function quoted(text: string, before: string): string {
  const hasMarks = /^\s*["“”‘’'«»„—–-]/.test(text) || /["“‘'«„]\s*$/.test(before);
  return hasMarks || !/\S/.test(text) ? text : text.replace(/^(\s*)([\s\S]*?)(\s*)$/, "$1“$2”$3");
}

/** A direction in brackets of its own, unless it has them. */
export function bracketed(text: string, open: string, close: string): string {
  const plain = text.replace(/^[,;:]\s*/, "");
  return plain === "" || /^[([].*[\])]\.?$/.test(plain) ? plain : `${open}${plain}${close}`;
}
