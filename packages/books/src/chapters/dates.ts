import { foldedNumeral } from "@plotline/corpus";
import type { Block } from "@plotline/formats";
import names from "./data/months.json" with { type: "json" };

const limits = {
  /** A line that is a date and nothing else: its length, its words, and those of one with a day of the week. */
  longestAlone: 60,
  wordsAlone: 8,
  weekdayWords: 3,
  /** The same of a line with a date in it. */
  longest: 110,
  words: 12,
  dayWords: 4,
} as const;

/** `April 8th`, `MAY 4.`, `Bath, 23 April 1771`, `Saturday morning`; nothing else on the line, and no other line in the block. */
export function isDate(line: string, { text }: Block): boolean {
  if (line.length > limits.longestAlone || /\n\s*\S/.test(text.trim())) return false;
  const tokens = wordsOf(line);
  if (tokens.length <= limits.weekdayWords && days.has(tokens[0] ?? "")) return true;
  return (
    /\d/.test(line) &&
    tokens.length <= limits.wordsAlone &&
    tokens.some((token) => months.has(token)) &&
    tokens.every(isOfDate)
  );
}

function isOfDate(token: string, k: number, tokens: readonly string[]): boolean {
  if (months.has(token) || /^\d{1,4}(?:st|nd|rd|th|o|er|e)?$/.test(token)) return true;
  return k < 2 || ["of", "the", "de", "den", "le", "del", "and", "und", "et"].includes(token) || tokens.length - k < 3;
}

/** A month and a number, or a day of the week, among other words. */
export function mentionsDate(line: string): boolean {
  const words = wordsOf(line);
  if (line.length > limits.longest || words.length > limits.words) return false;
  if (words.some((word) => months.has(word)) || /, 1[5-9]\d\d\.?$/.test(line)) return /\d/.test(line);
  return words.length <= limits.dayWords && words.some((word) => days.has(word));
}

export function wordsOf(line: string): readonly string[] {
  return foldedNumeral(line).match(/[\p{L}\p{N}]+/gu) ?? [];
}

export const months = new Set(names.months);
const days = new Set(names.days);
