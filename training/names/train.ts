import type { Score } from "@plotline/align";
import { random, shuffled } from "@plotline/base";
import {
  isCapital,
  type PackedTagger,
  properName,
  type TaggedSpan,
  tagOf,
  tagSentence,
  tokens,
  unpackTagger,
  type Weights,
  type Word,
  WorkWords,
  withOrganisations,
  withoutTitles,
} from "@plotline/text";
import type { Book, GoldName } from "./litbank.ts";
import { pack } from "./pack.ts";
import { type Example, examplesOf, trainPerceptron } from "./perceptron.ts";

/** Options of training and judging. */
export const trainingDefaults = { epochs: 5, folds: 5, seed: 1 };

/** What cross-validation by book says of the tagger: the packed weights are judged, as they ship. */
export interface TaggerScores {
  readonly typed: Score;
  readonly untyped: Score;
  readonly byType: Readonly<Record<string, Score>>;
  readonly names: number;
}

/** A book made ready once: its words with the counts of the whole novel, its sentences, its tags. */
export interface PreparedBook {
  readonly book: Book;
  readonly sentences: readonly (readonly Word[])[];
  readonly examples: readonly Example[];
}

export function prepareBook(book: Book): PreparedBook {
  const vocabulary = new WorkWords();
  for (const paragraph of book.original.split(/\n\s*\n/))
    vocabulary.count(tokens(paragraph).map(({ text }) => vocabulary.word(text)));
  const sentences = book.sentences.map((words) => words.map((word) => vocabulary.word(word)));
  const tags = goldTags(book);
  const examples = sentences.flatMap((words, k) => examplesOf(words, tags[k] as Uint8Array));
  return { book, sentences, examples };
}

export function packedNames(books: readonly PreparedBook[], { epochs, seed } = trainingDefaults): PackedTagger {
  return pack(
    trainPerceptron(
      books.flatMap((book) => book.examples),
      epochs,
      seed,
    ),
  );
}

/** Every book is tagged by weights that never saw it. */
export function crossValidate(books: readonly PreparedBook[], options = trainingDefaults): TaggerScores {
  const order = shuffled([...books.keys()], random("folds", options.seed));
  const tagged: TaggedSpan[][][] = books.map(() => []);
  for (let fold = 0; fold < options.folds; fold++) {
    const held = new Set(order.filter((_, k) => k % options.folds === fold));
    const weights = unpackTagger(
      packedNames(
        books.filter((_, k) => !held.has(k)),
        options,
      ),
    );
    for (const k of held) tagged[k] = tagBook(books[k] as PreparedBook, weights);
  }
  return scoreTagger(
    books.map(({ book }) => book),
    tagged,
  );
}

export function tagBook({ sentences }: PreparedBook, weights: Weights): TaggedSpan[][] {
  return sentences.map((words) => {
    for (const word of words) delete word.emission;
    return withOrganisations(tagSentence(words, weights), words);
  });
}

/** Exact spans, titles stripped on both sides. What overlaps a ship or coach counts neither way. */
export function scoreTagger(
  books: readonly Book[],
  tagged: readonly (readonly (readonly TaggedSpan[])[])[],
): TaggerScores {
  const totals = new Map<string, { right: number; found: number; gold: number }>();
  const add = (key: string, right: number, found: number, gold: number) => {
    const total = totals.get(key) ?? { right: 0, found: 0, gold: 0 };
    totals.set(key, { right: total.right + right, found: total.found + found, gold: total.gold + gold });
  };
  books.forEach((book, at) => {
    const { gold, found } = comparable(book, tagged[at] ?? []);
    const right = [...found].filter(([place]) => gold.has(place));
    add("untyped", right.length, found.size, gold.size);
    add("typed", right.filter(([place, type]) => gold.get(place) === type).length, found.size, gold.size);
    for (const type of ["PERSON", "LOCATION", "ORGANIZATION"]) {
      const count = (list: Iterable<readonly [string, string]>) => [...list].filter(([, t]) => t === type).length;
      add(type, count(right.filter(([place]) => gold.get(place) === type)), count(found), count(gold));
    }
  });
  const score = (key: string) => scoreOf(totals.get(key) ?? { right: 0, found: 0, gold: 0 });
  const byType = { PERSON: score("PERSON"), LOCATION: score("LOCATION"), ORGANIZATION: score("ORGANIZATION") };
  return { typed: score("typed"), untyped: score("untyped"), byType, names: totals.get("typed")?.gold ?? 0 };
}

function comparable(book: Book, tagged: readonly (readonly TaggedSpan[])[]) {
  const gold = new Map<string, string>();
  const found = new Map<string, string>();
  const skipped: GoldName[] = book.names.filter(({ type }) => type === undefined);
  const put = (map: Map<string, string>, sentence: number, span: { start: number; end: number }, type: string) => {
    const words = book.sentences[sentence] ?? [];
    const name = properName(words, span);
    if (name === undefined) return;
    const { start, end } = withoutTitles(words, name);
    const overlaps = (other: GoldName) => other.sentence === sentence && other.start < end && start < other.end;
    if (!skipped.some(overlaps)) map.set(`${sentence}:${start}:${end}`, type);
  };
  for (const name of book.names) if (name.type !== undefined) put(gold, name.sentence, name, name.type);
  tagged.forEach((spans, sentence) => {
    for (const span of spans) put(found, sentence, span, span.type);
  });
  return { gold, found };
}

function scoreOf({ right, found, gold }: { right: number; found: number; gold: number }): Score {
  const precision = right / (found || 1);
  const recall = right / (gold || 1);
  return { precision, recall, f: (2 * precision * recall) / (precision + recall || 1) };
}

function goldTags({ sentences, names }: Book): Uint8Array[] {
  const tags = sentences.map((words) => new Uint8Array(words.length));
  for (const { sentence, start, end, type } of names) {
    const tag = type === undefined ? undefined : tagOf[type];
    if (tag === undefined || !isCapital(sentences[sentence]?.[start] ?? "")) continue;
    tags[sentence]?.fill(tag + 1, start, end);
    (tags[sentence] as Uint8Array)[start] = tag;
  }
  return tags;
}
