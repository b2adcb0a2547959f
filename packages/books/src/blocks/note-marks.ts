import type { Block } from "@plotline/formats";

/**
 * The marks of footnotes that a text has shown so far and that no note has answered: `as he says,[1]` and `the king* of`.
 * A paragraph that begins with such a mark is a note only where the text before it has the mark; else it is the story.
 */
export class NoteMarks {
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

  /** Whether a block that begins so is a note; if so, its mark is answered. */
  answers(text: string, at: number): boolean {
    const label = ownLabel.exec(text)?.[1];
    if (label !== undefined) return this.take(label);
    if (!ownStar.test(text) || emphasis.test(text)) return false;
    while (this.starred[this.passed]! < at - starReach) this.passed++;
    if (this.passed === this.starred.length) return this.take(text[0]!);
    this.passed++;
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
