import { englishNumbers as words } from "@plotline/text";
import others from "../data/other-numbers.json" with { type: "json" };

/** How a number is written. */
export type NumberStyle = "roman" | "arabic" | "word" | "ordinal" | "letter";

/** A number of a heading, and how it is written there. */
export interface Numeral {
  readonly value: number;
  readonly style: NumberStyle;
}

/**
 * `XIV`, `xiv.`, `14`, `14th`, `Fourteen`, `TWENTY-FIRST`, `Prima`, `Zwölftes`, `第十四`: the value of a heading's
 * numeral.
 */
export function numeral(text: string): Numeral | undefined {
  const bare = text.replace(/[.,:;)\]]+$/, "");
  if (/^\d{1,3}(?:st|nd|rd|th|d)?$/i.test(bare)) return { value: Number.parseInt(bare, 10), style: "arabic" };
  const roman = romanValue(bare);
  if (roman !== undefined) return { value: roman, style: "roman" };
  const key = plain(bare);
  return spelled.get(key) ?? foreign.get(key);
}

/** `十四`, `一百二十`, `一○`: a number below 1,000 in Chinese characters. */
export function chineseValue(printed: string): number | undefined {
  const text = printed.replace(/[○◯]/g, "〇");
  if (!/^[〇零一二两三四五六七八九十百]+$/.test(text)) return undefined;
  const digits = "〇一二三四五六七八九";
  const digitOf = (character: string) => digits.indexOf(character.replace("零", "〇").replace("两", "二"));
  if (!/[十百]/.test(text)) return Number(Array.from(text, digitOf).join(""));
  const [, hundreds, tens, ones] =
    /^(?:([一二两三四五六七八九])百零?)?(?:([一二三四五六七八九]?)十)?([一二三四五六七八九]?)$/.exec(text) ?? [];
  if (hundreds === undefined && tens === undefined) return undefined;
  const ten = tens === undefined ? 0 : tens === "" ? 1 : digitOf(tens);
  return (hundreds === undefined ? 0 : digitOf(hundreds) * 100) + ten * 10 + (ones ? digitOf(ones) : 0);
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

/**
 * The longest spelled number at the start of these words, with how many words it takes. Words of other languages count
 * only where a word such as "Kapitel" says that a number is meant: "Once" is eleven in Spanish alone.
 */
export function spelledAhead(
  tokens: readonly string[],
  { languages }: { readonly languages: "English" | "all" },
): { numeral: Numeral; length: number } | undefined {
  const first = foldedNumeral(/^\p{L}+/u.exec(tokens[0] ?? "")?.[0] ?? "");
  if (!numberWords.has(first) && (languages === "English" || !foreignNumberWords.has(first))) return undefined;
  for (let length = Math.min(5, tokens.length); length > 0; length--) {
    const key = plain(tokens.slice(0, length).join(" "));
    const found = spelled.get(key) ?? (languages === "all" ? foreign.get(key) : undefined);
    if (found !== undefined) return { numeral: found, length };
  }
  return undefined;
}

/** A number in words of some length with one letter wrong, missing or too many. */
export function nearlySpelled(word: string): Numeral | undefined {
  const key = plain(word);
  if (key.length < leastMisspelt) return undefined;
  for (const table of [spelled, foreign])
    for (const [other, found] of table)
      if (other.length >= leastMisspelt && Math.abs(other.length - key.length) <= 1 && isOneOff(key, other))
        return found;
  return undefined;
}

/** Shorter words are too near one another: sixth and tenth. */
const leastMisspelt = 6;

function isOneOff(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}

/** Small letters without accents. */
export function foldedNumeral(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");
}

function plain(text: string): string {
  const flat = foldedNumeral(text)
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
const numberWords: ReadonlySet<string> = new Set([
  ...[...spelled.keys()].map((key) => key.split(" ")[0]!),
  ...Object.keys(words.variants),
]);

/** The numbers of other languages; an English word is never taken for one of them. */
const foreign: ReadonlyMap<string, Numeral> = foreignNumbers();

/** Every word that a number of another language can begin with. */
const foreignNumberWords: ReadonlySet<string> = new Set([...foreign.keys()].map((key) => key.split(" ")[0]!));

function foreignNumbers(): Map<string, Numeral> {
  const table = new Map<string, Numeral>();
  const { note: _, ...languages } = others;
  const add = (key: string, numeral: Numeral) => table.has(key) || table.set(key, numeral);
  for (const { endings, ordinals } of Object.values(languages))
    ordinals.forEach((stems, k) => {
      for (const stem of stems.split("|"))
        for (const ending of endings) add(stem + ending, { value: k + 1, style: "ordinal" });
    });
  for (const { cardinals } of Object.values(languages))
    cardinals.forEach((words, k) => {
      for (const word of words.split("|")) add(word, { value: k + 1, style: "word" });
    });
  return table;
}

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
