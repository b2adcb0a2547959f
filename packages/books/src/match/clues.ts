import type { ChapterAddress } from "@plotline/align";
import { groupedBy, logistic, sumOf } from "@plotline/base";
import { addressesOf, shortAddress } from "@plotline/corpus";
import type { Content } from "./content.ts";
import { BookWords, type Fit } from "./fit.ts";
import { type Label, readLabel, titleLikeness } from "./label.ts";
import type { BookChapter, Clue, GuidePoint, GuideSection, Match } from "./match.ts";
import { bestPath, type Choice, type PathScores, type Run } from "./path.ts";
import { agree, assumedPlaces, chapterPlaces, type Place, places } from "./place.ts";

/** The weights of the clues, as logarithms of odds; chosen on guides that were relabelled, thinned and merged in known ways. */
export const matchWeights = {
  number: 2,
  otherNumber: -0.5,
  assumedNumber: 1.5,
  otherAssumedNumber: -0.5,
  /** The book prints no numbers, and the guide's last number is not the number of its chapters. */
  doubtfulNumber: 0.5,
  title: 5,
  special: 3,
  content: 1.8,
  /** For each chapter more or less than a section says, or than one. */
  length: -4,
  skip: -2,
  onTime: 1.5,
  anyTime: -1.5,
  /** What numbers count for when most of the first matches agree with them, and when hardly any do. */
  trusted: 3,
  distrusted: 0,
  sure: 0.95,
  /** The least share of matches that the words must support; the lowest of the published corpus is .53. */
  fitting: 0.25,
  /**
   * How likely a match is right, as the logarithm of odds: what its names and words say for the book and the chapter, or against
   * them, how much better another chapter fits (in BM25), whether the section there fits this chapter best in turn, and its
   * title. A logistic regression over guides of the open corpus whose sections have one point to all, some of them exchanged or
   * of another book; `base` is for guides in which few are, and `strange` is steeper, for words of no book at all.
   */
  right: { base: 3.1, fit: 0.38, mostFit: 12, strange: 1.3, lead: -0.37, exchanged: -3, title: 0.7 },
};

/** An unnumbered section covers up to this many chapters, a numbered one those that it names. */
const longestUnnumbered = 4;

const unnumbered = readLabel("");

/** All clues for and against a section covering some chapters. */
export class Clues {
  private readonly labels: readonly Label[];
  private readonly headings: readonly (Label | undefined)[];
  private readonly sectionPlaces: readonly (Place | undefined)[];
  private readonly chapterPlaces: readonly (Place | undefined)[];
  /** The book prints no numbers: its chapters are counted instead. */
  private readonly assumed: boolean;
  /** The guide's numbers go as far as the book's chapters. */
  private readonly countsAlike: boolean;
  private trust = 1;
  private choices: (Choice | undefined)[] = [];
  private readonly words: BookWords;
  private readonly addresses: readonly ChapterAddress[];
  private readonly wholeParts: readonly ({ from: number; to: number } | undefined)[];
  /** The guide goes by parts (acts, books), the book by chapters, and the book does not say which belong together. */
  private readonly coarse: boolean;

  constructor(
    private readonly sections: readonly GuideSection<GuidePoint>[],
    private readonly chapters: readonly BookChapter[],
    private readonly content: Content,
    work: string,
  ) {
    this.words = new BookWords(chapters);
    this.addresses = addressesOf(chapters.map(({ heading }) => heading ?? ""));
    this.labels = sections.map(({ name }) => readLabel(name, work));
    this.headings = chapters.map(({ heading }) => (heading === undefined ? undefined : readLabel(heading, work)));
    const own = chapterPlaces(this.headings.map((label) => label ?? unnumbered));
    this.assumed = own.every((place) => place === undefined);
    this.chapterPlaces = this.assumed ? assumedPlaces(chapters.length) : own;
    this.wholeParts = this.labels.map((label) => this.partOf(label));
    this.coarse = this.isCoarse();
    this.sectionPlaces = this.rebased(places(this.labels.map((label, i) => (this.wholeParts[i] ? unnumbered : label))));
    const last = this.sectionPlaces.findLast((place) => place !== undefined)?.runningLast;
    this.countsAlike = last === chapters.length;
  }

