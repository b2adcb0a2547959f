import { once } from "@plotline/base";

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
  private readonly pieces: ReadonlyMap<string, number>;
  private readonly unknown: number;
  /** How each word that was seen so far is cut. */
  private readonly cuts = new Map<string, readonly number[]>();
  private readonly kinds = unitKinds();

  constructor(vocabulary: readonly string[]) {
    this.pieces = new Map(vocabulary.map((piece, id) => [piece, id]));
    this.unknown = this.pieces.get("[UNK]") ?? 0;
  }

  /** Finds the pieces of each word, and of each mark, which is a word of its own. */
  scan(text: string, found: number[]): void {
    const { kinds } = this;
    for (let at = 0; at < text.length; ) {
      const start = at;
      const kind = kinds[text.charCodeAt(at++)];
      if (kind === space || kind === nothing) continue;
      if (kind === letter) while (at < text.length && kinds[text.charCodeAt(at)]! >= nothing) at++;
      for (const piece of this.cut(text.slice(start, at))) found.push(piece);
    }
  }

  private cut(written: string): readonly number[] {
    const known = this.cuts.get(written);
    if (known !== undefined) return known;
    const word = written.replace(invisible, "").toLowerCase();
    const made = longestFirst(word, this.pieces) ?? [this.unknown];
    // A copy, letter by letter: a slice would hold its whole text in memory.
    this.cuts.set(written.split("").join(""), made);
    return made;
  }
}

/** Longer words are unknown as a whole. */
const longestWord = 100;

function longestFirst(word: string, pieces: ReadonlyMap<string, number>): number[] | undefined {
  if (word.length > longestWord && [...word].length > longestWord) return undefined;
  const found: number[] = [];
  for (let start = 0, end = 0; start < word.length; start = end) {
    const before = start === 0 ? "" : "##";
    end = word.length;
    while (end > start && !pieces.has(before + word.slice(start, end))) end--;
    if (end === start) return undefined;
    found.push(pieces.get(before + word.slice(start, end))!);
  }
  return found;
}

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

const [space, mark, nothing, letter] = [0, 1, 2, 3];
const invisible = /[\p{Cc}\p{Cf}\ufffd]/gu;

/** By code unit what it is; so a mark beyond the Basic Multilingual Plane counts as part of a word. */
const unitKinds = once(() => Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(String.fromCharCode(unit))));

function kindOf(character: string): number {
  if (/[\t\n\r\p{Zs}]/u.test(character)) return space;
  if (/[\p{Cc}\p{Cf}\ufffd]/u.test(character)) return nothing;
  return /[!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u.test(character) ? mark : letter;
}
