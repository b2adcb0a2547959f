import {
  englishLanguage,
  irregularForms,
  type Language,
  likeStems,
  vocabulary as newVocabulary,
  stem,
  stemsOf,
  type Vocabulary,
  withoutAccents,
} from "@plotline/text";

/** What some words count as, word by word, as numbers of forms. */
export interface Forms {
  /** Without accents. */
  readonly spellings: Int32Array;
  /** Like words have one: `papa` is `father`. */
  readonly stems: Int32Array;
  /** Stems of words that carry meaning; -1 for stop words. */
  readonly contentStems: Int32Array;
  /** Their first four letters, so that `depart` and `departure` are one; -1 for stop words. */
  readonly contentStarts: Int32Array;
  /** The first three letters, for names that a play shortens: `VAL.` is Valère. */
  readonly signs: Int32Array;
  readonly isStop: Uint8Array;
  /** Neither a stop word nor too short. */
  readonly mayBeName: Uint8Array;
}

/** Knows what the words of a vocabulary count as, decided once for each. */
export class Lexicon {
  /** What is known of a word is in one place: the words of a chapter are scattered over all of this. */
  private readonly entries: number[] = [];
  private readonly spellings = newVocabulary();
  private readonly beginnings = newVocabulary();
  private readonly stemOf: (word: number) => string;

  /** `stops`: the words that carry no story, where the language has no list of them. */
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly language: Language = englishLanguage,
    private readonly stops: ReadonlySet<string> = language.stopWords ?? new Set(),
  ) {
    this.stemOf = stemsOf(vocabulary);
  }

  /** Numbers of forms are below this. */
  get bound(): number {
    return Math.max(this.spellings.size, this.beginnings.size);
  }

  /** Takes in what the vocabulary has learned since. */
  update(): void {
    const { vocabulary, spellings, beginnings } = this;
    for (let id = this.entries.length / entrySize; id < vocabulary.size; id++) {
      const written = vocabulary.word(id);
      const isPlain = !/[^\0-\x7f]/.test(written);
      const word = isPlain ? written : withoutAccents(written);
      const isStop = this.stops.has(written);
      const { base, counted } =
        this.language === englishLanguage ? this.english(id, word, isPlain) : this.other(written);
      this.entries.push(
        spellings.id(word),
        spellings.id(counted),
        isStop ? -1 : beginnings.id((base ?? word).slice(0, 4)),
        beginnings.id(word.slice(0, 3)),
        (isStop ? stopFlag : 0) | (word.length < 3 || !this.marksNames ? shortFlag : 0),
      );
    }
  }

  /** Whether a capital marks a name. */
  private get marksNames(): boolean {
    return this.language.capitals === "names";
  }

  /** The base of an irregular form, and what the word counts as. */
  private english(id: number, word: string, isPlain: boolean): { base: string | undefined; counted: string } {
    const base = irregularForms.get(word);
    const own = base !== undefined ? stem(base) : isPlain ? this.stemOf(id) : stem(word);
    return { base, counted: likeStems().get(own) ?? own };
  }

  /** Stemmers know accents, but not everybody writes them. */
  private other(written: string): { base: undefined; counted: string } {
    return { base: undefined, counted: withoutAccents(this.language.stem(written)) };
  }

  /** Of words that were taken in. */
  formsOf(words: Int32Array): Forms {
    const part = (offset: number) => words.map((word) => this.entries[word * entrySize + offset]!);
    const [stems, flags] = [part(1), part(4)];
    return {
      spellings: part(0),
      stems,
      contentStems: stems.map((form, k) => ((flags[k]! & stopFlag) === 0 ? form : -1)),
      contentStarts: part(2),
      signs: part(3),
      isStop: Uint8Array.from(flags, (flag) => flag & stopFlag),
      mayBeName: Uint8Array.from(flags, (flag) => (flag === 0 ? 1 : 0)),
    };
  }
}

/** Spelling, stem, start, sign and flags of a word. */
const entrySize = 5;
const stopFlag = 1;
const shortFlag = 2;
