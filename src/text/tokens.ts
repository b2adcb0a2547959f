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
  for (let match = pieces.exec(text); match !== null; match = pieces.exec(text)) {
    const [whole] = match;
    const start = match.index;
    if (match[1] !== undefined) {
      lineBreaks += whole.split("\n").length - 1;
      continue;
    }
    const word = match[2];
    const period = word !== undefined && abbreviates(word, text, start + word.length) ? 1 : 0;
    const end = (pieces.lastIndex = start + whole.length + period);
    const cut = word === undefined || period > 0 ? end : start + clitic(word);
    found.push({ text: text.slice(start, cut), start, end: cut, lineBreaks });
    if (cut < end) found.push({ text: text.slice(cut, end), start: cut, end, lineBreaks: 0 });
    lineBreaks = 0;
  }
  return found;
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

const [titles, capitalised, anywhere, beforeNumber] = [
  new Set(abbreviations.titles.map(lowerCased)),
  new Set(abbreviations.capitalised.map(lowerCased)),
  new Set(abbreviations.anywhere),
  new Set(abbreviations.beforeNumber),
];

/** Whether the token is a title such as `Mr.`, which never ends a sentence. */
export function isTitle({ text }: Token): boolean {
  return text.endsWith(".") && titles.has(lowerCased(text.slice(0, -1)));
}

/** Whether the period that follows belongs to the word: `Mrs.`, `etc.`, `No. 5`, the initial in `Silas T. Wegg`. */
function abbreviates(word: string, text: string, end: number): boolean {
  if (text[end] !== ".") return false;
  const lower = lowerCased(word);
  if (anywhere.has(lower)) return true;
  if (beforeNumber.has(lower) && /^\.\s?(?:\d|[ivxlc]+\b)/.test(text.slice(end, end + 8))) return true;
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
