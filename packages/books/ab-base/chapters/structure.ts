import { sumOf } from "@plotline/base";
import type { Block } from "@plotline/formats";
import type { Aims } from "./aims.ts";
import { completed } from "./complete-run.ts";
import type { Contents, Headings } from "./contents.ts";
import {
  isAimed,
  marksOutside,
  withHoldingWords,
  withoutSectionWords,
  withoutStrayParts,
  withoutStrayWord,
} from "./counted-marks.ts";
import type { Heading } from "./heading-forms.ts";
import { letterTitles } from "./letters.ts";
import { structureLimits } from "./limits.ts";
import { divisionRuns, numberRun } from "./number-run.ts";
import { withoutBookInSmall, withoutNotesAgain } from "./repeats.ts";
import { bestRun, type Mark, type Run, type Surroundings } from "./runs.ts";
import { withoutNotes, withoutSections, withoutStanzas } from "./stray-marks.ts";
import { surroundings } from "./surroundings.ts";
import { aimedTitles, detached, isNumberedChapter, setTitles, titlesOf } from "./titles.ts";
import type { Title } from "./unnumbered-headings.ts";
import { chapterNumbers, keywordsOrNumbers } from "./words-or-numbers.ts";

const limits = {
  /** A contents list is that of the chapters when this share of it is found, and no more of its entries hold others. */
  listed: 0.75,
  leastListed: 4,
  listedHolders: 0.5,
  /** Chapters with a word, over this share of the book: the letters in them are not the chapters. */
  spread: 0.6,
} as const;

/** What divides a book: the headings of its chapters, and those of the parts that hold them. */
export interface Structure {
  /** Divided into acts and scenes, as plays are. */
  readonly scenic: boolean;
  readonly leaves: readonly Mark[];
  readonly divisions: readonly Mark[];
  /** Headings without a number, from the contents list, HTML or the setting. */
  readonly titles: readonly Title[];
  readonly around: Surroundings;
}

/** One way to read the headings of a book. */
export interface Reading {
  /** Only the headings count that the contents list names. */
  readonly aims?: Aims;
  /** Which headings are the chapters', where several have a claim; otherwise what is usual decides. */
  readonly prefer?: "words" | "numbers" | "titles";
}

/** A structure as far as it is known: what its steps look at. */
export interface Draft extends Structure {
  readonly blocks: readonly Block[];
  readonly headings: Headings;
  readonly contents: Contents;
  readonly reading: Reading;
  /** The headings that this reading counts, outside of lists and notes. */
  readonly marks: readonly Mark[];
  /** The best run of each kind of heading. */
  readonly scenes: Run;
  readonly keywords: Run;
  readonly numbers: Run;
}

/**
 * Reads the headings of a book in one way: which of them count, which runs they make, whether they are a play's, which
 * headings have no number, and which run is the chapters'. Letters without numbers are chapters where no run is.
 */
export function findStructure(
  blocks: readonly Block[],
  headings: Headings,
  contents: Contents,
  reading: Reading = {},
): Structure {
  const book = { blocks, headings, contents, reading };
  const counted = countedMarks(book);
  const runs = runsOf(counted);
  const scenic = areScenic(runs);
  const titles = scenic ? [] : unnumbered(book).filter(({ block }) => !counted.dropped.has(block));
  const draft: Draft = { ...book, ...counted, ...runs, scenic, titles, leaves: [] };
  const letters = lettersOf(draft);
  if (letters.length > 0) return structureOf(draft, [], letters);
  const leaves = (scenic ? stepsOfPlay : steps).reduce((found, step) => step(found, draft), firstLeaves(draft));
  return structureOf(draft, leaves, ownTitles(draft, leaves));
}

/** One of the things that are put right in the headings of the chapters. */
type Step = (leaves: readonly Mark[], draft: Draft) => readonly Mark[];

const steps: readonly Step[] = [withoutStanzas, withoutNotesAgain, withoutStrayWord, completed, onlyListed];
const stepsOfPlay: readonly Step[] = [withoutNotesAgain];

function structureOf(
  { scenic, divisions, around }: Draft,
  leaves: readonly Mark[],
  titles: readonly Title[],
): Structure {
  return { scenic, leaves, divisions, titles, around };
}

type Source = Pick<Draft, "blocks" | "headings" | "contents" | "reading">;

interface Counted extends Pick<Draft, "marks" | "around"> {
  /** The blocks of headings that are among notes. */
  readonly dropped: ReadonlySet<number>;
}

