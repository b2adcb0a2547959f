import { stopWords } from "../text/stop-words.ts";
import { tokens } from "../text/tokens.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/**
 * The story of a chapter as numbers: a word's number, or -1 - entity where an entity is named (one place, however many
 * words its name has). Paragraph k is the places from `starts[k]` to before `starts[k + 1]`.
 */
export interface StoryWords {
  readonly words: Int32Array;
  readonly starts: Int32Array;
  /** The places of all mentions, with the entity and the paragraph of each. */
  readonly places: Int32Array;
  readonly entities: Int32Array;
  readonly paragraphs: Int32Array;
}

/** Numbers for the words of a work, and how much a shared word says: 0 for stop words, more the rarer it is. */
export class WorkWords {
  private readonly numbers = new Map<string, number>();
  private readonly counts: number[] = [];
  private total = 0;
  private readonly chapters = new Map<NamedChapter, StoryWords>();

  constructor(private readonly work: NamedWork) {
    for (const chapter of work.chapters) this.chapters.set(chapter, this.readChapter(chapter));
  }

  story(chapter: NamedChapter): StoryWords {
    return this.chapters.get(chapter) as StoryWords;
  }

  /** The numbers of the words of a bullet, each once, stop words left out. */
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

  private readChapter({ chapter }: NamedChapter): StoryWords {
    const words: number[] = [];
    const starts = [0];
    const mentions: { place: number; entity: number; paragraph: number }[] = [];
    chapter.story.forEach((text, paragraph) => {
      const named = this.work.index.known(text).filter(({ entity }) => entity !== undefined);
      let next = 0;
      for (const token of tokens(text)) {
        while (next < named.length && (named[next]?.end ?? 0) <= token.start) next++;
        const mention = named[next];
        if (mention === undefined || token.start < mention.start) words.push(this.count(token.text));
        else if (token.start === mention.start) {
          mentions.push({ place: words.length, entity: mention.entity as number, paragraph });
          words.push(-1 - (mention.entity as number));
        }
      }
      starts.push(words.length);
    });
    return {
      words: Int32Array.from(words),
      starts: Int32Array.from(starts),
      places: Int32Array.from(mentions, ({ place }) => place),
      entities: Int32Array.from(mentions, ({ entity }) => entity),
      paragraphs: Int32Array.from(mentions, ({ paragraph }) => paragraph),
    };
  }

  private count(token: string): number {
    const word = token.toLowerCase();
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
