import { Problem } from "@plotline/base";
import { sha256Base64 } from "@plotline/base/sha256";
import type { Chapter, ChapterChoice, Corpus, Work } from "./types.ts";

/**
 * A corpus of chapters that are in memory, for everything that takes an opened one. Works are in
 * the order of their first chapters, the chapters of each by number; a chapter without a summary only adds its story.
 *
 * @example
 * const story = ["Anna shut the door and went.", "It rained."];
 * const corpus = memoryCorpus([{ work: "Anna", number: 0, summary: ["She leaves."], story }]);
 * corpus.works.map(({ title, summarised }) => [title, summarised]); // → [["Anna", [0]]]
 */
export function memoryCorpus(chapters: readonly Chapter[]): Corpus {
  const texts = new Map<string, Map<number, Chapter>>();
  for (const chapter of chapters) {
    const own = texts.get(chapter.work) ?? new Map<number, Chapter>();
    if (own.has(chapter.number)) throw new Problem(`"${chapter.work}" has two chapters ${chapter.number}.`);
    texts.set(chapter.work, own.set(chapter.number, chapter));
  }
  const works = [...texts].map(([title, own]) => workOf(title, [...own.values()]));
  return new MemoryCorpus(works, texts);
}

class MemoryCorpus implements Corpus {
  /** There is none. */
  readonly folder = "";

  constructor(
    readonly works: readonly Work[],
    private readonly texts: ReadonlyMap<string, ReadonlyMap<number, Chapter>>,
  ) {}

  async chapter({ title }: Work, number: number): Promise<Chapter> {
    const found = this.texts.get(title)?.get(number);
    if (found === undefined) throw new Problem(`There is no chapter ${number} of "${title}" in this corpus.`);
    return found;
  }

  async *chapters({ works = this.works, ...choice }: ChapterChoice = {}): AsyncGenerator<Chapter> {
    for (const work of works) for (const number of chosenNumbers(work, choice)) yield await this.chapter(work, number);
  }

  async hash(works: readonly Work[] = this.works): Promise<string> {
    const chapters: Chapter[] = [];
    for await (const chapter of this.chapters({ works, unsummarised: true })) chapters.push(chapter);
    return sha256Base64(JSON.stringify(chapters)).slice(0, 12);
  }
}

/** The chapters of a work that are asked for. */
export function chosenNumbers(work: Work, { unsummarised, goldOnly }: ChapterChoice): readonly number[] {
  return goldOnly ? work.annotated : unsummarised ? work.chapters : work.summarised;
}

function workOf(title: string, chapters: readonly Chapter[]): Work {
  const numbers = (has: (chapter: Chapter) => boolean) =>
    chapters
      .filter(has)
      .map(({ number }) => number)
      .sort((a, b) => a - b);
  return {
    title,
    folder: title,
    kind: undefined,
    split: "train",
    story: {},
    summary: {},
    chapters: numbers(() => true),
    summarised: numbers(({ summary }) => summary.length > 0),
    annotated: numbers(({ gold }) => gold !== undefined),
  };
}
