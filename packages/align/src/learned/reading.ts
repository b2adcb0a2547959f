import { once } from "@plotline/base";
import {
  englishLanguage,
  type Language,
  type Numbered,
  type PlacedWords,
  reader,
  type Span,
  sentences,
  TermNumbers,
  tokens,
  type Vocabulary,
  type WordReader,
  type Words,
} from "@plotline/text";
import { bags, lengths } from "../similarity/bags.ts";
import {
  byLanguage,
  type ChapterTerms,
  type ChapterWords,
  inTerms,
  translated,
  wordReader,
} from "../similarity/chapter-words.ts";
import { frequentWords } from "../similarity/frequencies.ts";
import { numbered } from "../similarity/ngrams.ts";
import type { Passages } from "../similarity/similarity.ts";
import { type Forms, Lexicon } from "./lexicon.ts";

/** A chapter as numbers: the same paragraphs as several sequences of terms, each numbered from 0. */
export interface ChapterReading {
  /** Stems without stop words: what the paragraphs are about. */
  readonly stems: ChapterTerms;
  /** By stem: whether it is a name. */
  readonly isName: Uint8Array;
  /** The first four letters of the same words. */
  readonly starts: ChapterTerms;
  /** The first three letters of names. */
  readonly signs: ChapterTerms;
  /** Pairs of neighbouring words that a point has. */
  readonly pairs: ChapterTerms;
  /** The sentences of the points, as stems, and the point of each. */
  readonly sentences: Words;
  readonly sentenceRows: Int32Array;
  /** Words of each paragraph, stop words too. */
  readonly summaryLengths: Int32Array;
  readonly storyLengths: Int32Array;
  readonly names: Int32Array;
}

export type ChapterReader = (passages: Passages) => ChapterReading;

/** Reads chapters of any language; English ones with the given reader of words. */
export function chapterReader(words: WordReader = reader()): ChapterReader {
  return byLanguage((language) => readerOf(language, language === englishLanguage ? words : reader()));
}

function readerOf(language: Language, words: WordReader): ChapterReader {
  const chapterWords = wordReader(words, language.words);
  const lexiconOf = lexiconFor(language, words.vocabulary);
  const numbering = new TermNumbers();
  return (passages) => {
    const chapter = chapterWords(passages);
    const { summary, story } = chapter;
    const inSentences = sentenceBySentence(passages.summary, summary, language);
    const lexicon = lexiconOf(chapter);
    lexicon.update();
    const forms = lexicon.formsOf(chapter.words);
    const table = (form: Int32Array) => numbering.table(form, lexicon.bound);
    const written = [capitals(inSentences.texts, inSentences.words), capitals(passages.story, story)] as const;
    const names = namesOf(table(forms.spellings), forms, tallies(chapter, written));
    const stems = table(forms.contentStems);
    const starts = table(forms.contentStarts);
    const signs = table(onlyNames(forms.signs, names));
    return {
      stems: inTerms(chapter, stems),
      isName: nameFlags(names, stems),
      sentences: translated(inSentences.words, stems.numbers),
      sentenceRows: inSentences.rows,
      starts: inTerms(chapter, starts),
      signs: inTerms(chapter, signs),
      pairs: pairStream(table(forms.stems), forms.isStop, summary, story),
      summaryLengths: lengths(summary),
      storyLengths: lengths(story),
      names: distinctNames(story, names),
    };
  };
}

/** One lexicon for all chapters; where the language has no list of stop words, one for each chapter, by its frequent words. */
function lexiconFor(language: Language, vocabulary: Vocabulary): (chapter: ChapterWords) => Lexicon {
  if (language.stopWords === undefined)
    return (chapter) => new Lexicon(vocabulary, language, frequentWords(chapter, vocabulary));
  const lexicon = new Lexicon(vocabulary, language);
  return () => lexicon;
}

/** The words of the points by sentence, and the point of each. */
interface Sentences {
  readonly texts: readonly string[];
  readonly words: PlacedWords;
  readonly rows: Int32Array;
}

function sentenceBySentence(
  points: readonly string[],
  { ids, places: inPoints, starts: rowStarts }: PlacedWords,
  language: Language,
): Sentences {
  const texts: string[] = [];
  const rows: number[] = [];
  const starts = [0];
  const places = new Int32Array(ids.length);
  let word = 0;
  points.forEach((point, row) => {
    for (const { start, end } of sentencesOf(point, language)) {
      for (; word < rowStarts[row + 1]! && inPoints[word]! < end; word++) places[word] = inPoints[word]! - start;
      texts.push(point.slice(start, end));
      rows.push(row);
      starts.push(word);
    }
  });
  return { texts, words: { ids, places, starts: new Int32Array(starts) }, rows: new Int32Array(rows) };
}

/**
 * The sentences of a point. Half of all points are one sentence and need no search. A point with a stop but no space
 * after it counts as one too, as it did when the weights were trained.
 */
function sentencesOf(text: string, language: Language): readonly Span[] {
  return mayHaveMore(text) ? sentences(text, tokens(text), language) : [{ start: 0, end: text.length }];
}

/** Whether a mark that ends sentences is followed, beyond a space, by another word; or a line by another line. */
function mayHaveMore(text: string): boolean {
  if (text.includes("\n")) return true;
  for (const { 0: marks, index } of text.matchAll(/[.!?…][^\p{L}\p{N}]*/gu))
    if (/\s/.test(marks) && index + marks.length < text.length) return true;
  return false;
}

