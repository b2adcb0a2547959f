import { type Found, hashes, wordScanner } from "./word-scanner.ts";

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
/** Stands for what takes two units: no letter here. */
const beyondThePlane = 0xd800;

class InternedWords implements Vocabulary {
  /**
   * Open addressing: four numbers a slot, id + 1 (0 where empty), the two hashes, and one unused. A power of two, at
   * most half full. Words are told apart by 64 bits of hash, which two of a million different words share with a
   * probability of 1 in 30 million; comparing letters as well would cost a third of the reading time.
   */
  private slots = new Int32Array(4 << 14);
  /** Word `id` is the units from `ends[id]` to before `ends[id + 1]`. */
  private ends: Int32Array = new Int32Array((1 << 13) + 1);
  private units: Uint16Array = new Uint16Array(1 << 16);
  private count = 0;
  private readonly lower = lowerWordUnits();
  /** The ids found so far. */
  private found: Int32Array = new Int32Array(1 << 12);
  /** The text at hand, in UTF-16. */
  private letters: Uint16Array = new Uint16Array(1 << 8);

  get size(): number {
    return this.count;
  }

  word(id: number): string {
    let word = "";
    for (let k = this.ends[id]!; k < this.ends[id + 1]!; k++) word += String.fromCharCode(this.units[k]!);
    return word;
  }

  id(word: string): number {
    this.letters = withRoom(this.letters, word.length);
    for (let k = 0; k < word.length; k++) this.letters[k] = word.charCodeAt(k);
    return this.internLetters(0, word.length);
  }

  read(texts: readonly string[], definition: WordDefinition = "plain"): Words {
    const scanner = wordScanner();
    const starts = new Int32Array(texts.length + 1);
    for (let from = 0; from < texts.length; ) {
      const next = scanner.load(texts, from);
      this.take(definition === "plain" ? scanner.scan() : scanner.whole(), definition, starts, from);
      from = next;
    }
    return { ids: this.found.slice(0, starts[texts.length]), starts };
  }

  /** Writes the ids of what the scanner found in some texts, the first of which is text `first`. */
  private take({ bytes, ends, records }: Found, definition: WordDefinition, starts: Int32Array, first: number): void {
    let end = starts[first]!;
    let text = 0;
    const found = (this.found = withRoom(this.found, end + ends.at(-1)!));
    const { length } = records;
    for (let at = 0; at < length; at += 4) {
      const start = records[at + 2]!;
      const stop = records[at + 3]!;
      for (; start >= ends[text]!; text++) starts[first + text + 1] = end;
      if (stop > 0) found[end++] = this.intern(records[at]!, records[at + 1]!, bytes, start, stop);
      else end = this.lookInto(bytes, start, -stop, definition, end);
    }
    for (; text < ends.length; text++) starts[first + text + 1] = end;
  }

  /** The id of a word of plain letters, whose hashes are known. */
  private intern(hash: number, other: number, bytes: Uint8Array, start: number, stop: number): number {
    const slot = this.slotOf(hash, other);
    if (this.slots[slot] !== 0) return this.slots[slot]! - 1;
    for (let k = start; k < stop; k++) this.letters[k - start] = this.lower[bytes[k]!]!;
    return this.add(slot, hash, other, 0, stop - start);
  }

  private slotOf(hash: number, other: number): number {
    const { slots } = this;
    const mask = slots.length - 4;
    let slot = firstSlot(hash) & mask;
    while (slots[slot] !== 0 && (slots[slot + 1] !== hash || slots[slot + 2] !== other)) slot = (slot + 4) & mask;
    return slot;
  }

  /** The words of a stretch that needs a closer look. */
  private lookInto(bytes: Uint8Array, from: number, to: number, definition: WordDefinition, end: number): number {
    const count = this.decode(bytes, from, to);
    return definition === "plain" ? this.plainWords(count, end) : this.sklearnWords(count, end);
  }

