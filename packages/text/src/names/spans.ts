import type { Span } from "../tokens.ts";
import { determiners, isCapital, isTitle, links } from "./lexicon.ts";

/**
 * The proper name inside an annotated phrase: without leading articles and small words, cut before the first word that
 * is neither capitalised nor a link ("Emma Woodhouse, handsome"), ending in a capitalised word.
 */
export function properName(words: readonly string[], { start, end }: Span): Span | undefined {
  let [from, to] = [start, end];
  while (from < to && !startsName(words[from] ?? "")) from++;
  for (let k = from; k < to; k++) if (!isCapital(bare(words[k])) && !links.has((words[k] ?? "").toLowerCase())) to = k;
  while (to > from && !isCapital(bare(words[to - 1]))) to--;
  return from < to ? { start: from, end: to } : undefined;
}

/** "Mr. Darcy" is Darcy: annotators and taggers differ on whether a title belongs to a name. */
export function withoutTitles(words: readonly string[], { start, end }: Span): Span {
  let from = start;
  while (from < end - 1 && (isTitle(words[from] ?? "") || words[from] === ".")) from++;
  return { start: from, end };
}

/** Whether two stretches share a token. */
export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function startsName(word: string): boolean {
  return isCapital(bare(word)) && !determiners.has(word.toLowerCase());
}

function bare(word: string | undefined): string {
  return (word ?? "").replace(/^[“"'‘_]+/, "");
}
