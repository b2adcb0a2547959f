import { lengths } from "../../similarity/bags.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { type Reader, reader } from "../../text/reader.ts";
import { sentences } from "../../text/sentences.ts";
import type { Words } from "../../text/vocabulary.ts";
import { capitals, silent, telling } from "./capitals.ts";
import { Lexicon } from "./lexicon.ts";

/** A chapter as numbers: the same paragraphs as several sequences of terms, each numbered from 0. */
export interface Reading {
  /** Stems without stop words: what the paragraphs are about. */
  readonly stems: Stream;
  /** By stem: whether it is a name. */
  readonly isName: Uint8Array;
  /** The first four letters of the same words. */
  readonly starts: Stream;
  /** The first three letters of names. */
  readonly signs: Stream;
  /** Pairs of neighbouring words that a bullet has. */
  readonly pairs: Stream;
  /** The sentences of the bullets, as stems, and the bullet of each. */
  readonly sentences: Words;
  readonly sentenceRows: Int32Array;
  /** Words of each paragraph, stop words too. */
  readonly summaryLengths: Int32Array;
  readonly storyLengths: Int32Array;
  readonly names: Int32Array;
}

export interface Stream {
  readonly terms: number;
  readonly summary: Words;
  readonly story: Words;
}

export type ChapterReader = (passages: Passages) => Reading;

export function chapterReader(words: Reader = reader()): ChapterReader {
  const lexicon = new Lexicon(words.vocabulary);
  const numbering = new Numbering();
  const names = new Names();
  return ({ summary, story }) => {
    const lines = summary.map((text) => sentences(text).map(({ start, end }) => text.slice(start, end)));
    const sentenceRows = Int32Array.from(lines.flatMap((parts, row) => parts.map(() => row)));
    const parts = side(lines.flat(), words);
    const told = { ...parts, starts: joined(parts.starts, sentenceRows, summary.length) };
    const paragraphs = side(story, words);
    lexicon.update();
    names.read(lexicon, [told, paragraphs]);
    const stream = (forms: Int32Array, isLeftOut: Test): Stream => {
      numbering.start(lexicon.forms);
      const [first, second] = [told, paragraphs].map((each) => numbering.words(each, forms, isLeftOut));
      return { terms: numbering.size, summary: first!, story: second! };
    };
    const isStop: Test = (word) => lexicon.stops[word] === 1;
    const starts = stream(lexicon.starts, isStop);
    const signs = stream(lexicon.signs, (word) => !names.has(lexicon.words[word]!));
    const stems = stream(lexicon.stems, isStop);
    return {
      stems,
      isName: nameFlags(numbering, lexicon, [told, paragraphs], names),
      sentences: numbering.words(parts, lexicon.stems, isStop),
      sentenceRows,
      starts,
      signs,
      pairs: pairStream(lexicon, told, paragraphs),
      summaryLengths: lengths(told),
      storyLengths: lengths(paragraphs),
      names: distinctNames(paragraphs, lexicon, names),
    };
  };
}

/** One side of a chapter: its words by their numbers in the vocabulary, and how each is written. */
interface Side extends Words {
  readonly written: Uint8Array;
}

type Test = (word: number) => boolean;

function side(texts: readonly string[], { vocabulary }: Reader): Side {
  const words = vocabulary.read(texts);
  return { ...words, written: capitals(texts, words) };
}

/** Where bullets start, from where their sentences do. */
function joined(starts: Int32Array, rows: Int32Array, count: number): Int32Array {
  const made = new Int32Array(count + 1);
  for (let line = 0; line < rows.length; line++) made[rows[line]! + 1] = starts[line + 1]!;
  for (let row = 1; row <= count; row++) made[row] = Math.max(made[row]!, made[row - 1]!);
  return made;
}

/** Tells which forms of a chapter are names; its arrays are kept from chapter to chapter. */
class Names {
  private balance = new Int32Array(0);
  private capitalised = new Uint8Array(0);
  private seen: number[] = [];

