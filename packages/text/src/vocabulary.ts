import { fnvBasis, fnvStep, once } from "@plotline/base";
import type { Span } from "./tokens.ts";

/**
 * Words as numbers. Scoring a chapter touches every word of it, so words are interned once while the text is scanned:
 * no substring is made, letters are hashed as they go by, and equal words get equal ids.
 */
export interface Vocabulary {
  readonly size: number;
  /** The lower-cased word with this id. */
  word(id: number): string;
  /** The id of a lower-cased word, added when new. */
  id(word: string): number;
  /** The ids of the words of each text, in order, and where in it they begin. */
  read(texts: readonly string[], definition?: WordDefinition): PlacedWords;
}

/** The words of text k are `ids` from `starts[k]` to before `starts[k + 1]`. */
export interface Words {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
}

/** Words, and where in their texts they begin. */
export interface PlacedWords extends Words {
  /** The first unit of each word in its text. */
  readonly places: Int32Array;
}

/**
 * What counts as a word. `plain`: letters and digits, joined by apostrophes inside (`don't`, `o'clock`), without a final
 * `'s`. `sklearn`: two or more letters, digits or underscores, as in scikit-learn's default `\b\w\w+\b`. `split`: letters
 * and digits alone, for languages that join small words to others with an apostrophe (`l'homme`). `segmented` with the code
 * of a language: as the platform's `Intl.Segmenter` has it, for scripts without spaces.
 * All are lower-cased unit by unit; except where words are segmented, letters beyond the Basic Multilingual Plane separate
 * words.
 */
export type WordDefinition = "plain" | "sklearn" | "split" | `segmented ${string}`;

/** A vocabulary without words. */
export function vocabulary(): Vocabulary {
  return new InternedWords();
}

const underscore = 0x5f;
const straightApostrophe = 0x27;
const curlyApostrophe = 0x2019;
const letterS = 0x73;

class InternedWords implements Vocabulary {
  private readonly numbers = new HashNumbers();
  private readonly words: string[] = [];
  private readonly lower = lowerWordUnits();
  /** The ids found so far, and where. */
  private found = new Int32Array(1 << 12);
  private places = new Int32Array(1 << 12);

  get size(): number {
    return this.numbers.size;
  }

  word(id: number): string {
    return this.words[id]!;
  }

  id(word: string): number {
    const id = this.numbers.ofWord(word);
    if (id === this.words.length) this.words.push(this.spelled(word));
    return id;
  }

  read(texts: readonly string[], definition: WordDefinition = "plain"): PlacedWords {
    let length = 0;
    for (const text of texts) length += text.length + 1;
    if (length > this.found.length * 2) [this.found, this.places] = [new Int32Array(length), new Int32Array(length)];
    const starts = new Int32Array(texts.length + 1);
    const scan = this.scanFor(definition);
    for (let k = 0; k < texts.length; k++) starts[k + 1] = scan(texts[k]!, starts[k]!);
    const end = starts[texts.length];
    return { ids: this.found.slice(0, end), places: this.places.slice(0, end), starts };
  }

  private scanFor(definition: WordDefinition): (text: string, from: number) => number {
    if (definition === "plain") return (text, from) => this.scanPlain(text, from);
    if (definition === "sklearn") return (text, from) => this.scanRuns(text, from, { join: underscore, least: 2 });
    if (definition === "split") return (text, from) => this.scanRuns(text, from, { join: -1, least: 1 });
    const segments = wordSegments(definition.slice("segmented ".length));
    return (text, from) => this.scanSegments(text, from, segments(text));
  }

  private scanPlain(text: string, from: number): number {
    const { found, places, lower } = this;
    const { length } = text;
    let end = from;
    for (let at = 0; at < length; at++) {
      let unit = lower[text.charCodeAt(at)]!;
      if (unit === 0) continue;
      const start = at;
      let hash = fnvBasis;
      let other = otherBasis;
      let apostrophe = -1;
      let hashBefore = 0;
      let otherBefore = 0;
      for (;;) {
        hash = fnvStep(hash, unit);
        other = otherStep(other, unit);
        if (++at >= length) break;
        const raw = text.charCodeAt(at);
        unit = lower[raw]!;
        if (unit !== 0) continue;
        if (raw !== straightApostrophe && raw !== curlyApostrophe) break;
        if (at + 1 >= length || lower[text.charCodeAt(at + 1)] === 0) break;
        apostrophe = at;
        hashBefore = hash;
        otherBefore = other;
        unit = straightApostrophe;
      }
      const isPossessive = apostrophe > start && apostrophe === at - 2 && lower[text.charCodeAt(at - 1)] === letterS;
      places[end] = start;
      found[end++] = isPossessive
        ? this.intern(hashBefore, otherBefore, text, start, apostrophe)
        : this.intern(hash, other, text, start, at);
    }
    return end;
  }