  private decode(bytes: Uint8Array, from: number, to: number): number {
    const letters = (this.letters = withRoom(this.letters, to - from));
    let count = 0;
    for (let at = from; at < to; ) {
      const byte = bytes[at]!;
      if (byte < 0x80) letters[count++] = byte;
      else if (byte < 0xe0) letters[count++] = ((byte & 0x1f) << 6) | (bytes[at + 1]! & 0x3f);
      else if (byte < 0xf0)
        letters[count++] = ((byte & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
      else letters[count++] = beyondThePlane;
      at += byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    }
    return count;
  }

  private plainWords(count: number, from: number): number {
    const { letters, lower } = this;
    let end = from;
    for (let at = 0; at < count; at++) {
      if (lower[letters[at]!] === 0) continue;
      const start = at;
      let apostrophe = -1;
      for (; at < count; at++) {
        const raw = letters[at]!;
        if (lower[raw] !== 0) letters[at] = lower[raw]!;
        else {
          if (raw !== straightApostrophe && raw !== curlyApostrophe) break;
          if (at + 1 >= count || lower[letters[at + 1]!] === 0) break;
          apostrophe = at;
          letters[at] = straightApostrophe;
        }
      }
      const isGenitive = apostrophe === at - 2 && apostrophe > start && letters[at - 1] === letterS;
      this.found[end++] = this.internLetters(start, (isGenitive ? apostrophe : at) - start);
    }
    return end;
  }

  private sklearnWords(count: number, from: number): number {
    const { letters, lower } = this;
    let end = from;
    for (let at = 0; at < count; at++) {
      const start = at;
      for (; at < count && (lower[letters[at]!] !== 0 || letters[at] === underscore); at++)
        letters[at] = lower[letters[at]!] || underscore;
      if (at - start > 1) this.found[end++] = this.internLetters(start, at - start);
    }
    return end;
  }

  private internLetters(start: number, size: number): number {
    const [hash, other] = this.hashesOf(start, size);
    const slot = this.slotOf(hash, other);
    return this.slots[slot] !== 0 ? this.slots[slot]! - 1 : this.add(slot, hash, other, start, size);
  }

  /** As the scanner has them where it has them; other words have other hashes. */
  private hashesOf(start: number, size: number): readonly [number, number] {
    const { letters } = this;
    const packed = [0, 0, 0, 0] as [number, number, number, number];
    let [isPlain, hash, other] = [size < 16, firstHash, firstOther];
    for (let k = 0; k < size; k++) {
      const unit = letters[start + k]!;
      if (unit >= 0x80) isPlain = false;
      packed[(k >> 2) & 3]! |= unit << ((k & 3) << 3);
      hash = mixed(hash, unit);
      other = mixedOtherwise(other, unit);
    }
    return isPlain ? hashes(...packed) : [hash, other];
  }

  private add(slot: number, hash: number, other: number, start: number, size: number): number {
    const id = this.count++;
    this.slots[slot] = id + 1;
    this.slots[slot + 1] = hash;
    this.slots[slot + 2] = other;
    const first = this.ends[id]!;
    this.units = withRoom(this.units, first + size);
    for (let k = 0; k < size; k++) this.units[first + k] = this.letters[start + k]!;
    this.ends = withRoom(this.ends, id + 2);
    this.ends[id + 1] = first + size;
    if (this.count * 8 > this.slots.length) this.rehash();
    return id;
  }

  private rehash(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    const mask = this.slots.length - 4;
    for (let from = 0; from < old.length; from += 4) {
      if (old[from] === 0) continue;
      let slot = firstSlot(old[from + 1]!) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 4) & mask;
      this.slots.set(old.subarray(from, from + 4), slot);
    }
  }
}

/** FNV-1a over code units. */
const firstHash = 0x811c9dc5 | 0;
function mixed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** A second hash that goes its own way. */
const firstOther = 0x2545f491;
function mixedOtherwise(hash: number, unit: number): number {
  return Math.imul((hash + unit) | 0, 0x5bd1e995) ^ (hash >>> 15);
}

function firstSlot(hash: number): number {
  return (hash ^ (hash >>> 15)) << 2;
}

/** The same numbers where they have room, else a larger copy. */
function withRoom<T extends Int32Array | Uint16Array>(numbers: T, least: number): T {
  if (least <= numbers.length) return numbers;
  const size = Math.max(least, numbers.length * 2);
  const larger = (numbers instanceof Int32Array ? new Int32Array(size) : new Uint16Array(size)) as T;
  larger.set(numbers);
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
