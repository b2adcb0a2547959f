import { lengths } from "../../similarity/bags.ts";
import { PairTable } from "../../similarity/pair-table.ts";
import type { Passages } from "../../similarity/similarity.ts";
import { type Reader, reader } from "../../text/reader.ts";
import { sentences } from "../../text/sentences.ts";
import type { PlacedWords, Words } from "../../text/vocabulary.ts";
import { capitals, small, telling } from "./capitals.ts";
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
  return ({ summary, story }) => {
    const lines = summary.map(sentenceTexts);
    const sentenceRows = Int32Array.from(lines.flatMap((parts, row) => parts.map(() => row)));
    const sentenceWords = lines.flat();
    const parts = written(sentenceWords, words.vocabulary.read(sentenceWords));
    const paragraphs = written(story, words.read(story));
    lexicon.update();
    const own = new OwnWords(numbering, lexicon, [parts, paragraphs]);
    const names = namesOf(own, lexicon, [parts, paragraphs]);
    const isStop = own.flags((word) => lexicon.stops[word] === 1);
    const stems = own.table(lexicon.stems, isStop);
    const starts = own.table(lexicon.starts, isStop);
    const signs = own.table(
      lexicon.signs,
      names.flags.map((flag) => 1 - flag),
    );
    const [lineWords, storyWords] = own.sides as [Words, Words];
    const told = { ids: lineWords.ids, starts: joined(parts.starts, sentenceRows, summary.length) };
    const stream = (table: Table): Stream => ({
      terms: table.size,
      summary: translated(told, table.numbers),
      story: translated(storyWords, table.numbers),
    });
    return {
      stems: stream(stems),
      isName: nameFlags(names, stems),
      sentences: translated(lineWords, stems.numbers),
      sentenceRows,
      starts: stream(starts),
      signs: stream(signs),
      pairs: pairStream(own.table(lexicon.stems), isStop, told, storyWords),
      summaryLengths: lengths(told),
      storyLengths: lengths(paragraphs),
      names: distinctNames(storyWords, names),
    };
  };
}

/** The sentences of a bullet. Most end where it ends, and need not be looked for. */
function sentenceTexts(text: string): string[] {
  if (!mayHaveMore(text)) return [text];
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

/** Whether a mark that ends sentences is followed, beyond a space, by another word; or a line by another line. */
function mayHaveMore(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === lineBreak) return true;
    if (unit !== stop && unit !== exclamation && unit !== question && unit !== ellipsis) continue;
    let spaces = 0;
    for (at++; at < text.length; at++) {
      const next = text.charCodeAt(at);
      if (next >= 0x80) return goesOn.test(text);
      if (isAsciiWord[next] === 1) break;
      if (next === 0x20 || (next >= 0x09 && next <= 0x0d)) spaces++;
    }
    if (at < text.length && spaces > 0) return true;
  }
  return false;
}

const [lineBreak, stop, exclamation, question, ellipsis] = [0x0a, 0x2e, 0x21, 0x3f, 0x2026];
const goesOn = /[.!?…][^\p{L}\p{N}]*\s[^\p{L}\p{N}]*[\p{L}\p{N}]|\n/u;
const isAsciiWord = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /\w/.test(String.fromCharCode(unit)) && unit !== 0x5f ? 1 : 0,
);

/** One side of a chapter: its words by their numbers in the vocabulary, and how each is written. */
interface Side extends Words {
  readonly written: Uint8Array;
}

function written(texts: readonly string[], words: PlacedWords): Side {
  return { ...words, written: capitals(texts, words) };
}

/** Where bullets start, from where their sentences do. */
function joined(starts: Int32Array, rows: Int32Array, count: number): Int32Array {
  const made = new Int32Array(count + 1);
  for (let line = 0; line < rows.length; line++) made[rows[line]! + 1] = starts[line + 1]!;
  for (let row = 1; row <= count; row++) made[row] = Math.max(made[row]!, made[row - 1]!);
  return made;
}

/** Which words of a chapter are names, and how they are spelled without accents, by their numbers there. */
interface Names {
  readonly flags: Uint8Array;
  readonly spellings: Int32Array;
}

/** Names are written with a capital inside sentences more often than without one. */
function namesOf(own: OwnWords, lexicon: Lexicon, sides: readonly Side[]): Names {
  const { words } = own;
  const { size, numbers: spellings } = own.table(lexicon.words);
  const balance = new Int32Array(size);
  const capitalised = new Uint8Array(size);
  const [told, plain] = tallies(own, sides);
  for (let k = 0; k < words.length; k++) {
    balance[spellings[k]!]! += told[k]! - plain[k]!;
    const isLong = lexicon.stops[words[k]!] === 0 && lexicon.shorts[words[k]!] === 0;
    if (told[k]! > 0 && isLong) capitalised[spellings[k]!] = 1;
  }
  const flags = new Uint8Array(words.length);
  for (let k = 0; k < flags.length; k++)
    flags[k] = capitalised[spellings[k]!] === 1 && balance[spellings[k]!]! > 0 ? 1 : 0;
  return { flags, spellings };
}

