import { stopWords } from "../text/stop-words.ts";
import { tokens } from "../text/tokens.ts";
import type { CompletionItem } from "./completion.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/** What the logistic ranker looks at, one row an option. */
export const completionFeatures = [
  "overlap with the context",
  "overlap below the best",
  "best overlap",
  "overlap with the first tokens",
  "first tokens below the best",
  "log length",
  "likelihood",
] as const;

type Bag = ReadonlyMap<string, number>;

/** The words of a work: how rare each is, and bags of them, weighted so. */
export class WorkBags {
  private readonly counts = new Map<string, number>();
  private readonly paragraphs = new Map<NamedChapter, Bag[]>();
  private total = 0;
  private lastContext: { key: string; bag: Bag } | undefined;

  constructor(work: NamedWork) {
    for (const { chapter } of work.chapters)
      for (const paragraph of chapter.story)
        for (const word of wordsOf(paragraph)) {
          this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
          this.total++;
        }
  }

  bag(text: string): Bag {
    const bag = new Map<string, number>();
    for (const word of wordsOf(text)) if (!stopWords.has(word)) bag.set(word, (bag.get(word) ?? 0) + this.weight(word));
    return bag;
  }

  /** The story paragraphs of a context together. */
  context(chapter: NamedChapter, context: readonly number[]): Bag {
    const key = `${chapter.chapter.number}:${context.join(" ")}`;
    if (this.lastContext?.key === key) return this.lastContext.bag;
    if (!this.paragraphs.has(chapter))
      this.paragraphs.set(
        chapter,
        chapter.chapter.story.map((text) => this.bag(text)),
      );
    const bag = new Map<string, number>();
    for (const paragraph of context)
      for (const [word, weight] of this.paragraphs.get(chapter)?.[paragraph] ?? [])
        bag.set(word, (bag.get(word) ?? 0) + weight);
    this.lastContext = { key, bag };
    return bag;
  }

  /** Mean log probability of the words under the work's own frequencies, one added to each. */
  likelihood(text: string): number {
    const words = wordsOf(text);
    const all = this.total + this.counts.size + 1;
    const sum = words.reduce((total, word) => total + Math.log(((this.counts.get(word) ?? 0) + 1) / all), 0);
    return sum / Math.max(1, words.length);
  }

  private weight(word: string): number {
    return Math.max(0.5, Math.log((this.total + 1) / ((this.counts.get(word) ?? 0) + 1)) - 3);
  }
}

/** One row of `completionFeatures.length` numbers for each option. */
export function completionRows(
  { prefix, options }: CompletionItem,
  chapter: NamedChapter,
  context: readonly number[],
  bags: WorkBags,
): Float32Array[] {
  const story = bags.context(chapter, context);
  const start = bags.bag(prefix);
  const texts = options.map(({ text }) => bags.bag(text));
  const [overlaps, starts] = [texts.map((bag) => cosine(bag, story)), texts.map((bag) => cosine(bag, start))];
  const [most, mostStart] = [Math.max(...overlaps), Math.max(...starts)];
  return options.map(({ text }, k) =>
    Float32Array.from([
      overlaps[k]!,
      overlaps[k]! - most,
      overlaps[k] === most ? 1 : 0,
      starts[k]!,
      starts[k]! - mostStart,
      Math.log(Math.max(1, wordsOf(text).length)),
      bags.likelihood(text),
    ]),
  );
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

const norms = new WeakMap<Bag, number>();

function norm(bag: Bag): number {
  let known = norms.get(bag);
  if (known === undefined) {
    let sum = 0;
    for (const weight of bag.values()) sum += weight * weight;
    norms.set(bag, (known = Math.sqrt(sum)));
  }
  return known;
}
