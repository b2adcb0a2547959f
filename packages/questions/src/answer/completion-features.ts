import { memo, sumOf } from "@plotline/base";
import { stopWords, tokens } from "@plotline/text";
import type { CompletionItem } from "../completion.ts";
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
export const completionFeatures = memo((sitting: CompletionSitting): readonly (readonly CompletionFeatures[])[] =>
  sitting.questions.map((item) => featuresOf(sitting, item)),
);

function featuresOf(sitting: CompletionSitting, item: CompletionItem): CompletionFeatures[] {
  const bags = bagsOf(sitting.work);
  const context = contextOf(sitting, item);
  const { story } = sitting.chapter.chapter;
  const bagOf = (isSeen: (paragraph: number) => boolean) =>
    bags.context(sitting.chapter, sitting.alignment === noContext ? [] : [...story.keys()].filter(isSeen));
  const [own, around, whole] = [
    bagOf((k) => context.includes(k)),
    bagOf((k) => context.some((place) => Math.abs(place - k) <= surroundings)),
    bagOf(() => true),
  ];
  const joins = junctions(sitting.work);
  return item.options.map(({ text }) => {
    const bag = bags.of(text);
    return {
      // Rounded, so that the same weights added in another order are a tie.
      withContext: Math.fround(cosine(bag, own)),
      withSurroundings: Math.fround(cosine(bag, around)),
      withChapter: Math.fround(cosine(bag, whole)),
      junction: joins(item.prefix, text),
    };
  });
}

/** Paragraphs to each side. */
const surroundings = 3;

const bagsOf = memo((work: NamedWork) => new WorkBags(work));

type Bag = ReadonlyMap<string, number>;

/** The words of a work: how rare each is, and bags of them, weighted so. */
class WorkBags {
  private readonly counts = new Map<string, number>();
  private readonly paragraphs = new Map<NamedChapter, Bag[]>();
  private total = 0;
  /** Of a chapter: points share paragraphs. */
  private contexts = new Map<string, Bag>();
  /** The continuations of a chapter are options again and again. */
  private readonly known = new Map<string, Bag>();

  constructor(work: NamedWork) {
    for (const { chapter } of work.chapters)
      for (const paragraph of chapter.story)
        for (const word of wordsOf(paragraph)) {
          this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
          this.total++;
        }
  }

  of(text: string): Bag {
    let bag = this.known.get(text);
    if (bag === undefined) this.known.set(text, (bag = this.bag(wordsOf(text))));
    return bag;
  }

  /** The story paragraphs of a context together. */
  context(chapter: NamedChapter, context: readonly number[]): Bag {
    if (!this.paragraphs.has(chapter)) {
      this.paragraphs.set(
        chapter,
        chapter.chapter.story.map((text) => this.bag(wordsOf(text))),
      );
      this.contexts.clear();
    }
    const key = `${chapter.chapter.number}:${context.join(" ")}`;
    const known = this.contexts.get(key);
    if (known !== undefined) return known;
    const bag = new Map<string, number>();
    for (const paragraph of context)
      for (const [word, weight] of this.paragraphs.get(chapter)?.[paragraph] ?? [])
        bag.set(word, (bag.get(word) ?? 0) + weight);
    this.contexts.set(key, bag);
    return bag;
  }

  private bag(words: readonly string[]): Bag {
    const bag = new Map<string, number>();
    for (const word of words) if (!stopWords.has(word)) bag.set(word, (bag.get(word) ?? 0) + this.weight(word));
    return bag;
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