/** How often each word of a chapter has a telling capital, and none. */
function tallies(own: OwnWords, sides: readonly Side[]): readonly [Int32Array, Int32Array] {
  const [told, plain] = [new Int32Array(own.words.length), new Int32Array(own.words.length)];
  own.sides.forEach(({ ids }, side) => {
    const { written } = sides[side]!;
    for (let k = 0; k < ids.length; k++)
      if (written[k] === small) plain[ids[k]!]!++;
      else if (written[k] === telling) told[ids[k]!]!++;
  });
  return [told, plain];
}

/** How many different names each paragraph has. */
function distinctNames({ ids, starts }: Words, { flags, spellings }: Names): Int32Array {
  const counts = new Int32Array(starts.length - 1);
  const found: number[] = [];
  for (let row = 0; row < counts.length; row++) {
    found.length = 0;
    for (let k = starts[row]!; k < starts[row + 1]!; k++)
      if (flags[ids[k]!] === 1 && !found.includes(spellings[ids[k]!]!)) found.push(spellings[ids[k]!]!);
    counts[row] = found.length;
  }
  return counts;
}

/** Gives the forms of one chapter numbers from 0 on; its arrays are kept from chapter to chapter. */
class Numbering {
  size = 0;
  /** By form: its number plus the `base` of the round that gave it. Bases only grow, so that one look tells. */
  private numbers = new Int32Array(0);
  private base = 1;

  start(forms: number): void {
    this.base += this.size;
    this.size = 0;
    if (forms <= this.numbers.length && this.base < 2 ** 30) return;
    this.numbers = new Int32Array(forms * 2);
    this.base = 1;
  }

  numberOf(form: number): number {
    const known = this.numbers[form]!;
    if (known >= this.base) return known - this.base;
    this.numbers[form] = this.base + this.size;
    return this.size++;
  }
}

/** For each word of a chapter, by its number there, the number of one of its forms; -1 where it is left out. */
interface Table {
  readonly size: number;
  readonly numbers: Int32Array;
}

/** The different words of a chapter, numbered from 0: what they count as is looked up once for each of them. */
class OwnWords {
  readonly words: Int32Array;
  readonly sides: readonly Words[];

  constructor(
    private readonly numbering: Numbering,
    private readonly lexicon: Lexicon,
    sides: readonly Words[],
  ) {
    numbering.start(lexicon.words.length);
    const found: number[] = [];
    this.sides = sides.map(({ ids, starts }) => {
      const own = new Int32Array(ids.length);
      for (let k = 0; k < ids.length; k++) {
        own[k] = numbering.numberOf(ids[k]!);
        if (own[k] === found.length) found.push(ids[k]!);
      }
      return { ids: own, starts };
    });
    this.words = new Int32Array(found);
  }

  flags(test: (word: number) => boolean): Uint8Array {
    const flags = new Uint8Array(this.words.length);
    for (let k = 0; k < flags.length; k++) flags[k] = test(this.words[k]!) ? 1 : 0;
    return flags;
  }

  table(forms: Int32Array, leftOut: Uint8Array = noFlags): Table {
    const { numbering, words } = this;
    numbering.start(this.lexicon.forms);
    const numbers = new Int32Array(words.length);
    for (let k = 0; k < numbers.length; k++) numbers[k] = leftOut[k] === 1 ? -1 : numbering.numberOf(forms[words[k]!]!);
    return { size: numbering.size, numbers };
  }
}

const noFlags = new Uint8Array(0);

/** The same paragraphs with other numbers, without what has none. */
function translated({ ids, starts: from }: Words, numbers: Int32Array): Words {
  const made = new Int32Array(ids.length);
  const starts = new Int32Array(from.length);
  let end = 0;
  for (let row = 1; row < from.length; row++) {
    const last = from[row]!;
    for (let k = from[row - 1]!; k < last; k++) {
      // what has no number is overwritten by what follows: a branch for every other word would cost more
      const number = numbers[ids[k]!]!;
      made[end] = number;
      end += 1 + (number >> 31);
    }
    starts[row] = end;
  }
  return { ids: made.subarray(0, end), starts };
}

function nameFlags({ flags }: Names, { numbers, size }: Table): Uint8Array {
  const made = new Uint8Array(size);
  for (let k = 0; k < flags.length; k++) if (numbers[k]! >= 0 && flags[k] === 1) made[numbers[k]!] = 1;
  return made;
}

/** Two stems beside each other, of which one carries meaning; in the story only those that a bullet has. */
function pairStream(stems: Table, isStop: Uint8Array, told: Words, paragraphs: Words): Stream {
  const table = new PairTable(told.ids.length);
  const begins = new Uint8Array(stems.size);
  const read = ({ ids, starts: from }: Words, numberOf: (first: number, second: number) => number): Words => {
    const made = new Int32Array(ids.length);
    const starts = new Int32Array(from.length);
    let end = 0;
    for (let row = 1; row < from.length; row++) {
      for (let k = from[row - 1]! + 1; k < from[row]!; k++) {
        const first = ids[k - 1]!;
        const second = ids[k]!;
        if (isStop[first] === 1 && isStop[second] === 1) continue;
        const number = numberOf(stems.numbers[first]!, stems.numbers[second]!);
        if (number >= 0) made[end++] = number;
      }
      starts[row] = end;
    }
    return { ids: made.subarray(0, end), starts };
  };
  const summary = read(told, (first, second) => {
    begins[first] = 1;
    return table.add(first, second);
  });
  const story = read(paragraphs, (first, second) => (begins[first] === 1 ? table.find(first, second) : -1));
  return { summary, story, terms: table.size };
}