/** The headings that count in this reading, and what is around them. */
function countedMarks({ blocks, headings, contents, reading: { aims } }: Source): Counted {
  const aimed = marksOutside(headings, contents).filter(({ block, heading }) => isAimed(block, heading, aims));
  const outside = withHoldingWords(withoutBookInSmall(aimed, blocks));
  const around = surroundings(blocks, outside, contents);
  const marks = withoutNotes(outside, headings, blocks.length, around);
  const dropped = new Set(outside.filter((mark) => !marks.includes(mark)).map(({ block }) => block));
  return { marks, around, dropped };
}

type Runs = Pick<Draft, "scenes" | "keywords" | "numbers" | "divisions">;

function runsOf({ marks, around }: Counted): Runs {
  const runOf = (chosen: (heading: Heading) => boolean) =>
    bestRun(
      marks.filter(({ heading }) => chosen(heading)),
      around,
    );
  const keywords = bestRun(withoutSectionWords(marks.filter(({ heading }) => heading.class === "leaf")), around);
  return {
    scenes: runOf(({ class: kind }) => kind === "scene"),
    keywords,
    numbers: numberRun(runOf, around),
    divisions: withoutSections(divisionRuns(withoutStrayParts(marks, around), around), keywords.marks),
  };
}

/** More acts and scenes than anything else: "The First Scene" may be a part of a novel (No Name). */
function areScenic({ scenes, keywords, numbers, divisions }: Runs): boolean {
  const acts = divisions.filter(({ heading }) => heading.class === "act").length;
  const rivals = acts > 0 ? keywords.marks.length : Math.max(keywords.marks.length, numbers.marks.length);
  return acts + scenes.marks.length >= Math.max(2, rivals);
}

/** The headings without a number: those that the list names, in a reading that goes by it; otherwise all. */
function unnumbered({ blocks, headings, contents, reading: { aims, prefer } }: Source): Title[] {
  return aims === undefined
    ? titlesOf(blocks, contents, headings)
    : aimedTitles(blocks, headings, aims, prefer === "titles");
}

function lettersOf({ blocks, contents, around, scenic, reading, keywords, numbers }: Draft): Title[] {
  const isCounted = [keywords, numbers].some(({ marks }) => spans(marks, blocks.length, around));
  return scenic || isCounted || reading.aims !== undefined ? [] : letterTitles(blocks, around, contents);
}

/** The run that is the chapters': the one that is preferred, or the one that books of its kind go by. */
function firstLeaves(draft: Draft): readonly Mark[] {
  const { scenic, scenes, keywords, numbers, reading } = draft;
  if (scenic) return scenes.marks;
  if (reading.prefer === "titles") return [];
  if (reading.prefer === "words") return keywords.marks;
  return reading.prefer === "numbers" ? chapterNumbers(numbers, draft) : keywordsOrNumbers(keywords, numbers, draft);
}

/** The headings without a number that begin something of their own; by how they are set, where nothing else divides the book. */
function ownTitles({ scenic, reading, titles, divisions, blocks, contents }: Draft, leaves: readonly Mark[]): Title[] {
  const isDivided = scenic || leaves.length > 0 || titles.length >= 2 || reading.aims !== undefined;
  const own = isDivided ? titles : setTitles(blocks, contents, divisions);
  return detached(own, blocks, [...leaves, ...divisions]);
}

/** These chapters are all through the book. */
function spans(marks: readonly Mark[], end: number, around: Surroundings): boolean {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || marks.length < structureLimits.leastNamedChapters) return false;
  return around.between(first.block, last.block) > limits.spread * around.between(-1, end);
}

/**
 * Where the contents list names the chapters and is found in the book, headings that it does not name are sections of
 * those; unless most of what it names holds such headings, and so are parts.
 */
function onlyListed(
  leaves: readonly Mark[],
  { reading, marks, contents: { entries }, titles, blocks, around }: Draft,
): readonly Mark[] {
  if (reading.aims !== undefined) return leaves;
  const listed = titles.filter(({ entry }) => entry !== undefined);
  const promised = entries.filter(({ heading }) => heading === undefined || isNumberedChapter(heading));
  if (listed.length < limits.leastListed || listed.length < limits.listed * promised.length) return leaves;
  const at = new Set(listed.flatMap(({ block }) => [block, block - 1]));
  const unlisted = leaves.filter(({ block }) => !at.has(block));
  const nextOf = ({ block }: Title) => listed.find((other) => other.block > block)?.block ?? blocks.length;
  const holders = listed.filter((title) =>
    unlisted.some((mark) => mark.block > title.block && mark.block < nextOf(title)),
  );
  if (unlisted.length < leaves.length / 2 || leaves.length === 0) return leaves;
  const held = sumOf(holders, (title) => around.between(title.block, nextOf(title)));
  const most = held > limits.listedHolders * around.between(listed[0]!.block, blocks.length);
  if (holders.length > limits.listedHolders * listed.length || most) return leaves;
  return marks.filter(({ block, heading }) => at.has(block) && isNumberedChapter(heading));
}
