import { memo, sumOf } from "@plotline/base";
import { stopWords, tokens } from "@plotline/text";
import type { CompletionItem } from "../completion.ts";
import type { NamedChapter, NamedWork } from "../work.ts";
import { type CompletionSitting, contextOf } from "./answerer.ts";

/** What can be known of an option without reading: each a column of numbers. */
export interface CompletionFeatures {
  /** Words, 1 or more. */
  readonly length: number;
  /** The mean log probability of a word under the work's own frequencies. */
  readonly likelihood: number;
  /** How much it shares with the first tokens, and with the context: the cosine of bags of words. */
  readonly withPrefix: number;
  readonly withContext: number;
}

/** For each item of a sitting, for each of its options; several rules ask about the same sitting. */
export const completionFeatures = memo((sitting: CompletionSitting): readonly (readonly CompletionFeatures[])[] =>
  sitting.questions.map((item) => featuresOf(sitting, item)),
);

function featuresOf(sitting: CompletionSitting, item: CompletionItem): CompletionFeatures[] {
  const bags = bagsOf(sitting.work);
  const story = bags.context(sitting.chapter, contextOf(sitting, item));
  const start = bags.measure(item.prefix).bag;
  return item.options.map(({ text }) => {
    const { bag, length, likelihood } = bags.measure(text);
    return {
      length: Math.max(1, length),
      // Rounded, so that the same weights added in another order are a tie.
      likelihood: Math.fround(likelihood),
      withPrefix: Math.fround(cosine(bag, start)),
      withContext: Math.fround(cosine(bag, story)),
    };
  });
}

const bagsOf = memo((work: NamedWork) => new WorkBags(work));

type Bag = ReadonlyMap<string, number>;

interface Measured {
  readonly bag: Bag;
  readonly length: number;
  readonly likelihood: number;
}

/** The words of a work: how rare each is, and bags of them, weighted so. */
class WorkBags {
  private readonly counts = new Map<string, number>();
  private readonly paragraphs = new Map<NamedChapter, Bag[]>();
  private total = 0;
  private lastContext: { key: string; bag: Bag } | undefined;
  /** The continuations of a chapter are options again and again. */
  private readonly known = new Map<string, Measured>();

  constructor(work: NamedWork) {
    for (const { chapter } of work.chapters)
      for (const paragraph of chapter.story)
        for (const word of wordsOf(paragraph)) {
          this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
          this.total++;
        }
  }

  /** The bag of a text, its length in words, and the mean log probability of a word under the work's own frequencies. */
  measure(text: string): Measured {
    let measured = this.known.get(text);
    if (measured === undefined) {
      const words = wordsOf(text);
      measured = { bag: this.bag(words), length: words.length, likelihood: this.likelihood(words) };
      this.known.set(text, measured);
    }
    return measured;
  }

  /** The story paragraphs of a context together. */
  context(chapter: NamedChapter, context: readonly number[]): Bag {
    const key = `${chapter.chapter.number}:${context.join(" ")}`;
    if (this.lastContext?.key === key) return this.lastContext.bag;
    if (!this.paragraphs.has(chapter))
      this.paragraphs.set(
        chapter,
        chapter.chapter.story.map((text) => this.bag(wordsOf(text))),
      );
    const bag = new Map<string, number>();
    for (const paragraph of context)
      for (const [word, weight] of this.paragraphs.get(chapter)?.[paragraph] ?? [])
        bag.set(word, (bag.get(word) ?? 0) + weight);
    this.lastContext = { key, bag };
    return bag;
  }

  private bag(words: readonly string[]): Bag {
    const bag = new Map<string, number>();
    for (const word of words) if (!stopWords.has(word)) bag.set(word, (bag.get(word) ?? 0) + this.weight(word));
    return bag;
  }

  /** One is added to each count. */
  private likelihood(words: readonly string[]): number {
    const all = this.total + this.counts.size + 1;
    const sum = words.reduce((total, word) => total + Math.log(((this.counts.get(word) ?? 0) + 1) / all), 0);
    return sum / Math.max(1, words.length);
  }

  private weight(word: string): number {
    return Math.max(0.5, Math.log((this.total + 1) / ((this.counts.get(word) ?? 0) + 1)) - 3);
  }
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
