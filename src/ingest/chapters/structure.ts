import type { Block } from "../blocks/block.ts";
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
import { bestRun, type Mark, type Surroundings } from "./runs.ts";
import { withoutNotes, withoutSections, withoutStanzas } from "./stray-marks.ts";
import { surroundings } from "./surroundings.ts";
import { aimedTitles, detached, isLeafLike, setTitles, titlesOf } from "./titles.ts";
import type { Title } from "./unnumbered-headings.ts";
import { chapterNumbers, keywordsOrNumbers, type Setting } from "./words-or-numbers.ts";

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

export function findStructure(
  blocks: readonly Block[],
  headings: Headings,
  contents: Contents,
  { aims, prefer }: Reading = {},
): Structure {
  const listed = marksOutside(headings, contents).filter(({ block, heading }) => isAimed(block, heading, aims));
  const outside = withHoldingWords(withoutBookInSmall(listed, blocks));
  const around = surroundings(blocks, outside, contents);
  const marks = withoutNotes(outside, headings, blocks.length, around);
  const allDivisions = divisionRuns(withoutStrayParts(marks, around), around);
  const runOf = (chosen: (heading: Heading) => boolean) =>
    bestRun(
      marks.filter(({ heading }) => chosen(heading)),
      around,
    );
  const scenes = runOf(({ class: kind }) => kind === "scene");
  const keywords = bestRun(withoutSectionWords(marks.filter(({ heading }) => heading.class === "leaf")), around);
  const divisions = withoutSections(allDivisions, keywords.marks);
  const numbers = numberRun(runOf, around);
  const acts = divisions.filter(({ heading }) => heading.class === "act");
  // "The First Scene" may be a part of a novel (No Name).
  const rivals = acts.length > 0 ? keywords.marks.length : Math.max(keywords.marks.length, numbers.marks.length);
  const scenic = acts.length + scenes.marks.length >= Math.max(2, rivals);
  const dropped = new Set(outside.filter((mark) => !marks.includes(mark)).map(({ block }) => block));
  const isFlat = prefer === "titles";
  const unnumbered =
    aims === undefined ? titlesOf(blocks, contents, headings) : aimedTitles(blocks, headings, aims, isFlat);
  const titles = scenic ? [] : unnumbered.filter(({ block }) => !dropped.has(block));
  const setting = { blocks, divisions, titles, around };
  const counted = [keywords, numbers].some(({ marks: own }) => spans(own, blocks.length, around));
  const letters = scenic || counted || aims !== undefined ? [] : lettersOf(blocks, contents, around);
  if (letters.length > 0) return { scenic, leaves: [], divisions, titles: letters, around };
  const counting =
    prefer === "words" ? keywords.marks : prefer === "numbers" ? chapterNumbers(numbers, setting) : undefined;
  const chosen = counting ?? (prefer === "titles" ? [] : keywordsOrNumbers(keywords, numbers, setting));
  const found = scenic ? scenes.marks : withoutStanzas(chosen, around);
  const backs = [...headings].flatMap(([block, heading]) => (heading.class === "back" ? [block] : []));
  const leaves = withoutNotesAgain(found, backs, blocks.length, around);
  const whole = scenic ? leaves : completed(withoutStrayWord(leaves), marks, blocks, around);
  const filled = scenic || aims !== undefined ? whole : onlyListed(whole, marks, contents, setting);
  const isTitled = scenic || filled.length > 0 || titles.length >= 2 || aims !== undefined;
  const own = isTitled ? titles : setTitles(blocks, contents, divisions);
  return { scenic, leaves: filled, divisions, titles: detached(own, blocks, [...filled, ...divisions]), around };
}

function lettersOf(blocks: readonly Block[], { lists }: Contents, around: Surroundings): Title[] {
  return letterTitles(blocks, around, (block) => lists.some(({ from, to }) => block >= from && block < to));
}

/** These chapters are all through the book. */
function spans(marks: readonly Mark[], end: number, around: Surroundings): boolean {
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || marks.length < structureLimits.leastNamedChapters) return false;
  return around.between(first.block, last.block) > structureLimits.spread * around.between(-1, end);
}

/**
 * Where the contents list names the chapters and is found in the book, headings that it does not name are sections of
 * those; unless most of what it names holds such headings, and so are parts.
 */
function onlyListed(
  leaves: readonly Mark[],
  marks: readonly Mark[],
  { entries }: Contents,
  { titles, blocks, around }: Setting,
) {
  const listed = titles.filter(({ entry }) => entry !== undefined);
  const promised = entries.filter(({ heading }) => heading === undefined || isLeafLike(heading));
  if (listed.length < structureLimits.leastListed || listed.length < structureLimits.listed * promised.length)
    return leaves;
  const at = new Set(listed.flatMap(({ block }) => [block, block - 1]));
  const unlisted = leaves.filter(({ block }) => !at.has(block));
  const nextOf = ({ block }: Title) => listed.find((other) => other.block > block)?.block ?? blocks.length;
  const holders = listed.filter((title) =>
    unlisted.some((mark) => mark.block > title.block && mark.block < nextOf(title)),
  );
  if (unlisted.length < leaves.length / 2 || leaves.length === 0) return leaves;
  const held = holders.reduce((sum, title) => sum + around.between(title.block, nextOf(title)), 0);
  const most = held > structureLimits.listedHolders * around.between(listed[0]!.block, blocks.length);
  if (holders.length > structureLimits.listedHolders * listed.length || most) return leaves;
  return marks.filter(({ block, heading }) => at.has(block) && isLeafLike(heading));
}
