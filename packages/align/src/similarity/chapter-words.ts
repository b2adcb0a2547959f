import { memo, memoByName } from "@plotline/base";
import {
  type Language,
  languageOf,
  type Numbered,
  type PlacedWords,
  TermNumbers,
  type WordDefinition,
  type WordReader,
  type Words,
} from "@plotline/text";
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

/** The same with other numbers, for `terms` different ones: what words count as, without those that count as nothing. */
export interface ChapterTerms {
  readonly terms: number;
  readonly summary: Words;
  readonly story: Words;
}

type Read<Result> = (passages: Passages) => Result;

/** Similarities that share a reader share what it reads. */
export function wordReader(reader: WordReader, definition: WordDefinition): Read<ChapterWords> {
  return sharedWords(reader, definition, () => {
    const numbering = new TermNumbers();
    const numbered = (words: PlacedWords): PlacedWords => ({ ...words, ids: numbering.numbers(words.ids) });
    return ({ summary, story }) => {
      const points = reader.read(summary, definition);
      const paragraphs = reader.read(story, definition);
      numbering.start(reader.vocabulary.size);
      const sides = { summary: numbered(points), story: numbered(paragraphs) };
      return { words: numbering.forms(), ...sides };
    };
  });
}

const sharedWords = sharing<ChapterWords>();

/**
 * One chapter reader for each reader of words and key. It remembers the last chapter: several similarities ask for it,
 * one after the other.
 */
export function sharing<Result>(): (reader: WordReader, key: string, make: () => Read<Result>) => Read<Result> {
  const sharedBy = memo((_: WordReader) => new Map<string, Read<Result>>());
  return (reader, key, make) => {
    const known = sharedBy(reader).get(key) ?? remembering(make());
    sharedBy(reader).set(key, known);
    return known;
  };
}

function remembering<Result>(read: Read<Result>): Read<Result> {
  let last: { readonly passages: Passages; readonly result: Result } | undefined;
  return (passages) => {
    if (last === undefined || !areSame(last.passages, passages)) last = { passages, result: read(passages) };
    return last.result;
  };
}

function areSame(a: Passages, b: Passages): boolean {
  return a.summary === b.summary && a.story === b.story && a.language === b.language;
}

/** Reads each chapter by the rules of its language. */
export function byLanguage<Result>(readerOf: (language: Language) => Read<Result>): Read<Result> {
  const read = memoByName(({ code }: Language) => code, readerOf);
  return (passages) => read(languageOf(passages))(passages);
}

/** A chapter in terms of what its words count as, by their numbers. */
export function inTerms({ summary, story }: ChapterWords, { size, numbers }: Numbered): ChapterTerms {
  return { terms: size, summary: translated(summary, numbers), story: translated(story, numbers) };
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
  return { ids: made.subarray(0, end), starts };
}