  /** Names are written with a capital inside sentences more often than without one. */
  read(lexicon: Lexicon, sides: readonly Side[]): void {
    for (const form of this.seen) {
      this.balance[form] = 0;
      this.capitalised[form] = 0;
    }
    this.seen = [];
    if (lexicon.forms > this.balance.length) {
      this.balance = new Int32Array(lexicon.forms * 2);
      this.capitalised = new Uint8Array(lexicon.forms * 2);
    }
    for (const { ids, written } of sides) {
      for (let k = 0; k < ids.length; k++) {
        const word = ids[k]!;
        if (written[k] === silent) continue;
        const form = lexicon.words[word]!;
        this.seen.push(form);
        this.balance[form]! += written[k] === telling ? 1 : -1;
        if (written[k] === telling && lexicon.stops[word] === 0 && lexicon.shorts[word] === 0)
          this.capitalised[form] = 1;
      }
    }
  }

  has(form: number): boolean {
    return this.capitalised[form] === 1 && this.balance[form]! > 0;
  }
}

function nameFlags(stems: Numbering, lexicon: Lexicon, sides: readonly Side[], names: Names): Uint8Array {
  const flags = new Uint8Array(stems.size);
  for (const { ids } of sides)
    for (let k = 0; k < ids.length; k++) {
      const word = ids[k]!;
      if (lexicon.stops[word] === 0 && names.has(lexicon.words[word]!)) flags[stems.numberOf(lexicon.stems[word]!)] = 1;
    }
  return flags;
}

/** How many different names each paragraph has. */
function distinctNames({ ids, starts }: Side, lexicon: Lexicon, names: Names): Int32Array {
  const counts = new Int32Array(starts.length - 1);
  const found: number[] = [];
  for (let row = 0; row < counts.length; row++) {
    found.length = 0;
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      const form = lexicon.words[ids[k]!]!;
      if (names.has(form) && !found.includes(form)) found.push(form);
    }
    counts[row] = found.length;
  }
  return counts;
}

/** Gives the terms of one chapter numbers from 0 on; its arrays are kept from chapter to chapter. */
class Numbering {
  size = 0;
  private round = 0;
  private rounds = new Int32Array(0);
  private numbers = new Int32Array(0);

  start(forms: number): void {
    this.round++;
    this.size = 0;
    if (forms <= this.numbers.length) return;
    this.numbers = new Int32Array(forms * 2);
    this.rounds = new Int32Array(forms * 2);
  }

  numberOf(form: number): number {
    if (this.rounds[form] !== this.round) {
      this.rounds[form] = this.round;
      this.numbers[form] = this.size++;
    }
    return this.numbers[form]!;
  }

  words({ ids, starts: from }: Words, forms: Int32Array, isLeftOut: Test): Words {
    const made = new Int32Array(ids.length);
    const starts = new Int32Array(from.length);
    let end = 0;
    for (let row = 1; row < from.length; row++) {
      for (let k = from[row - 1]!; k < from[row]!; k++)
        if (!isLeftOut(ids[k]!)) made[end++] = this.numberOf(forms[ids[k]!]!);
      starts[row] = end;
    }
    return { ids: made.subarray(0, end), starts };
  }
}

/** Two stems beside each other, of which one carries meaning; in the story only those that a bullet has. */
function pairStream({ stems, stops }: Lexicon, told: Words, paragraphs: Words): Stream {
  const numbers = new Map<number, number>();
  const begins = new Set<number>();
  const read = ({ ids, starts: from }: Words, learn: boolean): Words => {
    const made: number[] = [];
    const starts = new Int32Array(from.length);
    for (let row = 1; row < from.length; row++) {
      for (let k = from[row - 1]! + 1; k < from[row]!; k++) {
        const [first, second] = [ids[k - 1]!, ids[k]!];
        if (stops[first] === 1 && stops[second] === 1) continue;
        if (learn) begins.add(stems[first]!);
        else if (!begins.has(stems[first]!)) continue;
        const pair = stems[first]! * 2 ** 26 + stems[second]!;
        const number = numbers.get(pair) ?? (learn ? numbers.size : -1);
        if (number < 0) continue;
        if (number === numbers.size) numbers.set(pair, number);
        made.push(number);
      }
      starts[row] = made.length;
    }
    return { ids: Int32Array.from(made), starts };
  };
  const summary = read(told, true);
  return { summary, story: read(paragraphs, false), terms: numbers.size };
}
