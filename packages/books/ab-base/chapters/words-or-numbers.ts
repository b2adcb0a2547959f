import type { Entry } from "./contents.ts";
import { certain } from "./counted-marks.ts";
import { structureLimits } from "./limits.ts";
import type { Mark, Run } from "./runs.ts";
import { areStanzas } from "./stray-marks.ts";
import type { Draft } from "./structure.ts";

const limits = {
  /** Otherwise the words win over numerals at this share of their score. */
  wordsOverNumerals: 0.3,
  /** Collections of stories, some of which have numbered sections: stories at least, and listed ones at least. */
  leastStories: 3,
  leastListedStories: 5,
  /** The share of listed stories whose numerals begin again, and the most sections per story. */
  storiesWithSections: 0.6,
  sectionsPerStory: 8,
} as const;

export function keywordsOrNumbers(keywords: Run, numbers: Run, draft: Draft): readonly Mark[] {
  if (keywords.marks.length > 0 && (numbers.marks.length === 0 || outrank(keywords, numbers))) return keywords.marks;
  return areSections(numbers.marks, draft) ? [] : chapterNumbers(numbers, draft);
}

/** Numerals, unless they count the stanzas of a poem. */
export function chapterNumbers({ marks }: Run, { divisions, titles, blocks }: Draft): readonly Mark[] {
  return areStanzas(marks, divisions.length > 0 ? divisions : titles, blocks) ? [] : marks;
}

/** Chapters that are called so hold the numerals between them as sections; a few stray ones do not. */
function outrank(keywords: Run, numbers: Run): boolean {
  const first = keywords.marks[0]!.block;
  const inside = numbers.marks.filter(({ block }) => block > first).length;
  const named = keywords.marks.filter(({ heading }) => certain.has(heading.word)).length;
  if (named >= structureLimits.leastNamedChapters && inside >= numbers.marks.length * structureLimits.numeralsInside)
    return true;
  return keywords.marks.length >= 2 && keywords.score >= numbers.score * limits.wordsOverNumerals;
}

/** Numerals inside a few stories of a collection are sections of those, not chapters of the book. */
function areSections(numbers: readonly Mark[], { blocks, divisions, titles, around }: Draft): boolean {
  if (titles.length < limits.leastStories || numbers.length === 0) return false;
  const attached = new Set(numbers.map(({ block }) => block));
  const own = titles.filter(({ block }) => !attached.has(block) && !attached.has(block - 1));
  if (own.length < limits.leastStories) return false;
  let [inside, total, numbered] = [0, 0, 0];
  own.forEach(({ block }, k) => {
    const end = own[k + 1]?.block ?? blocks.length;
    const length = around.between(block, end);
    total += length;
    const first = numbers.find((mark) => mark.block > block && mark.block < end);
    if (first === undefined) return;
    inside += length;
    if ((first.heading.number ?? 3) < 3) numbered++;
  });
  // Five stories or more of a contents list, a few sections each, counted from 1 in each.
  const promised =
    own.length >= limits.leastListedStories && divisions.length === 0 && own.every(({ entry }) => isStory(entry));
  const few =
    numbered >= own.length * limits.storiesWithSections && numbers.length <= own.length * limits.sectionsPerStory;
  return inside < total / 2 || (promised && few);
}

/** Listed without a number, which a part would have. */
function isStory(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.heading?.number === undefined;
}
