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