  /**
   * Found twice: the share of the first matches whose numbers agree decides how far the second trusts numbers. A guide that
   * counts otherwise than the book is matched without them.
   */
  path(): (Choice | undefined)[] {
    this.choices = bestPath(this.scores());
    if (this.assumed && !this.countsAlike) return this.choices;
    const numbered = this.choices.flatMap((choice, i) => (choice && this.numberScore(i, choice.from, choice.to)) ?? []);
    const agreeing =
      numbered.filter((score) => score > 0).length / Math.max(1, numbered.filter((score) => score !== 0).length);
    this.trust = agreeing >= 0.7 ? matchWeights.trusted : agreeing <= 0.3 ? matchWeights.distrusted : 1;
    if (this.trust !== 1) this.choices = bestPath(this.scores());
    return this.choices;
  }

  private scores(): PathScores {
    const runs = this.sections.map((_, i) => this.runs(i));
    return {
      sections: this.sections.length,
      chapters: this.chapters.length,
      runs: (i) => runs[i]!,
      skip: () => matchWeights.skip,
      gap: (i) => this.gap(i),
      onTime: matchWeights.onTime,
      anyTime: matchWeights.anyTime,
    };
  }

  isOverview(i: number): boolean {
    return this.labels[i]?.special === "overview" && this.chapters.length > 1;
  }

  /** A match is only as sure as its content: numbers and order say nothing where the words speak of something else. */
  verdict(i: number, choice: Choice, inOrder: boolean): Pick<Match, "clues" | "confidence" | "sure" | "why"> {
    const { from, to, probability } = choice;
    const clues = this.cluesFor(i, from, to);
    const fit = this.words.fit(this.sections[i]!, from, to);
    const { right } = matchWeights;
    const confidence =
      probability *
      logistic(
        right.base +
          right.fit * Math.max(0, Math.min(right.mostFit, fit.odds)) +
          right.strange * Math.min(0, fit.odds) +
          right.lead * this.content.lead(i, from, to) +
          (this.isExchanged(i, choice) ? right.exchanged : 0) +
          (clues.includes("title") ? right.title : 0),
      );
    if (inOrder) clues.push("order");
    const sure = confidence >= matchWeights.sure && clues.length > 0;
    return { clues, confidence, sure, ...(!sure && { why: this.reason(i, choice, fit) }) };
  }

  /** The section that took the chapter that fits this one best fits this one's chapter best. */
  private isExchanged(i: number, choice: Choice): boolean {
    const best = this.content.best(i);
    const other = this.choices.findIndex((each) => each !== undefined && contains(each, best));
    return other >= 0 && other !== i && contains(choice, this.content.best(other));
  }

  private reason(i: number, choice: Choice, { probability, strangers }: Fit): string {
    const isStrange = probability < matchWeights.sure;
    if (isStrange && strangers.length > 1) return `its names (${strangers.slice(0, 3).join(", ")}) are not in the book`;
    const best = this.content.best(i);
    if (!contains(choice, best)) return `its wording is closer to ${shortAddress(this.addresses[best]!)}`;
    return isStrange ? "its wording is not that of the chapter" : "other chapters fit nearly as well";
  }

  private cluesFor(i: number, from: number, to: number): Clue[] {
    const found: Clue[] = [];
    if (this.numberScore(i, from, to) > 0) found.push("number");
    if (this.titleScore(i, from, to) > 1) found.push("title");
    if (contains({ from, to }, this.content.best(i))) found.push("content");
    return found;
  }

  private runs(i: number): Run[] {
    if (this.isOverview(i) || this.sections[i]!.points.length === 0) return [];
    const wanted = this.sayLength(i);
    const longest = wanted ?? this.longestRun();
    const runs: Run[] = [];
    for (let from = 0; from < this.chapters.length; from++) {
      for (let to = from; to < Math.min(this.chapters.length, from + longest); to++) {
        const odd = this.coarse ? 0 : Math.abs(to - from + 1 - (wanted ?? 1));
        if (wanted !== undefined && odd > 1 && to > from) continue;
        runs.push({ from, to, score: this.score(i, from, to) + odd * matchWeights.length });
      }
    }
    return runs;
  }

  private score(i: number, from: number, to: number): number {
    const fit = Math.max(-2, Math.min(6, this.content.score(i, from, to)));
    return this.trust * this.numberScore(i, from, to) + this.titleScore(i, from, to) + matchWeights.content * fit;
  }

