import type { Span } from "./tokens.ts";

/** The words of texts in a language, as the platform knows them; where it knows no segmenter, every letter is a word. */
export function wordSegments(code: string): (text: string) => Iterable<Span> {
  if (!("Segmenter" in Intl)) return letters;
  const segmenter = new Intl.Segmenter(code, { granularity: "word" });
  return function* words(text) {
    for (const { index, segment, isWordLike } of segmenter.segment(text))
      if (isWordLike === true) yield { start: index, end: index + segment.length };
  };
}

function* letters(text: string): Iterable<Span> {
  for (const { index, 0: letter } of text.matchAll(/[\p{L}\p{N}]\p{M}*/gu))
    yield { start: index, end: index + letter.length };
}
