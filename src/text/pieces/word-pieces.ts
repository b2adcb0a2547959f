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
  const words = new Map<string, readonly number[]>();
  const piecesOf = (word: string): readonly number[] => {
    const known = words.get(word);
    if (known !== undefined) return known;
    const cut = longestFirst(word, numbers) ?? [unknown];
    words.set(word, cut);
    return cut;
  };
  return (texts) => {
    const ids: number[] = [];
    const starts = new Int32Array(texts.length + 1);
    for (const [k, text] of texts.entries()) {
      eachWord(normalized(text), (word) => {
        for (const id of piecesOf(word)) ids.push(id);
      });
      starts[k + 1] = ids.length;
    }
    return { ids: Int32Array.from(ids), starts };
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

function normalized(text: string): string {
  return (isAscii(text) ? text : text.normalize("NFD").replace(/\p{Mn}/gu, "")).toLowerCase();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false;
  return true;
}

/** Calls back with each word, and with each mark that is a word of its own. */
function eachWord(text: string, visit: (word: string) => void): void {
  let start = -1;
  let hides = false;
  for (let at = 0; at <= text.length; at++) {
    const kind = at === text.length ? space : kindAt(text, at);
    if (kind === letter) {
      if (start < 0) start = at;
      continue;
    }
    if (kind === nothing) {
      hides = true;
      continue;
    }
    if (start >= 0) visit(hides ? text.slice(start, at).replace(invisible, "") : text.slice(start, at));
    start = -1;
    hides = false;
    if (kind === mark) visit(text[at]!);
  }
}

const [letter, space, mark, nothing] = [0, 1, 2, 3];
const invisible = /[\p{Cc}\p{Cf}\ufffd]/gu;

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 0x80 ? asciiKinds[unit]! : kindOf(text[at]!);
}

/** By code unit, so a mark beyond the Basic Multilingual Plane counts as part of a word. */
function kindOf(character: string): number {
  if (/[\t\n\r\p{Zs}]/u.test(character)) return space;
  if (/[\p{Cc}\p{Cf}\ufffd]/u.test(character)) return nothing;
  if (/[!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u.test(character)) return mark;
  return letter;
}

const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(String.fromCharCode(unit)));
