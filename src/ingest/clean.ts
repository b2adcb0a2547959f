import type { Block } from "./block.ts";

export interface Cleaned {
  readonly blocks: Block[];
  /** How many of each kind were left out. */
  readonly left: ReadonlyMap<string, number>;
}

/** Without pictures, page numbers, footnotes and decorative lines. */
export function cleanBlocks(blocks: readonly Block[]): Cleaned {
  const kept: Block[] = [];
  const left = new Map<string, number>();
  let [open, gap] = ["", 0];
  for (const block of blocks) {
    const what = open || whatIsNoText(block);
    if (what === "") {
      kept.push(gap > 0 ? { ...block, gap: block.gap + gap } : block);
      gap = 0;
      continue;
    }
    if (open === "") left.set(what, (left.get(what) ?? 0) + 1);
    open = isBracketed(what) && !closes(block.text, open === "") ? what : "";
    gap += block.gap;
  }
  return { blocks: kept, left };
}

/** Soft hyphens and spaces without width would cut words in two; a hyphen that does not break is one like others. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060\ufeff]/g, "").replaceAll("\u2011", "-");
}

/** Marks inside a paragraph: of footnotes, pages and pictures, and of bold type. Emphasis stays as `_words_`. */
export function cleanText(text: string): string {
  if (!/[[{<=~^+\u00ad\u200b\u2011\u2060\ufeff]|\(\d/.test(text)) return text;
  return withoutInvisible(text)
    .replace(/ ?\[(?:Illustration|Pg|Page|p\.)[^\]]{0,200}\] ?/gi, " ")
    .replace(/ ?\{(?:\d{1,4}|p\.? ?\d+)\} ?/g, " ")
    .replace(/ ?\[(?:\d{1,3}|[A-Z]|[*†‡§]+|Footnote:? ?\d*|FN ?\d*)\]/g, "")
    .replace(/(?<=\S)\(\d{1,3}\)(?=\s|$)/g, "")
    .replace(/<\d{1,3}>/g, "")
    .replace(/\^\{([^}]{1,10})\}/g, "$1")
    .replace(/(?<![\w=])=(\S[^=\n]{0,200}?)=(?![\w=])/g, "$1")
    .replace(/(?<!\w)[~+](\p{L}[^~+\n]{0,80}?)[~+](?!\w)/gu, "$1")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Kinds that run on to their closing bracket. */
function isBracketed(what: string): boolean {
  return what === "illustrations" || what === "footnotes in brackets";
}

/** The bracket closes here; or the block is so long that someone forgot to close it. */
function closes(text: string, first: boolean): boolean {
  const depth = count(text, "[") - count(text, "]");
  return first ? depth <= 0 : depth < 0 || text.length > 3000;
}

function count(text: string, mark: string): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++;
  return found;
}

function whatIsNoText({ text, level }: Block): string {
  const start = text.length > 0 && text.charCodeAt(0) > 32 ? text : text.trimStart();
  const first = start.charCodeAt(0);
  // A letter, a digit or a quotation mark: nearly every block.
  if (first !== 0x3c && first > 0x2f && first < 0x5b) return pageNumber(start, level);
  if ((first > 0x5f && first < 0x7b) || isQuote(first)) return "";
  if (/^\[_?(?:Illustration|Picture|Frontispiece|Image|Decoration|Music|Blank Page)/i.test(start))
    return "illustrations";
  if (/^\[(?:Footnote|Note|FN)\b/i.test(start)) return "footnotes in brackets";
  if (/^\[(?:\d{1,3}|[A-Z]|\*+|[†‡§])\]:?\s+\S/.test(start)) return "footnotes";
  if (
    /^(?:\*|[†‡])\s?(?:\p{Lu}|["“(_])/u.test(start) &&
    start.length > 25 &&
    start.length < 1500 &&
    !/\*\s*\*/.test(start)
  )
    return "footnotes";
  if (/^<<[\s\S]*>>\s*$/.test(start)) return "notices";
  if (/^[\s*\-_=~#+•·.—–†‡|:/\\<>()[\]{}]+$/.test(start)) return "decorative lines";
  if (/^[[{](?:[Pp]g?\.?|[Pp]age)? ?(?:\d{1,4}|[ivxlc]{1,7})[\]}]\s*$/.test(start)) return "page numbers";
  return "";
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x201c || code === 0x2018;
}

/** `Page 12`: a number alone may be a chapter's. */
function pageNumber(text: string, level: number): string {
  return level === 0 && text.length < 12 && /^(?:Page|Pg\.?|p\.) ?\d{1,4}\s*$/i.test(text) ? "page numbers" : "";
}
