import { letteringLimits } from "./limits.ts";
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

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Nine of ten letters are capitals. */
export function isCapitals(text: string): boolean {
  // A paragraph is known by its first words: with so many small letters the rest cannot make up for them.
  const mostSmall = (1 - letteringLimits.capitals) * text.length;
  let [letters, small] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 ? !/\p{L}/u.test(text[at]!) : (code | 32) < 97 || (code | 32) > 122) continue;
    letters++;
    if (code > 127 ? /\p{Ll}/u.test(text[at]!) : code >= 97) small++;
    if (small > mostSmall) return false;
  }
  return letters > 0 && letters - small >= letters * letteringLimits.capitals;
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
    text.length > (isCapitals(text) ? letteringLimits.longestTitleInCapitals : letteringLimits.longestTitle) ||
    /[,;]$/.test(text) ||
    /^\p{Ll}/u.test(text)
  )
    return false;
  const long = text.split(/\s+/).filter((word) => word.length > letteringLimits.shortWord);
  const capital = long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length;
  const isSentence = /\p{Ll}[.!?]["”’]?$/u.test(text) && text.length > letteringLimits.longestPlainTitle;
  if (isSentence && capital < long.length * letteringLimits.longTitleCapitals) return false;
  return (
    long.length <= letteringLimits.fewWords ||
    capital >= long.length * letteringLimits.capitalWords ||
    (!/[.!?]["”’]?$/.test(text) && text.length <= letteringLimits.longestPlainTitle)
  );
}

/** Every longer word begins with a capital. */
export function hasCapitals(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > letteringLimits.titleCaseWord);
  return long.length > 0 && long.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word)) && !/[.,;]$/.test(text);
}

/** A long title: most longer words begin with a capital. */
export function mostlyCapitals(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => word.length > letteringLimits.shortWord);
  return (
    long.length >= letteringLimits.longTitleWords &&
    long.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length >= long.length * letteringLimits.longTitleCapitals
  );
}
