import { fnvBasis, fnvStep } from "../../hash.ts";
import { HashNumbers, otherBasis, otherStep } from "../hash-numbers.ts";

/** Texts as numbers of word pieces: text k has `ids` from `starts[k]` to before `starts[k + 1]`. */
export interface Pieces {
  readonly ids: Int32Array;
  readonly starts: Int32Array;
}

export type PieceReader = (texts: readonly string[]) => Pieces;

/**
 * BERT's uncased tokenizer over these pieces: lower case without accents, every punctuation mark by itself, and of each
 * word the longest piece that fits, again and again (`unlocked` is `un`, `##lock`, `##ed`). No special pieces are added.
 */
export function pieceReader(vocabulary: readonly string[]): PieceReader {
  const numbers = new Map(vocabulary.map((piece, id) => [piece, id]));
  const unknown = numbers.get("[UNK]") ?? 0;
  const known = new HashNumbers();
  const cuts: (readonly number[])[] = [];
  return (texts) => {
    const ids: number[] = [];
    const starts = new Int32Array(texts.length + 1);
    texts.forEach((text, k) => {
      const plain = normalized(text);
      eachWord(plain, known, (word, start, end) => {
        cuts[word] ??= longestFirst(plain.slice(start, end).replace(invisible, "").toLowerCase(), numbers) ?? [unknown];
        for (const id of cuts[word]) ids.push(id);
      });
      starts[k + 1] = ids.length;
    });
    return { ids: new Int32Array(ids), starts };
  };
}

/** Longer words are unknown as a whole. */
const longestWord = 100;

function longestFirst(word: string, numbers: ReadonlyMap<string, number>): number[] | undefined {
  const letters = isAscii(word) ? word : [...word];
  if (letters.length > longestWord) return undefined;
  const found: number[] = [];
  for (let start = 0; start < letters.length; ) {
    let [end, id] = [letters.length, undefined as number | undefined];
    for (; end > start; end--) {
      const part = typeof letters === "string" ? letters.slice(start, end) : letters.slice(start, end).join("");
      id = numbers.get(start === 0 ? part : `##${part}`);
      if (id !== undefined) break;
    }
    if (id === undefined) return undefined;
    found.push(id);
    start = end;
  }
  return found;
}

/** Without accents, and in lower case but for the letters of ASCII. */
function normalized(text: string): string {
  return isPlain(text)
    ? text
    : text
        .normalize("NFD")
        .replace(/\p{Mn}/gu, "")
        .toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** Whether a text has no accents, and no capitals but those of ASCII: letters of ASCII, its marks and typographic ones. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xc0 && (unit < 0x2000 || unit > 0x206f)) return false;
  }
  return true;
}

/** Calls back with each word, and with each mark that is a word of its own: its number, and where it is. */
function eachWord(text: string, known: HashNumbers, visit: (word: number, start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const start = at;
    const kind = kindAt(text, at++);
    if (kind === space || kind === nothing) continue;
    let hash = fnvStep(fnvBasis, smallUnit(text, start));
    let other = otherStep(otherBasis, smallUnit(text, start));
    for (; kind === letter && at < text.length; at++) {
      const next = kindAt(text, at);
      if (next === nothing) continue;
      if (next !== letter) break;
      hash = fnvStep(hash, smallUnit(text, at));
      other = otherStep(other, smallUnit(text, at));
    }
    visit(known.of(hash, other), start, at);
  }
}

/** A letter of ASCII in lower case. */
function smallUnit(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

const [letter, space, mark, nothing, unseen] = [0, 1, 2, 3, 4];
const invisible = /[\p{Cc}\p{Cf}\ufffd]/gu;

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (kinds[unit] === unseen) kinds[unit] = kindOf(text[at]!);
  return kinds[unit]!;
}

/** By code unit, so a mark beyond the Basic Multilingual Plane counts as part of a word. */
function kindOf(character: string): number {
  if (/[\t\n\r\p{Zs}]/u.test(character)) return space;
  if (/[\p{Cc}\p{Cf}\ufffd]/u.test(character)) return nothing;
  if (/[!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u.test(character)) return mark;
  return letter;
}

/** What was found out about code units so far. */
const kinds = new Uint8Array(0x10000).fill(unseen);