  /** Letters and digits one after the other, and the unit `join`, in words of at least `least` units. */
  private scanRuns(text: string, from: number, { join, least }: { join: number; least: number }): number {
    const { found, places, lower } = this;
    const { length } = text;
    let end = from;
    for (let at = 0; at < length; at++) {
      const start = at;
      let hash = fnvBasis;
      let other = otherBasis;
      for (; at < length; at++) {
        const raw = text.charCodeAt(at);
        const unit = raw === join ? join : lower[raw]!;
        if (unit === 0) break;
        hash = fnvStep(hash, unit);
        other = otherStep(other, unit);
      }
      if (at - start < least) continue;
      places[end] = start;
      found[end++] = this.intern(hash, other, text, start, at);
    }
    return end;
  }

  private scanSegments(text: string, from: number, segments: Iterable<Span>): number {
    let end = from;
    for (const { start, end: after } of segments) {
      this.places[end] = start;
      this.found[end++] = this.id(text.slice(start, after).toLowerCase());
    }
    return end;
  }

  /** The id of the word with these hashes, which is written in a text from `start` to before `end`. */
  private intern(hash: number, other: number, text: string, start: number, end: number): number {
    const id = this.numbers.of(hash, other);
    if (id === this.words.length) this.words.push(this.spelled(text.slice(start, end)));
    return id;
  }

  /** A word as words are kept: in lower case, unit by unit, with straight apostrophes. */
  private spelled(written: string): string {
    let word = "";
    for (let k = 0; k < written.length; k++) {
      const unit = written.charCodeAt(k);
      word += String.fromCharCode(this.lower[unit]! || (unit === curlyApostrophe ? straightApostrophe : unit));
    }
    return word;
  }
}

/** For every code unit its lower case where it is a letter or digit, else 0. */
const lowerWordUnits = once(() => {
  const units = new Uint16Array(0x10000);
  for (let unit = 0; unit < units.length; unit++) {
    const character = String.fromCharCode(unit);
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    const lower = character.toLowerCase();
    units[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  }
  return units;
});

/** The words of texts in a language, as the platform knows them; where it knows no segmenter, every letter is a word. */
export function wordSegments(code: string): (text: string) => Iterable<Span> {
  if (!("Segmenter" in Intl)) return letters;
  const segmenter = new Intl.Segmenter(code, { granularity: "word" });
  return function* words(text) {
    for (const { index, segment, isWordLike } of segmenter.segment(text))
      if (isWordLike === true) yield { start: index, end: index + segment.length };
  };
}

function* letters(text: string): Iterable<Span> {
  for (const { index, 0: letter } of text.matchAll(/[\p{L}\p{N}]\p{M}*/gu))
    yield { start: index, end: index + letter.length };
}

/** Where the second hash of a word begins; the first begins with `fnvBasis`, and goes on with `fnvStep`. */
export const otherBasis = 0x2545f491;

/** A second hash that goes its own way, and quickly: the first multiplies. */
export function otherStep(hash: number, unit: number): number {
  return (((hash << 5) | (hash >>> 27)) + unit) | 0;
}

/**
 * Numbers for words, from 0 on, by their hashes. Words are distinguished by 64 bits of hash, which two of a million
 * different words share with a probability of 1 in 30 million. With a Map, which makes and hashes a string for every word,
 * Chronological-TFIDF takes a quarter longer.
 */
export class HashNumbers {
  size = 0;
  /** Open addressing: four numbers per slot: number + 1 (0 where empty), the two hashes, and one unused. At most half full. */
  private slots = new Int32Array(4 << 14);

  /** The number of a word; the next one, `size` before the call, where it is new. */
  of(hash: number, other: number): number {
    const { slots } = this;
    const slot = this.slotOf(hash, other);
    if (slots[slot] !== 0) return slots[slot]! - 1;
    const number = this.size++;
    slots[slot] = number + 1;
    slots[slot + 1] = hash;
    slots[slot + 2] = other;
    if (this.size * 8 > slots.length) this.rehash();
    return number;
  }

  /** The number of a word; -1 where it has none. */
  find(hash: number, other: number): number {
    return this.slots[this.slotOf(hash, other)]! - 1;
  }

  ofWord(word: string): number {
    let [hash, other] = [fnvBasis, otherBasis];
    for (let k = 0; k < word.length; k++) {
      hash = fnvStep(hash, word.charCodeAt(k));
      other = otherStep(other, word.charCodeAt(k));
    }
    return this.of(hash, other);
  }

  /** The slot of a word, or the empty one where it belongs. */
  private slotOf(hash: number, other: number): number {
    const { slots } = this;
    const mask = slots.length - 4;
    let slot = ((hash ^ (hash >>> 15)) << 2) & mask;
    while (slots[slot] !== 0 && (slots[slot + 1] !== hash || slots[slot + 2] !== other)) slot = (slot + 4) & mask;
    return slot;
  }

  private rehash(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    for (let from = 0; from < old.length; from += 4)
      if (old[from] !== 0) this.slots.set(old.subarray(from, from + 4), this.slotOf(old[from + 1]!, old[from + 2]!));
  }
}
