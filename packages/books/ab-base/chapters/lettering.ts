import { memo } from "@plotline/base";
import type { Block } from "@plotline/formats";

/** How a line looks when it is a title. */
const limits = {
  /** The share of letters that must be capitals. */
  capitals: 0.9,
  longestTitleInCapitals: 160,
  longestTitle: 100,
  /** A title without capitals and without the end of a sentence: `How it began`. */
  longestPlainTitle: 70,
  /** Words of this length or less (of, and, from) are written small in titles. */
  shortWord: 3,
  /** Few long words are a title in any case: `A Storm at sea`. */
  fewWords: 3,
  /** The share of long words with a capital. */
  capitalWords: 0.5,
  /** A long title has at least this many long words, and capitals on this share of them. */
  longTitleWords: 4,
  longTitleCapitals: 0.75,
  /** In Title Case every word longer than this has a capital. */
  titleCaseWord: 4,
} as const;

/** Letters only, folded: how titles are compared. */
export function titleKey(text: string): string {
  if (isAscii(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The letters of a block, as titles are compared. */
export const keyOf = memo(({ text }: Pick<Block, "text">) => titleKey(text));

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Nine of ten letters are capitals. */
export function isCapitals(text: string): boolean {
  // A paragraph is known by its first words: with so many small letters the rest cannot make up for them.
  const mostSmall = (1 - limits.capitals) * text.length;
  let [letters, small] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 ? !/\p{L}/u.test(text[at]!) : (code | 32) < 97 || (code | 32) > 122) continue;
    letters++;
    if (code > 127 ? /\p{Ll}/u.test(text[at]!) : code >= 97) small++;
    if (small > mostSmall) return false;
  }
  return letters > 0 && letters - small >= letters * limits.capitals;
}

/** A line without the stars, dashes, brackets and underlines around it and in it. */
export function undecorated(line: string): string {
  if (!decoration.test(line)) return line;
  const unmarked = line.replace(/\[(?:\d{1,3}|[A-Z*])\]|<\d{1,9}>|\(\d{1,9}\)$/g, "");
  return trimmed(unmarked).replace(/_|=/g, "").replace(/\s+/g, " ").trim();
}

/** Step by step from both ends: a regular expression looks at a run of marks once for each of its places. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isMark(text[start]!, "[({<")) start++;
  while (end > start && isMark(text[end - 1]!, "])}>")) end--;
  return text.slice(start, end);
}

function isMark(character: string, brackets: string): boolean {
  return "_*=#~|·•+–—-".includes(character) || brackets.includes(character) || /\s/.test(character);
}

/** What a plain line has none of. */
const decoration = /[[<(_=]| {2}|[^\S ]|^[ *#~{|·•+–—-]|[ *#~\])}>|·•+–—-]$/;

/** A title has few words, or capitals on most of them; a sentence has neither. */
export function isTitleLike(text: string): boolean {
  if (
    text.length > (isCapitals(text) ? limits.longestTitleInCapitals : limits.longestTitle) ||
    /[,;]$/.test(text) ||
    /^\p{Ll}/u.test(text)
  )
    return false;
  const long = text.split(/\s+/).filter((word) => word.length > limits.shortWord);
  const capital = long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length;
  const isSentence = /\p{Ll}[.!?]["”’]?$/u.test(text) && text.length > limits.longestPlainTitle;
  if (isSentence && capital < long.length * limits.longTitleCapitals) return false;
  return (
    long.length <= limits.fewWords ||
    capital >= long.length * limits.capitalWords ||
    (!/[.!?]["”’]?$/.test(text) && text.length <= limits.longestPlainTitle)
  );
}

/** Every longer word begins with a capital. */
export function hasCapitals(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > limits.titleCaseWord);
  return long.length > 0 && long.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word)) && !/[.,;]$/.test(text);
}

/** A long title: most longer words begin with a capital. */
export function mostlyCapitals(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > limits.shortWord);
  return (
    long.length >= limits.longTitleWords &&
    long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length >= long.length * limits.longTitleCapitals
  );
}
