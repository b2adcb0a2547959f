import words from "./data/chapter-words.json" with { type: "json" };
import numbers from "./data/english-numbers.json" with { type: "json" };

type DivisionKind = "division" | "act" | "scene" | "leaf" | "chapter";

/** What books call their divisions (chapter, Kapitel, canto), by kind, and the whole words of what they shorten. */
export const chapterWords: Readonly<Record<DivisionKind, readonly string[]>> & {
  readonly whole: Readonly<Record<string, string>>;
} = words;

/** Numbers as English writes them in words. */
export const englishNumbers: Readonly<
  Record<"ones" | "tens" | "ordinals" | "ordinalTens" | "latin", readonly string[]>
> & { readonly variants: Readonly<Record<string, string>> } = numbers;
