import { fnv, fnvBasis, fnvStep, once, sumOf } from "@plotline/base";
import { enlarged } from "../enlarged.ts";
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
  const scanner = new Scanner(vocabulary);
  return (texts) => scanner.read(texts);
}

class Scanner {
  private readonly pieces = new HashNumbers();
  private readonly unknown: number;
  /** The words seen so far that are no pieces, and how each is cut: word k is `cuts` from `ends[k]` to before `ends[k + 1]`. */
  private readonly words = new HashNumbers();
  private cuts = new Int32Array(1 << 14);
  private ends = new Int32Array(1 << 13);
  private readonly kinds = unitKinds();
  private found = new Int32Array(0);

  constructor(vocabulary: readonly string[]) {
    for (const piece of vocabulary) this.pieces.ofWord(piece);
    this.unknown = Math.max(0, vocabulary.indexOf("[UNK]"));
  }

  read(texts: readonly string[]): Pieces {
    const plain = texts.map(normalized);
    const length = sumOf(plain, ({ length }) => length);
    if (length > this.found.length) this.found = new Int32Array(2 * length);
    const starts = new Int32Array(texts.length + 1);
    for (let k = 0; k < texts.length; k++) starts[k + 1] = this.scan(plain[k]!, starts[k]!);
    return { ids: this.found.slice(0, starts[texts.length]), starts };
  }

  /** Finds the pieces of each word, and of each mark, which is a word of its own. */
  private scan(text: string, from: number): number {
    const { kinds, found } = this;
    const { length } = text;
    let end = from;
    for (let at = 0; at < length; ) {
      const start = at;
      const first = text.charCodeAt(at++);
      let kind = kinds[first]!;
      if (kind === space || kind === nothing) continue;
      const isMark = kind === mark;
      if (isMark) kind = first;
      let hash = fnvStep(fnvBasis, kind);
      let other = otherStep(otherBasis, kind);
      for (; !isMark && at < length; at++) {
        kind = kinds[text.charCodeAt(at)]!;
        if (kind <= nothing) {
          if (kind === nothing) continue;
          break;
        }
        hash = fnvStep(hash, kind);
        other = otherStep(other, kind);
      }
      const piece = this.pieces.find(hash, other);
      if (piece >= 0) {
        found[end++] = piece;
        continue;
      }
      const { size } = this.words;
      const word = this.words.of(hash, other);
      if (word === size) this.add(word, text.slice(start, at).replace(invisible, "").toLowerCase());
      for (let k = this.ends[word]!; k < this.ends[word + 1]!; k++) found[end++] = this.cuts[k]!;
    }
    return end;
  }

  private add(number: number, word: string): void {
    const cut = longestFirst(word, this.pieces) ?? [this.unknown];
    const first = this.ends[number]!;
    const end = this.ends[number]! + cut.length;
    if (end > this.cuts.length) this.cuts = enlarged(this.cuts);
    if (number + 2 > this.ends.length) this.ends = enlarged(this.ends);
    this.cuts.set(cut, first);
    this.ends[number + 1] = end;
  }
}

/** Longer words are unknown as a whole. */
const longestWord = 100;

function longestFirst(word: string, pieces: HashNumbers): number[] | undefined {
  if (word.length > longestWord && [...word].length > longestWord) return undefined;
  const found: number[] = [];
  for (let start = 0; start < word.length; ) {
    let [hash, other] = start === 0 ? [fnvBasis, otherBasis] : afterFirst;
    let end = start;
    let id = -1;
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
