import { logistic } from "@plotline/base";
import type { BookChapter, GuidePoint, GuideSection } from "./match.ts";

/** How well a section's names and words fit the book, and the chapters that it was given. */
export interface Fit {
  /** How likely it is about this book, from 0 to 1, by its words alone; and the logarithm of those odds. */
  readonly probability: number;
  readonly odds: number;
  /** Names of the section that the book has nowhere. */
  readonly strangers: readonly string[];
}

/**
 * Each name of the section that the book has counts for it, each name it lacks counts against it; so does the share of its longer
 * words that are in the chapter. Measured on the open corpus, with each chapter's own summary (of whose names 95 % are in the
 * book, of whose words 52 %) and with that of another book (20 %, 25 %).
 */
export class BookWords {
  private readonly chapters: readonly ReadonlySet<string>[];
  private readonly all = new Set<string>();

  constructor(chapters: readonly BookChapter[]) {
    this.chapters = chapters.map(({ story }) => new Set(story.flatMap((paragraph) => stemsOf(paragraph))));
    for (const words of this.chapters) for (const word of words) this.all.add(word);
  }

  fit(section: GuideSection<GuidePoint>, from: number, to: number): Fit {
    const points = section.points.map(({ text }) => text);
    const words = [...new Set(points.flatMap((point) => stemsOf(point, fitWeights.longWord)))];
    const names = namesIn(points).slice(0, fitWeights.mostNames);
    // Too little to judge by, or a script without spaces between words.
    if (words.length + names.length < fitWeights.leastWords || isUnspaced(words))
      return { probability: 1, odds: Number.POSITIVE_INFINITY, strangers: [] };
    const own = this.chapters.slice(from, to + 1);
    const shared = words.filter((word) => own.some((chapter) => chapter.has(word))).length / Math.max(1, words.length);
    const strangers = names.filter((name) => !stemsOf(name).some((stem) => this.all.has(stem)));
    const odds =
      fitWeights.prior +
      fitWeights.known * (names.length - strangers.length) +
      fitWeights.unknown * strangers.length +
      fitWeights.shared * (shared - fitWeights.usual);
    return { probability: logistic(odds), odds, strangers };
  }
}

/** Logarithms of odds, from the shares above; a guide is that of the book more often than not. */
const fitWeights = {
  prior: 2,
  known: Math.log(0.95 / 0.2),
  unknown: Math.log(0.05 / 0.8),
  shared: 14,
  usual: 0.37,
  mostNames: 8,
  /** Words of this many letters say something of their own. */
  longWord: 5,
  leastWords: 4,
};

/** Capitalised words inside of sentences. */
function namesIn(points: readonly string[]): string[] {
  const found = points.flatMap((point) => point.match(/(?<=[\p{Ll}\p{N},;:'’”")] )\p{Lu}\p{L}{2,}/gu) ?? []);
  return [...new Set(found)];
}

/** Words without accents and endings: their first six letters. */
function stemsOf(text: string, least = 3): string[] {
  const words =
    text
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.filter((word) => word.length >= least).map((word) => word.slice(0, 6));
}

function isUnspaced(words: readonly string[]): boolean {
  return words.some((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word));
}
