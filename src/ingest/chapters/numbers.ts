import words from "./data/numbers.json" with { type: "json" };

export type NumberStyle = "roman" | "arabic" | "word" | "ordinal" | "letter";

interface Numeral {
  readonly value: number;
  readonly style: NumberStyle;
}

/** `XIV`, `xiv.`, `14`, `14th`, `Fourteen`, `TWENTY-FIRST`, `Prima`: what a numeral of a heading says. */
export function numeral(text: string): Numeral | undefined {
  const bare = text.replace(/[.,:;)\]]+$/, "");
  if (/^\d{1,3}(?:st|nd|rd|th|d)?$/i.test(bare)) return { value: Number.parseInt(bare, 10), style: "arabic" };
  const roman = romanValue(bare);
  if (roman !== undefined) return { value: roman, style: "roman" };
  return spelled.get(plain(bare));
}

/** Roman numerals as printers set them: IIII and XXXX are allowed, IIX is not; all capitals or all small. */
export function romanValue(printed: string): number | undefined {
  const text = misread.test(printed) ? printed.replaceAll("l", "I") : printed;
  if (!/^(?:[IVXLC]{1,9}|[ivxlc]{1,9})$/.test(text)) return undefined;
  const digits = romanShape.exec(text.toUpperCase());
  if (digits === null) return undefined;
  const [, hundreds = "", tens = "", ones = ""] = digits;
  return hundreds.length * 100 + romanDigit(tens, "X", "L", "C") * 10 + romanDigit(ones, "I", "V", "X");
}

/** `XVl`: a small L that a scanner made of an I. */
const misread = /^[IVXLC]{2,8}l{1,2}$/;
const romanShape = /^(C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})$/;

function romanDigit(text: string, one: string, five: string, ten: string): number {
  if (text === one + ten) return 9;
  if (text === one + five) return 4;
  return text.startsWith(five) ? 4 + text.length : text.length;
}

/** The longest spelled number at the start of these words, with how many words it takes. */
export function spelledAhead(tokens: readonly string[]): { numeral: Numeral; length: number } | undefined {
  if (!opensNumber(tokens[0] ?? "")) return undefined;
  for (let length = Math.min(5, tokens.length); length > 0; length--) {
    const found = spelled.get(plain(tokens.slice(0, length).join(" ")));
    if (found !== undefined) return { numeral: found, length };
  }
  return undefined;
}

function opensNumber(token: string): boolean {
  return numberWords.has(/^\p{L}+/u.exec(token)?.[0].toLowerCase() ?? "");
}

function plain(text: string): string {
  const flat = text
    .toLowerCase()
    .replace(/[.,:;)\]]+$/, "")
    .replace(/[\s\-–—]+/g, " ")
    .replace(/\band\b /g, "");
  return flat
    .split(" ")
    .map((word) => (words.variants as Record<string, string>)[word] ?? word)
    .join(" ");
}

const spelled: ReadonlyMap<string, Numeral> = spelledNumbers();

/** Every word that a spelled number can begin with. */
export const numberWords: ReadonlySet<string> = new Set([
  ...[...spelled.keys()].map((key) => key.split(" ")[0]!),
  ...Object.keys(words.variants),
]);

function spelledNumbers(): Map<string, Numeral> {
  const table = new Map<string, Numeral>();
  for (let value = 1; value < 200; value++) {
    const [cardinal, ordinal] = [spell(value, false), spell(value, true)];
    table.set(cardinal, { value, style: "word" });
    table.set(ordinal, { value, style: "ordinal" });
    if (value >= 100) table.set(cardinal.replace(/^one /, "a "), { value, style: "word" });
  }
  words.latin.forEach((stem, value) => {
    if (stem) for (const ending of ["us", "a", "um", "o"]) table.set(stem + ending, { value, style: "ordinal" });
  });
  return table;
}

function spell(value: number, ordinal: boolean): string {
  if (value >= 100) {
    const rest = value % 100;
    return rest === 0 ? (ordinal ? "one hundredth" : "one hundred") : `one hundred ${spell(rest, ordinal)}`;
  }
  const ones = ordinal ? words.ordinals : words.ones;
  if (value < 20) return ones[value] ?? "";
  const ten = Math.floor(value / 10);
  if (value % 10 === 0) return (ordinal ? words.ordinalTens : words.tens)[ten] ?? "";
  return `${words.tens[ten]} ${ones[value % 10]}`;
}
