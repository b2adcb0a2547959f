import { once } from "@plotline/base";
import type { Span } from "./tokens.ts";

/** Words as numbers: scoring a chapter touches every word of it, so each gets its id once, while the text is scanned. */
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
  private readonly words: string[] = [];
  private readonly ids = new Map<string, number>();
  /** The same by words as texts write them: each way of writing one is put in lower case once. */
  private readonly written = new Map<string, number>();
  private readonly lower = lowerWordUnits();
  /** The ids found so far, and where. */
  private found = new Int32Array(1 << 12);
  private places = new Int32Array(1 << 12);

  get size(): number {
    return this.words.length;
  }

  word(id: number): string {
    return this.words[id]!;
  }

  id(word: string): number {
    const known = this.written.get(word);
    if (known !== undefined) return known;
    const spelled = this.spelled(word);
    const id = this.ids.get(spelled) ?? this.words.push(spelled) - 1;
    this.ids.set(spelled, id);
    // A copy, letter by letter: a slice would hold its whole text in memory.
    this.written.set(word === spelled ? spelled : word.split("").join(""), id);
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
    const { lower } = this;
    let end = from;
    for (let at = 0; at < text.length; at++) {
      if (lower[text.charCodeAt(at)] === 0) continue;
      const start = at;
      let last = at;
      for (at++; at < text.length; at++) {
        if (lower[text.charCodeAt(at)] !== 0) continue;
        if (!isApostrophe(text.charCodeAt(at)) || !lower[text.charCodeAt(at + 1)]) break;
        last = at;
      }
      const isPossessive = last > start && last === at - 2 && lower[text.charCodeAt(at - 1)] === letterS;
      this.place(text, start, isPossessive ? last : at, end++);
    }
    return end;
  }

  /** Letters and digits one after the other, and the unit `join`, in words of at least `least` units. */
  private scanRuns(text: string, from: number, { join, least }: { join: number; least: number }): number {
    const { lower } = this;
    let end = from;
    for (let at = 0; at < text.length; at++) {
      const start = at;
      while (at < text.length && (lower[text.charCodeAt(at)] !== 0 || text.charCodeAt(at) === join)) at++;
      if (at - start >= least) this.place(text, start, at, end++);
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

  /** Notes the word from `start` to before `end` of a text as the one with this number. */
  private place(text: string, start: number, end: number, number: number): void {
    this.places[number] = start;
    this.found[number] = this.id(text.slice(start, end));
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

function isApostrophe(unit: number): boolean {
  return unit === straightApostrophe || unit === curlyApostrophe;
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
