import { fnv, fnvBasis, fnvStep, once } from "@plotline/base";
import { HashNumbers, otherBasis, otherStep } from "../vocabulary.ts";

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
  return (texts) => {
    const ids: number[] = [];
    const starts = new Int32Array(texts.length + 1);
    texts.forEach((text, k) => {
      scanner.scan(normalized(text), ids);
      starts[k + 1] = ids.length;
    });
    return { ids: new Int32Array(ids), starts };
  };
}

class Scanner {
  private readonly pieces = new HashNumbers();
  private readonly unknown: number;
  /** The words seen so far that are no pieces, and how each is cut. */
  private readonly words = new HashNumbers();
  private readonly cuts: (readonly number[])[] = [];
  private readonly kinds = unitKinds();

  constructor(vocabulary: readonly string[]) {
    for (const piece of vocabulary) this.pieces.ofWord(piece);
    this.unknown = Math.max(0, vocabulary.indexOf("[UNK]"));
  }

  /** Finds the pieces of each word, and of each mark, which is a word of its own. */
  scan(text: string, found: number[]): void {
    const { kinds, cuts } = this;
    const { length } = text;
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
        found.push(piece);
        continue;
      }
      const word = this.words.of(hash, other);
      if (word === cuts.length) cuts.push(this.cut(text.slice(start, at).replace(invisible, "").toLowerCase()));
      for (const part of cuts[word]!) found.push(part);
    }
  }

  private cut(word: string): readonly number[] {
    return longestFirst(word, this.pieces) ?? [this.unknown];
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
