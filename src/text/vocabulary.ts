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
  /** The ids of the words of each text, in order. */
  read(texts: readonly string[], definition?: WordDefinition): Words;
}

/** The words of text k are `ids` from `starts[k]` to before `starts[k + 1]`. */
export interface Words {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
}

/**
 * What counts as a word. `plain`: letters and digits, joined by apostrophes inside (`don't`, `o'clock`), without a final
 * `'s`. `sklearn`: two or more letters, digits or underscores, as in scikit-learn's default `\b\w\w+\b`.
 * Both are lower-cased unit by unit; letters beyond the Basic Multilingual Plane separate words.
 */
export type WordDefinition = "plain" | "sklearn";

export function vocabulary(): Vocabulary {
  return new InternedWords();
}

const underscore = 0x5f;
const straightApostrophe = 0x27;
const curlyApostrophe = 0x2019;
const letterS = 0x73;

class InternedWords implements Vocabulary {
  /** Open addressing: two numbers a slot, id + 1 (0 where empty) and the hash. A power of two, at most half full. */
  private slots = new Int32Array(2 << 14);
  /** Word `id` is the units from `ends[id]` to before `ends[id + 1]`. */
  private ends: Int32Array = new Int32Array((1 << 13) + 1);
  private units = new Uint16Array(1 << 16);
  private count = 0;
  private readonly lower = lowerWordUnits();
  /** The word being scanned, and the ids found so far. */
  private letters = new Uint16Array(256);
  private found = new Int32Array(1 << 12);

  get size(): number {
    return this.count;
  }

  word(id: number): string {
    let word = "";
    for (let k = this.ends[id]!; k < this.ends[id + 1]!; k++) word += String.fromCharCode(this.units[k]!);
    return word;
  }

  id(word: string): number {
    this.makeRoomFor(word.length);
    let hash = firstHash;
    for (let k = 0; k < word.length; k++) {
      const unit = word.charCodeAt(k);
      this.letters[k] = unit;
      hash = mixed(hash, unit);
    }
    return this.intern(word.length, hash);
  }

  read(texts: readonly string[], definition: WordDefinition = "plain"): Words {
    let longest = 0;
    let length = 0;
    for (const text of texts) {
      longest = Math.max(longest, text.length);
      length += text.length + 1;
    }
    this.makeRoomFor(longest);
    if (length > this.found.length * 2) this.found = new Int32Array(length);
    const starts = new Int32Array(texts.length + 1);
    const scan = definition === "plain" ? this.scanPlain : this.scanSklearn;
    for (let k = 0; k < texts.length; k++) starts[k + 1] = scan.call(this, texts[k]!, starts[k]!);
    return { ids: this.found.slice(0, starts[texts.length]), starts };
  }

  private scanPlain(text: string, from: number): number {
    const { letters, found, lower } = this;
    const { length } = text;
    let end = from;
    for (let at = 0; at < length; at++) {
      let unit = lower[text.charCodeAt(at)]!;
      if (unit === 0) continue;
      let size = 0;
      let hash = firstHash;
      let hashBeforeApostrophe = 0;
      for (;;) {
        letters[size++] = unit;
        hash = mixed(hash, unit);
        if (++at >= length) break;
        const raw = text.charCodeAt(at);
        unit = lower[raw]!;
        if (unit !== 0) continue;
        if (raw !== straightApostrophe && raw !== curlyApostrophe) break;
        if (at + 1 >= length || lower[text.charCodeAt(at + 1)] === 0) break;
        hashBeforeApostrophe = hash;
        unit = straightApostrophe;
      }
      if (size > 2 && letters[size - 1] === letterS && letters[size - 2] === straightApostrophe) {
        size -= 2;
        hash = hashBeforeApostrophe;
      }
      found[end++] = this.intern(size, hash);
    }
    return end;
  }

  private scanSklearn(text: string, from: number): number {
    const { letters, found, lower } = this;
    const { length } = text;
    let end = from;
    for (let at = 0; at < length; at++) {
      let size = 0;
      let hash = firstHash;
      for (; at < length; at++) {
        const raw = text.charCodeAt(at);
        const unit = raw === underscore ? underscore : lower[raw]!;
        if (unit === 0) break;
        letters[size++] = unit;
        hash = mixed(hash, unit);
      }
      if (size > 1) found[end++] = this.intern(size, hash);
    }
    return end;
  }

  /** The id of the `size` units in `letters`. */
  private intern(size: number, hash: number): number {
    const { slots } = this;
    const mask = slots.length - 2;
    let slot = firstSlot(hash) & mask;
    for (let held = slots[slot]!; held !== 0; held = slots[slot]!) {
      if (slots[slot + 1] === hash && this.spells(held - 1, size)) return held - 1;
      slot = (slot + 2) & mask;
    }
    return this.add(size, hash, slot);
  }

  private spells(id: number, size: number): boolean {
    const { units, letters, ends } = this;
    const start = ends[id]!;
    if (ends[id + 1]! - start !== size) return false;
    for (let k = 0; k < size; k++) if (units[start + k] !== letters[k]) return false;
    return true;
  }

  private add(size: number, hash: number, slot: number): number {
    const id = this.count++;
    const start = this.ends[id]!;
    if (start + size > this.units.length) this.growUnits(start + size);
    this.units.set(this.letters.subarray(0, size), start);
    if (id + 2 > this.ends.length) this.ends = grown(this.ends, id + 2);
    this.ends[id + 1] = start + size;
    this.slots[slot] = id + 1;
    this.slots[slot + 1] = hash;
    if (this.count * 4 > this.slots.length) this.rehash();
    return id;
  }

  private growUnits(least: number): void {
    const larger = new Uint16Array(Math.max(least, this.units.length * 2));
    larger.set(this.units);
    this.units = larger;
  }

  private rehash(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    const mask = this.slots.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue;
      let slot = firstSlot(old[from + 1]!) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 2) & mask;
      this.slots[slot] = old[from]!;
      this.slots[slot + 1] = old[from + 1]!;
    }
  }

  private makeRoomFor(longestWord: number): void {
    if (longestWord > this.letters.length) this.letters = new Uint16Array(longestWord);
  }
}

/** FNV-1a over code units. */
const firstHash = 0x811c9dc5 | 0;
function mixed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

function firstSlot(hash: number): number {
  return (hash ^ (hash >>> 15)) << 1;
}

function grown(old: Int32Array, least: number): Int32Array {
  const larger = new Int32Array(Math.max(least, old.length * 2));
  larger.set(old);
  return larger;
}

let wordUnits: Uint16Array | undefined;

/** For every code unit its lower case where it is a letter or digit, else 0. Made once, when it is first needed. */
function lowerWordUnits(): Uint16Array {
  if (wordUnits !== undefined) return wordUnits;
  wordUnits = new Uint16Array(0x10000);
  for (let unit = 0; unit < wordUnits.length; unit++) {
    const character = String.fromCharCode(unit);
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    const lower = character.toLowerCase();
    wordUnits[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  }
  return wordUnits;
}
