import { once } from "@plotline/base";
import { copied } from "../vocabulary.ts";

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
  const pieces = new Map(vocabulary.map((piece, id) => [piece, id]));
  const unknown = [pieces.get("[UNK]") ?? 0];
  /** How the words seen so far are cut. */
  const known = new Map<string, readonly number[]>();
  const cut = (word: string): readonly number[] => {
    const seen = known.get(word);
    if (seen !== undefined) return seen;
    const found = longestFirst(word.replace(invisible, "").toLowerCase(), pieces) ?? unknown;
    known.set(copied(word), found);
    return found;
  };
  return (texts) => {
    const ids: number[] = [];
    const starts = new Int32Array(texts.length + 1);
    texts.forEach((text, k) => {
      const plain = normalized(text);
      eachWord(plain, (start, end) => {
        for (const id of cut(plain.slice(start, end))) ids.push(id);
      });
      starts[k + 1] = ids.length;
    });
    return { ids: new Int32Array(ids), starts };
  };
}

/** Visits where each word begins and ends, and each mark, which is a word of its own. */
function eachWord(text: string, visit: (start: number, end: number) => void): void {
  const kinds = unitKinds();
  for (let at = 0; at < text.length; ) {
    const start = at;
    const kind = kinds[text.charCodeAt(at++)];
    if (kind === space || kind === nothing) continue;
    if (kind !== mark) while (at < text.length && isInWord(kinds[text.charCodeAt(at)]!)) at++;
    visit(start, at);
  }
}

function isInWord(kind: number): boolean {
  return kind === letter || kind === nothing;
}

/** Longer words are unknown as a whole. */
const longestWord = 100;

function longestFirst(word: string, pieces: ReadonlyMap<string, number>): number[] | undefined {
  if (word.length > longestWord && [...word].length > longestWord) return undefined;
  const found: number[] = [];
  for (let start = 0, end = word.length; start < word.length; end--) {
    if (end === start) return undefined;
    const id = pieces.get(`${start === 0 ? "" : "##"}${word.slice(start, end)}`);
    if (id === undefined) continue;
    found.push(id);
    [start, end] = [end, word.length + 1];
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

/** What each code unit is; a mark beyond the Basic Multilingual Plane counts as part of a word. */
const unitKinds = once(() => Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(String.fromCharCode(unit))));

function kindOf(character: string): number {
  if (/[\t\n\r\p{Zs}]/u.test(character)) return space;
  if (/[\p{Cc}\p{Cf}\ufffd]/u.test(character)) return nothing;
  return /[!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u.test(character) ? mark : letter;
}
