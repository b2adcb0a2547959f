import { once } from "@plotline/base";
import { wordSegments } from "./segments.ts";

/** Words as numbers: scoring a chapter touches every word of it, so equal words get equal ids while the text is read. */
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

export function vocabulary(): Vocabulary {
  return new InternedWords();
}

class InternedWords implements Vocabulary {
  private readonly words: string[] = [];
  private readonly ids = new Map<string, number>();
  /** By how a word is written, so that most words are put into small letters once. */
  private readonly written = new Map<string, number>();

  get size(): number {
    return this.words.length;
  }

  word(id: number): string {
    return this.words[id]!;
  }

  id(word: string): number {
    const known = this.ids.get(word);
    if (known !== undefined) return known;
    this.ids.set(word, this.size);
    return this.words.push(word) - 1;
  }

  read(texts: readonly string[], definition: WordDefinition = "plain"): PlacedWords {
    const [ids, places]: [number[], number[]] = [[], []];
    const starts = new Int32Array(texts.length + 1);
    const eachWord = scanFor(definition);
    texts.forEach((text, k) => {
      eachWord(text, (start, end) => {
        ids.push(this.idOf(text.slice(start, end)));
        places.push(start);
      });
      starts[k + 1] = ids.length;
    });
    return { ids: new Int32Array(ids), places: new Int32Array(places), starts };
  }

  private idOf(written: string): number {
    const known = this.written.get(written);
    if (known !== undefined) return known;
    const id = this.id(spelled(written));
    this.written.set(copied(written), id);
    return id;
  }
}

/** A slice of a text would keep all of the text in memory. */
export function copied(slice: string): string {
  return [...slice].join("");
}

/** A word as it is kept: in lower case, unit by unit, with straight apostrophes. */
function spelled(written: string): string {
  const lower = lowerWordUnits();
  let word = "";
  for (let k = 0; k < written.length; k++) {
    const unit = written.charCodeAt(k);
    word += String.fromCharCode(lower[unit]! || (unit === curlyApostrophe ? straightApostrophe : unit));
  }
  return word;
}

const underscore = 0x5f;
const straightApostrophe = 0x27;
const curlyApostrophe = 0x2019;
const letterS = 0x73;

/** Visits where each word of a text begins and ends. */
type Scan = (text: string, visit: (start: number, end: number) => void) => void;

function scanFor(definition: WordDefinition): Scan {
  if (definition === "plain") return eachPlain;
  if (definition === "sklearn") return (text, visit) => eachRun(text, visit, { join: underscore, least: 2 });
  if (definition === "split") return (text, visit) => eachRun(text, visit, { join: -1, least: 1 });
  const segments = wordSegments(definition.slice("segmented ".length));
  return (text, visit) => {
    for (const { start, end } of segments(text)) visit(start, end);
  };
}

const eachPlain: Scan = (text, visit) => {
  const lower = lowerWordUnits();
  const isLetter = (at: number) => at < text.length && lower[text.charCodeAt(at)] !== 0;
  for (let at = 0; at < text.length; at++) {
    if (!isLetter(at)) continue;
    const start = at;
    let apostrophe = -1;
    for (;;) {
      while (isLetter(at)) at++;
      const unit = text.charCodeAt(at);
      if ((unit !== straightApostrophe && unit !== curlyApostrophe) || !isLetter(at + 1)) break;
      apostrophe = at++;
    }
    const isPossessive = apostrophe >= 0 && apostrophe === at - 2 && lower[text.charCodeAt(at - 1)] === letterS;
    visit(start, isPossessive ? apostrophe : at);
  }
};

/** Letters and digits one after the other, and the unit `join`, in words of at least `least` units. */
function eachRun(text: string, visit: Parameters<Scan>[1], { join, least }: { join: number; least: number }): void {
  const lower = lowerWordUnits();
  for (let at = 0; at < text.length; at++) {
    const start = at;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (lower[unit] === 0 && unit !== join) break;
    }
    if (at - start >= least) visit(start, at);
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