  private numberScore(i: number, from: number, to: number): number {
    const part = this.wholeParts[i];
    if (part) return part.from === from && part.to === to ? matchWeights.number : matchWeights.otherNumber;
    const [section, first, last] = [this.sectionPlaces[i], this.chapterPlaces[from], this.chapterPlaces[to]];
    if (section === undefined) return 0;
    const agrees = first !== undefined && last !== undefined && agree(section, first, last);
    if (this.assumed && !this.countsAlike) return agrees ? matchWeights.doubtfulNumber : 0;
    if (this.assumed) return agrees ? matchWeights.assumedNumber : matchWeights.otherAssumedNumber;
    return agrees ? matchWeights.number : matchWeights.otherNumber;
  }

  private titleScore(i: number, from: number, to: number): number {
    const label = this.labels[i]!;
    let best = 0;
    for (let j = from; j <= to; j++) {
      const heading = this.headings[j];
      if (heading === undefined) continue;
      if (label.special !== undefined && label.special === heading.special) best = Math.max(best, matchWeights.special);
      best = Math.max(best, matchWeights.title * titleLikeness(label.title, heading.title));
    }
    return best;
  }

  /**
   * A guide that counts anew in each part, of a book that counts through: how many chapters are before a part is what the
   * words of its sections fit best, since the guide may leave out the last chapters of the part before.
   */
  private rebased(claimed: readonly (Place | undefined)[]): (Place | undefined)[] {
    const parts = groupedBy(
      [...claimed.keys()].filter((i) => claimed[i]?.part !== undefined),
      (i) => claimed[i]!.part,
    );
    if (parts.size < 2 || this.chapterPlaces.some((place) => place?.part !== undefined)) return [...claimed];
    const at = new Map(this.chapterPlaces.map((place, j) => [place?.runningFirst, j]));
    const result = [...claimed];
    let before = 0;
    for (const sections of parts.values()) {
      const fit = (base: number) =>
        sumOf(sections, (i) => {
          const [from, to] = [at.get(base + claimed[i]!.first), at.get(base + claimed[i]!.last)];
          return from === undefined || to === undefined || to < from ? -2 : this.content.score(i, from, to);
        });
      const bases = Array.from({ length: Math.max(1, this.chapters.length - before) }, (_, k) => before + k);
      const base = before === 0 ? 0 : bases.reduce((best, each) => (fit(each) > fit(best) ? each : best));
      for (const i of sections) {
        const { first, last } = claimed[i]!;
        result[i] = { ...claimed[i]!, part: undefined, runningFirst: base + first, runningLast: base + last };
        before = Math.max(before, base + last);
      }
    }
    return result;
  }

  /** "Act 2" of a guide, when the book prints acts above its scenes: the chapters of that act. */
  private partOf({ unit, numbers }: Label): { from: number; to: number } | undefined {
    if (unit !== "part" || numbers === undefined) return undefined;
    const isIn = (place: Place | undefined) =>
      place?.part !== undefined && place.part >= numbers.first && place.part <= numbers.last;
    const [from, to] = [this.chapterPlaces.findIndex(isIn), this.chapterPlaces.findLastIndex(isIn)];
    return from < 0 ? undefined : { from, to };
  }

  private isCoarse(): boolean {
    const parts = this.labels.filter(({ unit }) => unit === "part").length;
    return parts > 0 && parts >= this.sections.length - 2 && this.chapters.length >= 1.5 * this.sections.length;
  }

  private longestRun(): number {
    const [sections, chapters] = [this.sections.length, this.chapters.length];
    if (this.coarse) return Math.ceil((3 * chapters) / sections);
    return Math.min(longestUnnumbered, 1 + Math.max(0, chapters - sections));
  }

  /** How many chapters a section says that it covers; undefined where it says nothing. */
  private sayLength(i: number): number | undefined {
    const part = this.wholeParts[i];
    if (part) return part.to - part.from + 1;
    if (this.coarse) return undefined;
    const place = this.sectionPlaces[i];
    return place && place.last - place.first + 1;
  }

  private gap(i: number): number {
    const [before, here] = [this.sectionPlaces[i - 1], this.sectionPlaces[i]];
    if (before === undefined || here === undefined) return 1;
    return Math.max(1, here.runningFirst - before.runningLast);
  }
}

function contains({ from, to }: Pick<Run, "from" | "to">, chapter: number): boolean {
  return chapter >= from && chapter <= to;
}
