import abbreviations from "./data/abbreviations.json" with { type: "json" };
import elisions from "./data/elisions.json" with { type: "json" };

/** A stretch of a text, from `start` to before `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word, number or mark. `text` is exactly what the span holds; `lineBreaks` counts those just before it. */
export interface Token extends Span {
  readonly text: string;
  readonly lineBreaks: number;
}

/** Every character that is not white space is in exactly one token. */
export function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  const pieces = new RegExp(piece);
  let lineBreaks = 0;
  for (let start = 0; start < text.length; ) {
    const { end, cut, breaks } = plainPiece(text, start) ?? anyPiece(text, start, pieces);
    if (cut > start) {
      found.push({ text: text.slice(start, cut), start, end: cut, lineBreaks });
      if (cut < end) found.push({ text: text.slice(cut, end), start: cut, end, lineBreaks: 0 });
      lineBreaks = 0;
    } else lineBreaks += breaks;
    start = end;
  }
  return found;
}

/** A token, or two that come apart at `cut`; or white space, which has no `cut` after its start. */
interface Piece {
  readonly end: number;
  readonly cut: number;
  readonly breaks: number;
}

/** What most of a text is made of, found without a regular expression in half the time: single spaces, ASCII words and common marks. */
function plainPiece(text: string, start: number): Piece | undefined {
  const kind = kinds[text.charCodeAt(start)];
  if (kind === space) return { end: start + 1, cut: start, breaks: 0 };
  if (kind === mark) return { end: start + 1, cut: start + 1, breaks: 0 };
  if (kind !== letter) return undefined;
  let end = start + 1;
  while (kinds[text.charCodeAt(end)] === letter) end++;
  const next = end < text.length ? kinds[text.charCodeAt(end)] : space;
  if (next === space || next === mark) return wordPiece(text, start, end);
  // a single letter may be the first of several initials
  return next === period && end > start + 1 ? wordPiece(text, start, end) : undefined;
}

function wordPiece(text: string, start: number, end: number): Piece {
  const word = text.slice(start, end);
  if (abbreviates(word, text, end)) return { end: end + 1, cut: end + 1, breaks: 0 };
  return { end, cut: start + clitic(word), breaks: 0 };
}

function anyPiece(text: string, start: number, pieces: RegExp): Piece {
  pieces.lastIndex = start;
  const [whole, white, word] = pieces.exec(text)!;
  const end = start + whole.length;
  if (white !== undefined) return { end, cut: start, breaks: white.split("\n").length - 1 };
  return word === undefined ? { end, cut: end, breaks: 0 } : wordPiece(text, start, end);
}

/** By ASCII character; a `mark` is always a token of its own. */
const [letter, space, mark, period] = [1, 2, 3, 4];
const kinds = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(String.fromCharCode(unit)));

function kindOf(character: string): number {
  if (/[A-Za-z]/.test(character)) return letter;
  if (character === " ") return space;
  if (character === ".") return period;
  return /[,;:!?()"]/.test(character) ? mark : 0;
}

/** Group 1 is white space, group 2 a word: by number, since named groups make an object for every match. */
const piece = new RegExp(
  [
    String.raw`(\s+)`,
    String.raw`(?:\p{Lu}\.){2,}`, // U.S., J.R.R.
    String.raw`(?:i\.\s?e\.|e\.\s?g\.|[ap]\.\s?m\.)`,
    String.raw`\d+(?:[.,:]\d+)*\p{L}*`, // 1,000 and 3rd
    String.raw`\.(?:\s?\.){2,}|…`,
    "-{2,}|[—–]+",
    String.raw`[‘’'](?:${elisions.map(eitherCase).join("|")})(?![\p{L}\p{M}])`, // 'tis is one word, not a quotation
    String.raw`([\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*)`,
    String.raw`\S`,
  ].join("|"),
  "gu",
);

function eitherCase(word: string): string {
  return `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}`;
}

const titles = new Set(abbreviations.titles.map(lowerCased));
const capitalised = new Set(abbreviations.capitalised.map(lowerCased));
const anywhere = new Set(abbreviations.anywhere);
const beforeNumber = new Set(abbreviations.beforeNumber);

/** Whether the token is a title such as `Mr.`, which never ends a sentence. */
export function isShortTitle({ text }: Token): boolean {
  return text.endsWith(".") && titles.has(lowerCased(text.slice(0, -1)));
}

/** Whether the period that follows belongs to the word: `Mrs.`, `etc.`, `No. 5`, the initial in `Silas T. Wegg`. */
function abbreviates(word: string, text: string, end: number): boolean {
  if (text[end] !== ".") return false;
  const lower = lowerCased(word);
  if (anywhere.has(lower)) return true;
  if (beforeNumber.has(lower) && /^\.\s?(?:\d|[ivxlc]+\b|[IVXLC]{2,}\b|[IVX]\.)/.test(text.slice(end, end + 8)))
    return true;
  if (!/^\p{Lu}/u.test(word)) return false;
  const initial = word.length === 1 && word !== "I";
  return initial || titles.has(lower) || capitalised.has(lower);
}

/** Where `don't`, `she'll`, `cook's` and `cannot` come apart; the whole length where they do not. */
function clitic(word: string): number {
  if (word.length === "cannot".length && lowerCased(word) === "cannot") return "can".length;
  if (!(word.includes("'") || word.includes("’"))) return word.length;
  const ending = /(?<=\p{L})(?:n[’']t|[’'](?:s|ll|re|ve|d|m))$/iu.exec(word);
  return ending === null || ending.index === 0 ? word.length : ending.index;
}

function lowerCased(word: string): string {
  return word.toLowerCase();
}
