import { Numbering } from "../text/numbering.ts";
import type { Reader } from "../text/reader.ts";
import type { PlacedWords, WordDefinition, Words } from "../text/vocabulary.ts";
import type { Passages } from "./similarity.ts";

/**
 * A chapter's paragraphs as word numbers local to the chapter, from 0 in order of appearance, the summary's first: each
 * word is looked up once, and tables over them stay small.
 */
export interface ChapterWords {
  /** By number: the word's id in the vocabulary. */
  readonly words: Int32Array;
  readonly summary: PlacedWords;
  readonly story: PlacedWords;
}

type WordReader = (passages: Passages) => ChapterWords;

/** Similarities that share a reader share what it reads. */
export function wordReader(reader: Reader, definition: WordDefinition): WordReader {
  const ofReader = shared.get(reader) ?? new Map<WordDefinition, WordReader>();
  const known = ofReader.get(definition) ?? remembering(newWordReader(reader, definition));
  shared.set(reader, ofReader.set(definition, known));
  return known;
}

const shared = new WeakMap<Reader, Map<WordDefinition, WordReader>>();

/** Several similarities ask for the same chapter, one after the other. */
export function remembering<Result>(read: (passages: Passages) => Result): (passages: Passages) => Result {
  let last: { readonly passages: Passages; readonly result: Result } | undefined;
  return (passages) => {
    if (last === undefined || !areSame(last.passages, passages)) last = { passages, result: read(passages) };
    return last.result;
  };
}

function areSame(a: Passages, b: Passages): boolean {
  return a.summary === b.summary && a.story === b.story && a.language === b.language;
}

/** The same paragraphs with other numbers, without what has none (-1). */
export function translated({ ids, starts: from }: Words, numbers: Int32Array): Words {
  const made = new Int32Array(ids.length);
  const starts = new Int32Array(from.length);
  let end = 0;
  for (let row = 1; row < from.length; row++) {
    const last = from[row]!;
    for (let k = from[row - 1]!; k < last; k++) {
      const number = numbers[ids[k]!]!;
      if (number >= 0) made[end++] = number;
    }
    starts[row] = end;
  }
  return { ids: made.slice(0, end), starts };
}

function newWordReader(reader: Reader, definition: WordDefinition): WordReader {
  const numbering = new Numbering();
  const numbered = (words: PlacedWords): PlacedWords => ({ ...words, ids: numbering.numbers(words.ids) });
  return (passages) => {
    const [bullets, paragraphs] = [reader.read(passages.summary, definition), reader.read(passages.story, definition)];
    numbering.start(reader.vocabulary.size);
    const [summary, story] = [numbered(bullets), numbered(paragraphs)];
    return { words: numbering.forms(), summary, story };
  };
}
