import { adjectives, folded } from "./lexicon.ts";
import type { Word } from "./work-words.ts";

/** "Poor old Fezziwig" is Fezziwig. */
export function withoutAdjectives(words: readonly Word[]): readonly Word[] {
  let first = 0;
  while (first < words.length - 1 && adjectives.has((words[first] as Word).key)) first++;
  return words.slice(first);
}

/** The name as written, but not in capitals: "Devil's Row", though its tokens are three. */
export function textOf(words: readonly Word[]): string {
  const joined = words.map(({ surface, upper }) => (upper ? smallLetters(surface) : surface)).join(" ");
  return joined.replace(/ (['’]s)\b/gi, (_, ending: string) => ending.toLowerCase()).replace(/ (?=\.)/g, "");
}

function smallLetters(surface: string): string {
  return /^[IVX]+$/.test(surface) ? surface : titled(surface.toLowerCase());
}

export function keyOfWords(words: readonly Word[]): string {
  return words.map(({ plain }) => plain).join(" ");
}

export function withoutThe(key: string): string {
  return key.replace(/^the /, "");
}

export function titled(name: string): string {
  return name.replace(/(^| )(\p{L})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
}

export function lastName(text: string): string {
  return folded(text.toLowerCase()).split(" ").at(-1) ?? "";
}

/** At most one letter apart, or two from eight letters on, and alike at the start. */
export function isVariant(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  if (length < 5 || a === b || a[0] !== b[0] || Math.abs(a.length - b.length) > 2) return false;
  return distance(a, b) <= (length >= 8 ? 2 : 1);
}

/** Levenshtein. */
function distance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (last[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    last = row;
  }
  return last[b.length] as number;
}
