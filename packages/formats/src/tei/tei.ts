import { countWords } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import { Tally } from "../blocks/account.ts";
import { chaptersIn, isDivision, type TeiChapter } from "./divisions.ts";
import { inlineText, isLeftOut } from "./inline.ts";
import { childNamed, type Element, elementsOf, firstNamed, type Tree, treeOf } from "./tree.ts";

/** An edition in TEI (P5, or P4 before it). */
export interface TeiBook {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** As the header names it, or its address. */
  readonly licence: string | undefined;
  readonly chapters: readonly TeiChapter[];
  /** Words of the whole text, and what of them is in no chapter. */
  readonly words: number;
  readonly leftOut: Tally;
  /** The file ends inside of its elements: what comes after is missing. */
  readonly isCut: boolean;
}

/** Whether the first element of a file is one of TEI's. */
export function isTei(text: string): boolean {
  const head = text.slice(0, 100_000);
  if (!/<(?:\w+:)?(?:TEI|teiCorpus)/.test(head)) return false;
  const prolog =
    /^\s*(?:<\?[\s\S]*?\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>\s*)*/.exec(head)?.[0] ?? "";
  return /^<(?:\w+:)?(?:TEI(?:\.2)?|teiCorpus)[\s>]/.test(head.slice(prolog.length));
}

/** Reads an edition in TEI. */
export function readTei(xml: string, file: string): TeiBook {
  const { root, text } = opened(xml, file);
  const leftOut = new Tally();
  const chapters = sidesOf(text).flatMap(({ element, outside }) => {
    if (outside === undefined) return chaptersIn(element);
    leftOut.add(outside, countWords(inlineText(element)), { count: 0 });
    return [];
  });
  leftOut.add("headings", headWords(text), { count: 0 });
  let words = countWords(inlineText(text));
  for (const [what, own] of unread(text)) {
    leftOut.add(what, own);
    words += own;
  }
  return { ...headerOf(root), chapters, words, leftOut, isCut: root.isCut };
}

function opened(xml: string, file: string): { root: Tree; text: Element } {
  const root = treeOf(xml, file);
  const corpus = firstNamed(root, "teiCorpus");
  const texts = corpus === undefined ? 0 : elementsOf(corpus).filter(({ name }) => name === "TEI").length;
  if (texts > 1)
    throw new Problem(`${file} is a TEI corpus of ${texts} texts: give plotline each of them in a file of its own.`);
  const text = firstNamed(root, "text");
  if (text === undefined) throw new Problem(`${file} is TEI without a text: it has only a header.`);
  return { root, text };
}

/** The body is the story; of what is before and after it, only prologues and epilogues are. */
function sidesOf(text: Element): { readonly element: Element; readonly outside?: string | undefined }[] {
  return elementsOf(text).flatMap((side) => {
    if (side.name === "body" || side.name === "group") return [{ element: side }];
    if (side.name !== "front" && side.name !== "back") return [];
    const outside = side.name === "front" ? "what is before the text" : "what is after the text";
    const read = elementsOf(side).filter((element) => !isLeftOut(element));
    return read.map((element) => ({ element, outside: isPrologue(element) ? undefined : outside }));
  });
}

function isPrologue(element: Element): boolean {
  return isDivision(element) && /^(?:prologue|epilogue|induction)$/i.test(element.attributes.type ?? "");
}

function headerOf(root: Element): Pick<TeiBook, "title" | "author" | "licence"> {
  const header = firstNamed(root, "teiHeader");
  const statement = header === undefined ? undefined : firstNamed(header, "titleStmt");
  const said = (element: Element | undefined) => (element === undefined ? "" : inlineText(element)) || undefined;
  const licence = header === undefined ? undefined : (firstNamed(header, "licence") ?? firstNamed(header, "license"));
  const main = statement && (elementsOf(statement).find(isMainTitle) ?? childNamed(statement, "title"));
  return {
    title: said(main)?.replace(ofEdition, "") || undefined,
    author: said(childNamed(statement, "author")),
    licence: licenceOf(licence, said(licence)),
  };
}

/** What the title of an edition adds to that of the work. */
const ofEdition = /\s*[:,]\s*(?:an? )?(?:\w+ ){0,2}(?:edition|transcription|version)\.?$/i;

function isMainTitle({ name, attributes }: Element): boolean {
  return name === "title" && attributes.type === "main";
}

/** The address of a licence says more than a paragraph about it. */
function licenceOf(licence: Element | undefined, text: string | undefined): string | undefined {
  const target = licence?.attributes.target?.trim();
  return text !== undefined && text.length <= 60 ? text : target || text?.slice(0, 1000);
}

/** Words of notes, cast lists and the rest that nobody reads as the story, by what they are. */
function unread(element: Element): [what: string, words: number][] {
  return elementsOf(element).flatMap((child): [string, number][] => {
    if (!isLeftOut(child)) return unread(child);
    const plain = { ...child, name: "" };
    return [[names[child.name] ?? `<${child.name}>`, countWords(inlineText(plain))]];
  });
}

const names: Readonly<Record<string, string>> = {
  note: "notes",
  fw: "running heads and page numbers",
  figure: "pictures",
  del: "deleted passages",
  castList: "cast lists",
};

function headWords(element: Element): number {
  return sumOf(elementsOf(element), (child) => {
    if (child.name === "head" && isDivision(element)) return countWords(inlineText(child));
    return isLeftOut(child) || child.name === "front" || child.name === "back" ? 0 : headWords(child);
  });
}
