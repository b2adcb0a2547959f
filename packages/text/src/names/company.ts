import type { Span } from "../tokens.ts";

/** Counts which spellings of names share a clause. Nobody is named twice in one under two names, or hardly ever. */
export class Company {
  private readonly together = new Map<string, number>();

  /** Takes in the names of a paragraph, in order: their spellings, and the tokens where each starts and ends. */
  see(words: readonly { readonly surface: string }[], names: readonly NamedPlace[]): void {
    let clause: NamedPlace[] = [];
    names.forEach((name, k) => {
      const before = names[k - 1];
      if (before !== undefined && isCut(words, before.end, name.start)) clause = [];
      for (const other of clause)
        if (other.key !== name.key && !isSecondName(words, other.end, name.start)) this.count(other.key, name.key);
      clause.push(name);
    });
  }

  /** In how many clauses both are. */
  shared(a: string, b: string): number {
    return this.together.get(pairOf(a, b)) ?? 0;
  }

  /** Whether two spellings, each as frequent as said, must be two persons: they share clauses, and not by accident. */
  apart(a: { key: string; count: number }, b: { key: string; count: number }): boolean {
    const shared = this.shared(a.key, b.key);
    const least = isPart(a.key, b.key) || isPart(b.key, a.key) ? leastShareOfParts : leastShare;
    return shared >= leastShared && shared >= least * Math.min(a.count, b.count);
  }

  private count(a: string, b: string): void {
    const pair = pairOf(a, b);
    this.together.set(pair, (this.together.get(pair) ?? 0) + 1);
  }
}

/** A name of a paragraph: how it is spelled, and its tokens. */
export interface NamedPlace extends Span {
  readonly key: string;
}

const leastShared = 2;
const leastShare = 0.05;
/** "Tom", "Tom Tulliver": the one is most likely short for the other. */
const leastShareOfParts = 0.25;

/** A sentence, a quotation or a list of titles ends between the two. */
function isCut(words: readonly { readonly surface: string }[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ surface }) => /^(?:[.!?;:“”"()[\]—–]|--+|\.\.+|…|``|'')$/.test(surface));
}

/** "Umbopa, or Ignosi": the two may be one. */
function isSecondName(words: readonly { readonly surface: string }[], from: number, to: number): boolean {
  return words
    .slice(from, to)
    .every(({ surface }) => /^(?:,|or|alias|now|called|named|is|was|otherwise|who|that|as|the)$/i.test(surface));
}

function isPart(name: string, whole: string): boolean {
  return whole.startsWith(`${name} `) || whole.endsWith(` ${name}`);
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
