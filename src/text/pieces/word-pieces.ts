import { fnv, fnvBasis, fnvStep } from "../../hash.ts";
import { once } from "../../once.ts";
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
  const pieces = new HashNumbers();
  for (const piece of vocabulary) pieces.ofWord(piece);
  const unknown = Math.max(0, vocabulary.indexOf("[UNK]"));
  const known = new HashNumbers();
  const cuts: (readonly number[])[] = [];
  let ids = new Int32Array(0);
  return (texts) => {
    const plain = texts.map(normalized);
    const length = plain.reduce((sum, text) => sum + text.length, 0);
    if (length > ids.length) ids = new Int32Array(2 * length);
    const starts = new Int32Array(texts.length + 1);
    let end = 0;
    plain.forEach((text, k) => {
      eachWord(text, known, (word, start, after) => {
        cuts[word] ??= longestFirst(text.slice(start, after).replace(invisible, "").toLowerCase(), pieces) ?? [unknown];
        const cut = cuts[word];
        for (let n = 0; n < cut.length; n++) ids[end++] = cut[n]!;
      });
      starts[k + 1] = end;
    });
    return { ids: ids.slice(0, end), starts };
  };
}

/** Longer words are unknown as a whole. */
const longestWord = 100;

function longestFirst(word: string, pieces: HashNumbers): number[] | undefined {
  if (word.length > longestWord && [...word].length > longestWord) return undefined;
  const found: number[] = [];
  for (let start = 0; start < word.length; ) {
    let [hash, other] = start === 0 ? [fnvBasis, otherBasis] : afterFirst;
    let [end, id] = [start, -1];
    for (let at = start; at < word.length; at++) {
      hash = fnvStep(hash, word.charCodeAt(at));
      other = otherStep(other, word.charCodeAt(at));
      const piece = pieces.find(hash, other);
      if (piece >= 0) [end, id] = [at + 1, piece];
    }
    if (id < 0) return undefined;
    found.push(id);
    start = end;
  }
  return found;
}

/** The hashes of what pieces begin with that continue a word. */
const afterFirst = [fnv("##"), otherStep(otherStep(otherBasis, 0x23), 0x23)] as const;

/** Without accents, and in lower case but for the letters of ASCII. */
function normalized(text: string): string {
  return hasOtherLetters.test(text)
    ? text
        .normalize("NFD")
        .replace(/\p{Mn}/gu, "")
        .toLowerCase()
    : text;
}

/** Anything but ASCII, its neighbours that are no letters, and typographic marks. */
const hasOtherLetters = /[\u00c0-\u1fff\u2070-\uffff]/;

/** Calls back with each word, and with each mark that is a word of its own: its number, and where it is. */
function eachWord(text: string, known: HashNumbers, visit: (word: number, start: number, end: number) => void): void {
  const kinds = unitKinds();
  const { length } = text;
  for (let at = 0; at < length; ) {
    const start = at;
    let unit = text.charCodeAt(at++);
    let kind = kinds[unit]!;
    if (kind === space || kind === nothing) continue;
    const isMark = kind === mark;
    let hash = fnvStep(fnvBasis, isMark ? unit : kind);
    let other = otherStep(otherBasis, isMark ? unit : kind);
    for (; !isMark && at < length; at++) {
      unit = text.charCodeAt(at);
      kind = kinds[unit]!;
      if (kind === nothing) continue;
      if (kind === space || kind === mark) break;
      hash = fnvStep(hash, kind);
      other = otherStep(other, kind);
    }
    visit(known.of(hash, other), start, at);
  }
}

const [space, mark, nothing] = [0, 1, 2];
const invisible = /[\p{Cc}\p{Cf}\ufffd]/gu;

/**
 * By code unit: what it is, or the letter itself, those of ASCII in lower case (the first code units are no letters). So a
 * mark beyond the Basic Multilingual Plane counts as part of a word.
 */
const unitKinds = once(() => Uint16Array.from({ length: 0x10000 }, (_, unit) => kindOf(unit)));

function kindOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/[\t\n\r\p{Zs}]/u.test(character)) return space;
  if (/[\p{Cc}\p{Cf}\ufffd]/u.test(character)) return nothing;
  if (/[!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u.test(character)) return mark;
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
