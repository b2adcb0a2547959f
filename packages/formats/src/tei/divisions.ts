import { memo, sumOf } from "@plotline/base";
import { addressesOf } from "@plotline/corpus";
import { inlineText, isBlock, isLeftOut } from "./inline.ts";
import { paragraphsIn, type TeiParagraph } from "./paragraphs.ts";
import { type Element, elementsOf } from "./tree.ts";

/** A chapter, act or scene of an edition. */
export interface TeiChapter {
  readonly heading: string;
  readonly paragraphs: readonly TeiParagraph[];
}

/** What is one chapter, whatever divisions it has inside. */
const chapterTypes =
  /^(?:chapter|scene|letter|canto|stave|poem|tale|story|prologue|epilogue|induction|entry|fit|section)$/i;

export function isDivision({ name }: Element): boolean {
  return /^(?:div[0-7]?|text|body|group)$/.test(name);
}

/** The chapters of a body: its innermost divisions, or those that call themselves a chapter or a scene. */
export function chaptersIn(body: Element): TeiChapter[] {
  const found: Found[] = [];
  new Divisions(found).all(body);
  const chapters = found.filter(({ paragraphs }) => paragraphs.length > 0);
  return withParts(chapters);
}

interface Found {
  readonly above: readonly string[];
  readonly own: string;
  readonly type: string | undefined;
  readonly paragraphs: TeiParagraph[];
}

class Divisions {
  /** What a part says above its first chapter. */
  private waiting: TeiParagraph[] = [];

  constructor(private readonly found: Found[]) {}

  all(body: Element): void {
    if (elementsOf(body).some(isDivision)) this.inside(body, []);
    else this.chapter(body, []);
    this.found.at(-1)?.paragraphs.push(...this.waiting);
  }

  private inside(holder: Element, above: readonly string[]): void {
    let parts = 0;
    for (const child of elementsOf(holder)) {
      if (!isDivision(child)) this.between(child);
      else if (isChapter(child)) this.chapter(child, above);
      else this.inside(child, [...above, partName(child, ++parts)]);
    }
  }

  private chapter(element: Element, above: readonly string[]): void {
    const heads = headsOf(element);
    const body = { ...element, attributes: {}, children: element.children.filter((child) => !heads.includes(child)) };
    const paragraphs = [...this.waiting, ...paragraphsIn(body)];
    this.waiting = [];
    this.found.push({ above, own: headText(element), type: element.attributes.type, paragraphs });
  }

  /** Text of a part that is in none of its chapters goes with the next one, or with the last. */
  private between(element: Element): void {
    const around = { name: "", attributes: {}, children: [element] };
    if (element.name !== "head" && !isLeftOut(element)) this.waiting.push(...paragraphsIn(around));
  }
}

/** Without divisions of its own, or called a chapter, or with most of its text outside of them. */
function isChapter(division: Element): boolean {
  const inner = elementsOf(division).filter(isDivision);
  if (inner.length === 0 || (chapterTypes.test(division.attributes.type ?? "") && !hasChapters(division))) return true;
  return sumOf(inner, sizeOf) < sizeOf(division) / 2;
}

/** How much text is in it, in characters: what is nested deep is measured once. */
const sizeOf = memo((element: Element): number =>
  sumOf(element.children, (child) =>
    typeof child === "string" ? child.trim().length : isLeftOut(child) ? 0 : sizeOf(child),
  ),
);

function hasChapters(division: Element): boolean {
  return elementsOf(division).some(
    (each) => isDivision(each) && /^(?:chapter|scene)$/i.test(each.attributes.type ?? ""),
  );
}

/** The headings above its text: the number, then perhaps the title. */
function headsOf(division: Element): (Element | string)[] {
  const first = elementsOf(division).findIndex((child) => isBlock(child) && child.name !== "head");
  return elementsOf(division)
    .slice(0, first < 0 ? undefined : first)
    .filter(({ name }) => name === "head");
}

/** What is printed above it; where nothing is, its type and number, or the type alone: `Act 1`, `Epilogue`. */
function headText(division: Element): string {
  const { type = "", n = "" } = division.attributes;
  const lines = headsOf(division).map((head) => (typeof head === "string" ? "" : inlineText(head).replace(/_/g, "")));
  const printed = lines
    .filter(Boolean)
    .reduce((text, line) => `${text}${/[.:!?—-]$/.test(text) ? "" : "."} ${line}`, "");
  if (printed !== "") return printed.replace(/^\. /, "");
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  if (type !== "" && /^(?:\d{1,4}|[IVXLC]{1,9})$/i.test(n)) return `${name} ${n}`;
  return standalone.test(type) ? name : "";
}

const standalone = /^(?:prologue|epilogue|induction|chorus|prelude|interlude)$/i;

/** `Book 1` of BOOK THE FIRST. SOWING; a part without a name is counted. */
function partName(division: Element, place: number): string {
  const printed = headText(division);
  const [{ label, title } = { label: "", title: "" }] = printed === "" ? [] : addressesOf([printed]);
  return label || title || `Part ${place}`;
}

/** The name of the part goes in front where chapters of several parts have the same number, and in plays always. */
function withParts(chapters: readonly Found[]): TeiChapter[] {
  const labels = addressesOf(chapters.map(({ own }) => own)).map(({ label, title }) => label || title);
  const isRepeated = new Set(labels).size < labels.length;
  return chapters.map(({ above, own, type, paragraphs }) => {
    const isScene = /^scene$/i.test(type ?? "");
    return { heading: [...(isRepeated || isScene ? above : []), own].filter(Boolean).join(", "), paragraphs };
  });
}
