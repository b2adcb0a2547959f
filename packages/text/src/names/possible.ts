import { Flag, isTitle, notNames, particles } from "./lexicon.ts";
import type { Counts, Word, WorkWords } from "./work-words.ts";

/** Which words of a work may be names, by how it uses them. */
export class PossibleNames {
  constructor(
    private readonly vocabulary: WorkWords,
    private readonly speakers: ReadonlySet<string>,
  ) {}

  /** No calendar, no nation, no lone title, no word that the work mostly writes small. */
  mayBeName(words: readonly Word[]): boolean {
    const inner = words.filter(({ lower }) => !particles.has(lower));
    if (inner.length === 0 || inner.every((word) => isCommon(word))) return false;
    if (words.some(({ surface }) => /^[.!?,;:“”"]$/.test(surface))) return false;
    const [only] = inner;
    if (inner.length > 1 || only === undefined) return true;
    if (only.flags & (Flag.placeSuffix | Flag.organisationSuffix) && !this.isSpeaker(only)) return false;
    if (this.isSpeaker(only)) return true;
    return (
      !this.isKind(only) &&
      !this.isTitleOfOne(only) &&
      only.counts.lower < 2 * (only.counts.inside + only.counts.upper) + 1
    );
  }

  /** "A Samana", "the Samanas": what comes after "a" is a kind, not a name, however it is written. */
  private isKind(word: Word): boolean {
    const single = word.key.endsWith("s") ? this.vocabulary.counted(word.key.slice(0, -1)) : undefined;
    if (single !== undefined && isSmall(single) && word.counts.inside < 5 && word.counts.afterTitle === 0) return true;
    return [word.counts, single].some((counts) => {
      if (counts === undefined) return false;
      const seen = counts.inside + counts.initial;
      return counts.afterA >= 2 && counts.afterA > 0.1 * seen;
    });
  }

  /** "The Game", "the Committee": a common word that the work writes large when it means one of them. */
  private isTitleOfOne({ counts }: Word): boolean {
    return counts.lower >= 2 && counts.afterTitle === 0 && isAfterThe(counts);
  }

  /** "The Minister": no person's name, who has another. */
  isOffice([only, ...more]: readonly Word[]): boolean {
    return only !== undefined && more.length === 0 && !this.isSpeaker(only) && isAfterThe(only.counts);
  }

  /** Whether the word alone is how the play calls one who speaks. */
  isSpeaker({ plain }: Word): boolean {
    return this.speakers.has(plain);
  }
}

function isCommon({ key }: Word): boolean {
  return notNames.has(key) || isTitle(key) || key.length < 2;
}

function isAfterThe({ afterThe, inside, initial }: Counts): boolean {
  return afterThe > 0.6 * (inside + initial);
}

/** A word that the work mostly writes in small letters. */
function isSmall({ lower, inside, upper }: Counts): boolean {
  return lower >= 2 && lower > inside + upper;
}
