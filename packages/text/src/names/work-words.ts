import { fnv } from "@plotline/base";
import { Flag, flagsOf, folded, isCapital, keyOf, placePrepositions, speech } from "./lexicon.ts";

const noCounts = {
  lower: 0,
  /** Capitalised inside a sentence, at the start of one, in capitals throughout. */
  inside: 0,
  initial: 0,
  upper: 0,
  afterTitle: 0,
  afterPlacePreposition: 0,
  beforeSpeech: 0,
  possessive: 0,
  afterThe: 0,
  /** After "a" or "an": a name hardly ever is. */
  afterA: 0,
  beforeCapital: 0,
  afterCapital: 0,
};

/** How often a word occurs in which positions. A name shows itself over a whole work, rarely in one sentence. */
export type Counts = typeof noCounts;

/** One spelling of a word, with all that its features need; `counts` are shared by the spellings of one word. */
export interface Word {
  readonly surface: string;
  readonly lower: string;
  readonly key: string;
  /** The key without accents, by which names are compared. */
  readonly plain: string;
  readonly capital: boolean;
  readonly upper: boolean;
  readonly flags: number;
  readonly hash: number;
  readonly shape: number;
  readonly counts: Counts;
  /** Filled by the tagger at first use: the summed weights of the features of the word alone. */
  emission?: Float64Array;
}

const opening = /^(?:[.!?:;“”"‘(—–[]|--+|_|``|''|\.\.+|…)$/;
const possessive = /^['’]s$/i;

/** The words of one work and where they are. Count the story first, then tag: features look at the counts. */
export class WorkWords {
  private readonly spellings = new Map<string, Word>();
  private readonly counts = new Map<string, Counts>();

  word(surface: string): Word {
    let word = this.spellings.get(surface);
    if (word === undefined) this.spellings.set(surface, (word = this.spell(surface)));
    return word;
  }

  counted(key: string): Counts | undefined {
    return this.counts.get(key);
  }

  /** Adds one paragraph, or one sentence, of the work. */
  count(words: readonly Word[]): void {
    let start = true;
    let before: Word | undefined;
    for (let k = 0; k < words.length; k++) {
      const word = words[k] as Word;
      if (isLetter(word)) {
        this.countOne(word, start, before, words[k + 1], words[k + 2]);
        start = false;
      } else if (opens(word)) start = true;
      before = word;
    }
  }

  private countOne(word: Word, start: boolean, before?: Word, after?: Word, second?: Word): void {
    const { counts } = word;
    if (!word.capital) counts.lower++;
    else if (word.upper) counts.upper++;
    else {
      if (start) counts.initial++;
      else counts.inside++;
      if (before !== undefined) countBefore(counts, before, start);
      if (after === undefined) return;
      const owns = possessive.test(after.surface);
      if (owns) counts.possessive++;
      const next = owns ? second : after;
      if (next !== undefined && speech.has(next.lower)) counts.beforeSpeech++;
      if (after.capital) counts.beforeCapital++;
    }
  }

  private spell(surface: string): Word {
    const key = keyOf(surface);
    let counts = this.counts.get(key);
    if (counts === undefined) this.counts.set(key, (counts = { ...noCounts }));
    const capital = isCapital(surface);
    return {
      surface,
      lower: surface.toLowerCase(),
      key,
      plain: folded(key),
      capital,
      upper: capital && surface.length > 1 && surface === surface.toUpperCase() && /\p{L}\p{L}/u.test(surface),
      flags: flagsOf(key),
      hash: hashOf(surface.toLowerCase()),
      shape: hashOf(shapeOf(surface)),
      counts,
    };
  }
}

/** Whether a sentence, a quotation or a clause that may begin with a capital starts after this token. */
export function opens(word: Word): boolean {
  return opening.test(word.surface);
}

/** How much the work treats the word as a name: the share of its uses that are capitalised where they need not be. */
export function nameLikeness({ counts }: Word): number {
  const capitals = counts.inside + 0.3 * counts.initial;
  return capitals / (capitals + counts.lower + 0.01);
}

export function hashOf(text: string): number {
  let h = fnv(text);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 12);
}

function countBefore(counts: Counts, before: Word, start: boolean): void {
  if (before.flags & Flag.title && before.capital) counts.afterTitle++;
  if (placePrepositions.has(before.lower)) counts.afterPlacePreposition++;
  if (before.lower === "the") counts.afterThe++;
  if (before.lower === "a" || before.lower === "an") counts.afterA++;
  if (before.capital && !start) counts.afterCapital++;
}

function isLetter({ surface }: Word): boolean {
  return /^\p{L}/u.test(surface);
}

/** Runs of capitals, small letters and digits, each at most two long: "McCoy" is Xx, "O’Hara" X’Xx. */
function shapeOf(surface: string): string {
  let shape = "";
  for (const letter of surface) {
    const kind = /\p{Lu}/u.test(letter) ? "X" : /\p{L}/u.test(letter) ? "x" : /\d/.test(letter) ? "d" : letter;
    if (shape.length < 2 || shape.at(-1) !== kind) shape += kind;
  }
  return shape.slice(0, 6);
}
