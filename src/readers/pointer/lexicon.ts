import { stem } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";

/** The words of a work as numbers, each with its stem, in how many paragraphs it is and how often. */
export class Lexicon {
  private readonly numbers = new Map<string, number>();
  private readonly stems: number[] = [];
  private readonly silent: boolean[] = [];
  private readonly documents: number[] = [];
  private readonly counts: number[] = [];
  /** Paragraphs and words read so far. */
  paragraphs = 0;
  total = 0;

  /** The number of a word as it is written, in small letters. */
  number(word: string): number {
    const lower = word.toLowerCase();
    return this.numbers.get(lower) ?? this.add(lower);
  }

  /** The number of its stem; stems are words too. */
  stemOf(number: number): number {
    return this.stems[number]!;
  }

  see(stems: Iterable<number>): void {
    const own = new Set<number>();
    for (const word of stems) {
      this.counts[word]!++;
      this.total++;
      own.add(word);
    }
    for (const word of own) this.documents[word]!++;
    this.paragraphs++;
  }

  count(number: number): number {
    return this.counts[number]!;
  }

  /** What it says that two texts share a stem: nothing for stop words and marks, more the fewer paragraphs have it. */
  weight(number: number): number {
    if (this.silent[number]) return 0;
    return Math.log((this.paragraphs + 1) / (this.documents[number]! + 0.5));
  }

  private add(lower: string): number {
    const number = this.stems.length;
    this.numbers.set(lower, number);
    this.stems.push(number);
    this.silent.push(stopWords.has(lower.replaceAll("’", "'")) || !/^\p{L}{2}/u.test(lower));
    this.documents.push(0);
    this.counts.push(0);
    const short = stem(lower);
    if (short !== lower) this.stems[number] = this.number(short);
    return number;
  }
}