/** Which words of a chapter are names, by their numbers there, and how these are spelled without accents (else -1). */
interface Names {
  readonly flags: Uint8Array;
  readonly spellings: Int32Array;
}

/** Names are written with a capital inside sentences more often than without one. */
function namesOf({ numbers: spellings, size }: Numbered, { mayBeName }: Forms, [capital, plain]: Tallies): Names {
  const balance = new Int32Array(size);
  const mayBeNames = new Uint8Array(size);
  for (let k = 0; k < capital.length; k++) {
    balance[spellings[k]!]! += capital[k]! - plain[k]!;
    if (capital[k]! > 0 && mayBeName[k] === 1) mayBeNames[spellings[k]!] = 1;
  }
  const flags = new Uint8Array(capital.length);
  for (let k = 0; k < flags.length; k++)
    flags[k] = mayBeNames[spellings[k]!] === 1 && balance[spellings[k]!]! > 0 ? 1 : 0;
  return { flags, spellings: onlyNames(spellings, { flags }) };
}

/** Forms of names; -1 in place of all others. */
function onlyNames(forms: Int32Array, { flags }: Pick<Names, "flags">): Int32Array {
  return forms.map((form, k) => (flags[k] === 0 ? -1 : form));
}

/** How often each word of a chapter has a capital that means something, and none. */
type Tallies = readonly [capital: Int32Array, plain: Int32Array];

function tallies(
  { words, summary, story }: ChapterWords,
  [ofSummary, ofStory]: readonly [Uint8Array, Uint8Array],
): Tallies {
  const [capital, plain] = [new Int32Array(words.length), new Int32Array(words.length)];
  const count = ({ ids }: Words, written: Uint8Array) => {
    for (let k = 0; k < ids.length; k++)
      if (written[k] === small) plain[ids[k]!]!++;
      else if (written[k] === capitalised) capital[ids[k]!]!++;
  };
  count(summary, ofSummary);
  count(story, ofStory);
  return [capital, plain];
}

/** How many different names each paragraph has. */
function distinctNames(story: Words, { spellings }: Names): Int32Array {
  return lengths(bags(translated(story, spellings), spellings.length));
}

function nameFlags({ flags }: Names, { numbers, size }: Numbered): Uint8Array {
  const made = new Uint8Array(size);
  for (let k = 0; k < flags.length; k++) if (numbers[k]! >= 0 && flags[k] === 1) made[numbers[k]!] = 1;
  return made;
}

/** Two stems next to each other, of which one carries meaning; in the story only those that a point has. */
function pairStream(stems: Numbered, isStop: Uint8Array, points: Words, paragraphs: Words): ChapterTerms {
  const pairs = new Map<number, number>();
  const begins = new Uint8Array(stems.size);
  const read = ({ ids, starts: from }: Words, numberOf: (first: number, second: number) => number): Words => {
    const made = new Int32Array(ids.length);
    const starts = new Int32Array(from.length);
    let end = 0;
    for (let row = 1; row < from.length; row++) {
      for (let k = from[row - 1]! + 1; k < from[row]!; k++) {
        const first = ids[k - 1]!;
        const second = ids[k]!;
        if (isStop[first] === 1 && isStop[second] === 1) continue;
        const number = numberOf(stems.numbers[first]!, stems.numbers[second]!);
        if (number >= 0) made[end++] = number;
      }
      starts[row] = end;
    }
    return { ids: made.subarray(0, end), starts };
  };
  const summary = read(points, (first, second) => {
    begins[first] = 1;
    return numbered(first * stems.size + second, pairs);
  });
  const story = read(paragraphs, (first, second) =>
    begins[first] === 1 ? (pairs.get(first * stems.size + second) ?? -1) : -1,
  );
  return { summary, story, terms: pairs.size };
}

/** How a word is written. */
export const small = 0;
/** A capital inside a sentence, or a word all in capitals: a speaker, a shout. */
export const capitalised = 1;
/** A capital where a sentence starts, which means nothing. */
const silent = 2;

/** How each word of some texts is written, in the order of `words`, which were read from them. */
export function capitals(texts: readonly string[], { ids, starts, places }: PlacedWords): Uint8Array {
  const kinds = unitKinds();
  const written = new Uint8Array(ids.length);
  for (let k = 0; k < texts.length; k++) {
    const text = texts[k]!;
    for (let word = starts[k]!; word < starts[k + 1]!; word++)
      if (kinds[text.charCodeAt(places[word]!)] === 2) written[word] = capital(text, places[word]!);
  }
  return written;
}

function capital(text: string, from: number): number {
  if (isAllCapitals(text, from)) return capitalised;
  let before = from - 1;
  while (before >= 0 && text[before] === " ") before--;
  return before < 0 || ".!?:\"“”'‘_[(—-".includes(text[before]!) ? silent : capitalised;
}

/** The second letter settles it for nearly all words. */
function isAllCapitals(text: string, from: number): boolean {
  const second = text.charCodeAt(from + 1);
  if (second >= 0x61 && second <= 0x7a) return false;
  wordHere.lastIndex = from;
  const word = wordHere.exec(text)?.[0] ?? "";
  return word.length > 1 && word === word.toUpperCase();
}

/** An apostrophe between letters belongs to the word. */
const wordHere = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/uy;

/** By code unit: 0 what is between words, 1 a letter or digit, 2 a capital. */
const unitKinds = once(() => {
  const made = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit);
    if (/[\p{L}\p{N}]/u.test(character)) made[unit] = character === character.toLowerCase() ? 1 : 2;
  }
  return made;
});
