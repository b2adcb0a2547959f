/** The first numbers of every word list: special tokens. */
export const special = { unknown: 0, start: 1, end: 2, mask: 3 } as const;
const specialCount = Object.keys(special).length;

/** How many words a list has, the most frequent first, and how often a word must occur. */
const [most, least] = [20_000, 3];
/** How many entities of one example can be distinguished; each has an embedding of its own. */
const usualMarkers = 256;

/** The vocabulary of a model: words, then markers. Both are rows of one table. */
export class WordList {
  private readonly numbers: ReadonlyMap<string, number>;

  /** `words` are in the order of their numbers, from the first after the special ones. */
  constructor(
    readonly words: readonly string[],
    readonly markers: number,
  ) {
    this.numbers = new Map(words.map((word, place) => [word, place + specialCount]));
  }

  /** Words with their counts, by count and then by spelling. */
  static of(counts: ReadonlyMap<string, number>): WordList {
    const frequent = [...counts].filter(([, count]) => count >= least);
    frequent.sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
    return new WordList(
      frequent.slice(0, most).map(([word]) => word),
      usualMarkers,
    );
  }

  /** The number of a word in lower case; 0 where it is not in the list. */
  number(word: string): number {
    return this.numbers.get(word) ?? special.unknown;
  }

  word(number: number): string {
    return this.words[number - specialCount] ?? "";
  }

  get firstMarker(): number {
    return specialCount + this.words.length;
  }

  /** Words and markers together: the rows of the table. */
  get size(): number {
    return this.firstMarker + this.markers;
  }
}
