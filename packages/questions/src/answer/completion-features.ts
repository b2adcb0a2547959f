import { memo, memoByName, sumOf } from "@plotline/base";
import { stopWords, tally, tokens } from "@plotline/text";
import type { NamedChapter, NamedWork } from "../work.ts";
import { type CompletionSitting, contextOf, noContext } from "./answerer.ts";
import { junctions } from "./junction.ts";

/** What can be known of an option without reading: each a column of numbers. */
export interface CompletionFeatures {
  /** How much it shares with the context: the cosine of bags of words. */
  readonly withContext: number;
  /** With the context and three paragraphs before and after each of it, and with the chapter; 0 where nothing is read. */
  readonly withSurroundings: number;
  readonly withChapter: number;
  /** Whether it goes on grammatically from the first tokens. */
  readonly junction: number;
}

/** For each item of a sitting, for each of its options; several rules ask about the same sitting. */
export const completionFeatures = memo(
  ({ work, chapter, alignment, contexts, questions }: CompletionSitting): readonly CompletionFeatures[][] => {
    const { bagOf, paragraphsOf } = bagsOf(work);
    const read = alignment === noContext ? [] : paragraphsOf(chapter);
    // Points share paragraphs.
    const together = memoByName(String, (places: readonly number[]) => sumOfBags(places.map((place) => read[place])));
    const joins = junctions(work);
    return questions.map((item) => {
      const context = contextOf({ contexts }, item);
      const isNear = (place: number) => context.some((other) => Math.abs(other - place) <= surroundings);
      const places = [...read.keys()];
      const bags = [together(context), together(places.filter(isNear)), together(places)] as const;
      return item.options.map(({ text }) => {
        // Rounded, so that the same weights added in another order are a tie.
        const [withContext, withSurroundings, withChapter] = bags.map((bag) => Math.fround(cosine(bagOf(text), bag)));
        return {
          withContext: withContext!,
          withSurroundings: withSurroundings!,
          withChapter: withChapter!,
          junction: joins(item.prefix, text),
        };
      });
    });
  },
);

/** Paragraphs to each side. */
const surroundings = 3;

type Bag = ReadonlyMap<string, number>;

/** Bags of a work's words, each weighted by how rare it is in the story. */
const bagsOf = memo((work: NamedWork) => {
  const counts = tally(work.chapters.flatMap(({ chapter }) => chapter.story.flatMap(wordsOf)));
  const total = sumOf(counts.values());
  const weight = (word: string) => Math.max(0.5, Math.log((total + 1) / ((counts.get(word) ?? 0) + 1)) - 3);
  // The continuations of a chapter are options again and again.
  const bagOf = memoByName(String, (text: string): Bag => {
    const bag = new Map<string, number>();
    for (const word of wordsOf(text)) if (!stopWords.has(word)) bag.set(word, (bag.get(word) ?? 0) + weight(word));
    return bag;
  });
  return { bagOf, paragraphsOf: memo(({ chapter }: NamedChapter) => chapter.story.map(bagOf)) };
});

function sumOfBags(bags: readonly (Bag | undefined)[]): Bag {
  const sum = new Map<string, number>();
  for (const bag of bags) for (const [word, weight] of bag ?? []) sum.set(word, (sum.get(word) ?? 0) + weight);
  return sum;
}

function wordsOf(text: string): string[] {
  return tokens(text).flatMap(({ text: word }) => (/^[\p{L}\p{N}]/u.test(word) ? word.toLowerCase() : []));
}

function cosine(a: Bag, b: Bag): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let dot = 0;
  for (const [word, weight] of small) dot += weight * (large.get(word) ?? 0);
  return dot === 0 ? 0 : dot / (norm(a) * norm(b));
}

const norm = memo((bag: Bag) => Math.sqrt(sumOf(bag.values(), (weight) => weight * weight)));
