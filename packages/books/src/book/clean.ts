import { countWords } from "@plotline/align";
import { type Block, Tally, wordsIn } from "@plotline/formats";
import { withoutInvisible } from "@plotline/formats/node";
import { headingOf } from "../chapters/heading.ts";

interface Cleaned {
  readonly blocks: Block[];
  readonly leftOut: Tally;
  readonly warnings: readonly string[];
}

/** Without pictures, page numbers, footnotes and decorative lines. `shown`: footnote marks that were taken out before. */
export function cleanBlocks(blocks: readonly Block[], shown: Iterable<string> = []): Cleaned {
  const cleaner = new Cleaner(blocks, new NoteMarks(shown));
  for (let at = 0; at < blocks.length; ) at = cleaner.take(at);
  return cleaner.result();
}

/** What a book prints besides its text, in the words in which it is shown. */
type NonText = "illustrations" | "footnotes in brackets" | "footnotes" | "decorative lines" | "page numbers";

class Cleaner {
  private readonly blocks: Block[];
  private readonly kept: Block[] = [];
  private readonly leftOut = new Tally();
  private readonly unclosed: Block[] = [];
  private gap = 0;

  constructor(
    blocks: readonly Block[],
    private readonly marks: NoteMarks,
  ) {
    this.blocks = [...blocks];
  }

  /** Keeps a block or leaves it out; gives the place to look at next. */
  take(at: number): number {
    const block = this.blocks[at]!;
    const what = nonTextIn(block, this.kept, this.marks);
    if (what === undefined) return this.keep(block, at);
    const reach = reaches[what];
    if (reach !== undefined) return this.takeBracket(at, what, reach);
    this.leave(what, countWords(block.text), block.gap);
    return at + 1;
  }

  result(): Cleaned {
    const [first] = this.unclosed;
    const count = this.unclosed.length;
    const warning =
      first === undefined
        ? []
        : [
            `${count === 1 ? "a bracket is" : `${count} brackets are`} never closed (line ${first.line}: "${first.text.trim().slice(0, 40).split("\n", 1)[0]}"); what follows is taken as text`,
          ];
    return { blocks: this.kept, leftOut: this.leftOut, warnings: warning };
  }

