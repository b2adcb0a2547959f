import { type StoryNumbers, stopWords, storyNumbers, tokens } from "@plotline/text";
import type { NamedChapter, NamedWork } from "../work.ts";

/** Numbers for the words of a work, and how much a shared word says: 0 for stop words, more the rarer it is. */
export class WorkWords {
  private readonly numbers = new Map<string, number>();
  private readonly counts: number[] = [];
  private total = 0;
  private readonly chapters: ReadonlyMap<NamedChapter, StoryNumbers>;

  constructor({ chapters, index }: NamedWork) {
    const count = (word: string) => this.count(word.toLowerCase());
    this.chapters = new Map(chapters.map((each) => [each, storyNumbers(each.chapter.story, index, count)]));
  }

  story(chapter: NamedChapter): StoryNumbers {
    return this.chapters.get(chapter) as StoryNumbers;
  }

  /** The numbers of the words of a point, each once, stop words left out. */
  wordsOf(text: string): Set<number> {
    const found = new Set<number>();
    for (const { text: word } of tokens(text)) {
      const number = this.numbers.get(word.toLowerCase());
      if (number !== undefined && this.weight(number) > 0) found.add(number);
    }
    return found;
  }

  /** What every third word of English has in common is worth nothing; a word used once in a novel about 8. */
  weight(number: number): number {
    const word = this.counts[number];
    return word === undefined || word < 0 ? 0 : Math.max(0, Math.log(this.total / (word + 1)) - 3);
  }

  private count(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      this.numbers.set(word, (number = this.counts.length));
      this.counts.push(/^\p{L}/u.test(word) && !stopWords.has(word) ? 0 : Number.NEGATIVE_INFINITY);
    }
    (this.counts[number] as number)++;
    this.total++;
    return number;
  }
}
