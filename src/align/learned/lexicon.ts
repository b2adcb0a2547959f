import { stem } from "../../text/stem.ts";
import { stemsOf } from "../../text/stems.ts";
import { stopWords } from "../../text/stop-words.ts";
import { vocabulary as newVocabulary, type Vocabulary } from "../../text/vocabulary.ts";

/** What the words of a vocabulary count as, decided once for each; arrays go by word, and hold numbers of forms. */
export class Lexicon {
  /** Without accents: guides and books spell Miüsov, Miusov, Élise, Elise. */
  words = new Int32Array(0);
  stems = new Int32Array(0);
  /** The first four letters: `depart` and `departure` are one. */
  starts = new Int32Array(0);
  /** The first three, for names that a play shortens: `VAL.` speaks for Valère. */
  signs = new Int32Array(0);
  stops = new Uint8Array(0);
  /** Too short for a name. */
  shorts = new Uint8Array(0);
  private known = 0;
  private readonly numbers = newVocabulary();
  private readonly stemOf: (word: number) => string;

  constructor(private readonly vocabulary: Vocabulary) {
    this.stemOf = stemsOf(vocabulary);
  }

  /** How many forms there are. */
  get forms(): number {
    return this.numbers.size;
  }

  /** Takes in what the vocabulary has learned since. */
  update(): void {
    if (this.vocabulary.size > this.words.length) this.grow(this.vocabulary.size * 2);
    for (; this.known < this.vocabulary.size; this.known++) {
      const written = this.vocabulary.word(this.known);
      const isPlain = !/[^\0-\x7f]/.test(written);
      const word = isPlain ? written : written.normalize("NFD").replace(/\p{M}/gu, "");
      this.words[this.known] = this.numbers.id(word);
      this.stems[this.known] = this.numbers.id(isPlain ? this.stemOf(this.known) : stem(word));
      this.starts[this.known] = this.numbers.id(word.slice(0, 4));
      this.signs[this.known] = this.numbers.id(word.slice(0, 3));
      this.stops[this.known] = stopWords.has(written) ? 1 : 0;
      this.shorts[this.known] = word.length < 3 ? 1 : 0;
    }
  }

  private grow(size: number): void {
    this.words = larger(this.words, new Int32Array(size));
    this.stems = larger(this.stems, new Int32Array(size));
    this.starts = larger(this.starts, new Int32Array(size));
    this.signs = larger(this.signs, new Int32Array(size));
    this.stops = larger(this.stops, new Uint8Array(size));
    this.shorts = larger(this.shorts, new Uint8Array(size));
  }
}

function larger<T extends Int32Array | Uint8Array>(old: T, made: T): T {
  made.set(old);
  return made;
}