  /** A bracket is left out up to where it closes; what its last block says after that is text, and looked at again. */
  private takeBracket(at: number, what: NonText, reach: Reach): number {
    const block = this.blocks[at]!;
    const found = bracketAt(this.blocks, at, reach);
    if (found === undefined) {
      this.unclosed.push(block);
      if (!/^\s*\[\w{1,20}[\s.:]*$/.test(block.text)) return this.keep(block, at);
      this.leave(what, countWords(block.text), block.gap);
      return at + 1;
    }
    // What is not the rest: where no space parts the two, one word of the file is in both.
    this.leave(what, wordsIn(this.blocks, at, found.end + 1) - countWords(found.rest), block.gap);
    if (!/\S/.test(found.rest)) return found.end + 1;
    this.blocks[found.end] = { ...this.blocks[found.end]!, text: found.rest, gap: 0 };
    return found.end;
  }

  private keep(block: Block, at: number): number {
    this.marks.look(block, this.kept.length);
    this.kept.push(this.gap > 0 ? { ...block, gap: block.gap + this.gap } : block);
    this.gap = 0;
    return at + 1;
  }

  private leave(what: NonText, words: number, gap: number): void {
    this.leftOut.add(what, words);
    this.gap += gap;
  }
}

interface Reach {
  readonly characters: number;
  readonly blocks: number;
}

/** How far the brackets of a kind go. */
const reaches: Partial<Record<NonText, Reach>> = {
  illustrations: { characters: 2500, blocks: 15 },
  "footnotes in brackets": { characters: 15_000, blocks: 60 },
};

/**
 * Where the bracket that block `at` opens with closes, and what that block says after it. Undefined where it never closes: at
 * a heading, where another one opens a block, or when it has become longer than its kind ever is, someone forgot to close it.
 */
function bracketAt(blocks: readonly Block[], at: number, reach: Reach) {
  let [depth, length] = [0, 0];
  for (let end = at; end < Math.min(blocks.length, at + reach.blocks); end++) {
    const { text } = blocks[end]!;
    if (end > at && endsBrackets(blocks[end]!)) return undefined;
    for (let place = nextBracket(text, 0); place >= 0; place = nextBracket(text, place + 1)) {
      if (length + place > reach.characters) return undefined;
      depth += text[place] === "[" ? 1 : -1;
      if (depth === 0) return { end, rest: text.slice(place + 1) };
    }
    length += text.length;
    if (length > reach.characters) return undefined;
  }
  return undefined;
}

function nextBracket(text: string, from: number): number {
  const [open, close] = [text.indexOf("[", from), text.indexOf("]", from)];
  return open < 0 || close < 0 ? Math.max(open, close) : Math.min(open, close);
}

function endsBrackets(block: Block): boolean {
  if (block.level > 0 || opensBracket(block.text.trimStart()) !== undefined) return true;
  const heading = headingOf(block);
  return heading?.number !== undefined && heading.class !== "number";
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

function opensBracket(start: string): NonText | undefined {
  if (/^\[_?(?:Illustration|Picture|Frontispiece|Image|Decoration|Music|Blank Page)/i.test(start))
    return "illustrations";
  return /^\[(?:Footnote|Note|FN)\b/i.test(start) ? "footnotes in brackets" : undefined;
}

/** What a block is where it is no text of the book. */
function nonTextIn({ text, level }: Block, above: Block[], marks: NoteMarks): NonText | undefined {
  const start = text.trimStart();
  // A letter, a digit or a quotation mark: nearly every block.
  if (/^[0-;=-Z]/.test(start)) return pageNumber(start, level);
  if (/^[`-z"'“‘]/.test(start)) return undefined;
  const bracketed = opensBracket(start);
  if (bracketed !== undefined) return bracketed;
  if (start.length > 12 && start.length < 6000 && !/^\*\s*\*/.test(start) && marks.answers(start, above))
    return "footnotes";
  if (/^[\s*\-_=~#+•·.—–†‡|:/\\<>()[\]{}]+$/.test(start)) return "decorative lines";
  if (/^[[{](?:[Pp]g?\.?|[Pp]age)? ?(?:\d{1,4}|[ivxlc]{1,7})[\]}]\s*$/.test(start)) return "page numbers";
  return undefined;
}

/** `Page 12`: a number alone may be a chapter's. */
function pageNumber(text: string, level: number): NonText | undefined {
  return level === 0 && text.length < 12 && /^(?:Page|Pg\.?|p\.) ?\d{1,4}\s*$/i.test(text) ? "page numbers" : undefined;
}

/**
 * The marks of footnotes that a text has shown so far and that no note has answered: `as he says,[1]` and `the king* of`.
 * A paragraph that begins with such a mark is a note only where the text before it has the mark; else it is the story.
 */
class NoteMarks {
  private readonly open = new Map<string, number>();
  private readonly starred: number[] = [];
  /** How many of those are answered or too far back. */
  private passed = 0;

  /** `shown`: marks that were taken out of the text before. */
  constructor(shown: Iterable<string> = []) {
    for (const mark of shown) this.show(mark);
  }

  /** Remembers the marks in a block, but not one that it begins with. */
  look({ text }: Pick<Block, "text">, at: number): void {
    if (text.includes("[") || text.includes("{"))
      for (const [, bracketed, braced] of text.matchAll(anywhere)) this.show(bracketed ?? braced!);
    if (text.includes("*") || text.includes("†") || text.includes("‡"))
      for (const _ of text.matchAll(starred)) this.starred.push(at);
  }

  /** Whether a block that begins so is a note; if so, its mark is answered, and a star leaves the word that has it. */
  answers(text: string, above: Block[]): boolean {
    const label = ownLabel.exec(text)?.[1];
    if (label !== undefined) return this.take(label);
    if (!ownStar.test(text) || emphasis.test(text)) return false;
    while (this.starred[this.passed]! < above.length - starReach) this.passed++;
    if (this.passed === this.starred.length) return this.take(text[0]!);
    const at = this.starred[this.passed++]!;
    above[at] = { ...above[at]!, text: above[at]!.text.replace(new RegExp(starred.source, "u"), "") };
    return true;
  }

  private show(mark: string): void {
    this.open.set(mark, (this.open.get(mark) ?? 0) + 1);
  }

  private take(mark: string): boolean {
    const count = this.open.get(mark) ?? 0;
    if (count > 0) this.open.set(mark, count - 1);
    return count > 0;
  }
}

/** A note without a number is printed at the foot of its page, not further from its mark than this many blocks. */
const starReach = 15;

const label = String.raw`\d{1,3}|[A-Z]|\*{1,3}|[†‡§]`;
const anywhere = new RegExp(String.raw`(?<=\S\s?)(?:\[(${label})\]|\{(\d{1,3})\})`, "g");
const ownLabel = new RegExp(String.raw`^\[(${label})\]:?\s+\S`);
const starred = /(?<=[^\s*])[*†‡](?![\p{L}\p{N}*])/gu;
const ownStar = /^[*†‡]\s?(?:\p{Lu}|["“(_])/u;
/** `*A word* in other type`: a star before and after. */
const emphasis = /^\*\S[^*\n]{0,80}\*/;
