import type { Block } from "../book/block.ts";
import type { Aims } from "./aims.ts";
import { completed } from "./complete-run.ts";
import type { Contents, Entry, Headings } from "./contents.ts";
import type { Heading } from "./heading-forms.ts";
import { titleKey, undecorated } from "./lettering.ts";
import { letterTitles } from "./letters.ts";
import { headingLimits, runWeights, sectionLimits, structureLimits } from "./limits.ts";
import { withoutBookInSmall, withoutHalfTitles, withoutNotesAgain, withoutRepeats } from "./repeats.ts";
import { bestRun, divides, type Mark, type Run, type Surroundings } from "./runs.ts";
import { areStanzas, withoutNotes, withoutSections, withoutStanzas } from "./stray-marks.ts";
import { promisedTitles, type Title, typographicTitles } from "./unnumbered-headings.ts";

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
  const outside = withHoldingWords(withoutBookInSmall(withoutHalfTitles(onlyMarked(listed, blocks), blocks), blocks));
  const around = surroundings(blocks, outside, contents);
  const marks = withoutRepeats(withoutNotes(outside, headings, blocks.length, around), blocks.length, around);
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
  const scenic = acts.length + scenes.marks.length >= Math.max(2, keywords.marks.length);
  const dropped = new Set(outside.filter((mark) => !marks.includes(mark)).map(({ block }) => block));
  const isFlat = prefer === "titles";
  const unnumbered =
    aims === undefined ? titlesOf(blocks, contents, headings) : aimedTitles(blocks, headings, aims, isFlat);
  const titles = scenic ? [] : unnumbered.filter(({ block }) => !dropped.has(block));
  const setting = { blocks, divisions, titles, around };
  const counted = [keywords, numbers].some(({ marks: own }) => spans(own, blocks.length, around));
  const letters = scenic || counted || aims !== undefined ? [] : lettersOf(blocks, contents, around);
  if (letters.length > 0) return { scenic, leaves: [], divisions, titles: letters, around };
  const counting = prefer === "words" ? keywords.marks : prefer === "numbers" ? numbers.marks : undefined;
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

/** Without `SECTION 5.1` between chapter 5 and chapter 6: what another word counts there is no chapter. */
function withoutSectionWords(leaves: readonly Mark[]): readonly Mark[] {
  const chapters = leaves.filter(({ heading }) => certain.has(heading.word));
  if (chapters.length < structureLimits.leastNamedChapters) return leaves;
  return leaves.filter(({ block, heading }) => {
    if (certain.has(heading.word)) return true;
    const after = chapters.findIndex((mark) => mark.block > block);
    if (after <= 0) return true;
    const [before, next] = [chapters[after - 1]!.heading, chapters[after]!.heading];
    return next.word !== before.word || next.number !== (before.number ?? 0) + 1;
  });
}

/** Without one `SECTION I` below fourteen chapters: an advertisement, or a licence. */
function withoutStrayWord(leaves: readonly Mark[]): readonly Mark[] {
  const [last, before] = [leaves.at(-1), leaves.at(-2)];
  if (last === undefined || before === undefined || leaves.length < structureLimits.leastBeforeStray) return leaves;
  const isStray = last.heading.word !== before.heading.word && last.heading.word !== "" && last.heading.number === 1;
  const isOther = !leaves.slice(0, -1).some(({ heading }) => heading.word === last.heading.word);
  return isStray && isOther ? leaves.slice(0, -1) : leaves;
}

/** The list names it, or the title just below its number. */
function isAimed(block: number, { title }: Heading, aims: Aims | undefined): boolean {
  return aims === undefined || aims.has(block) || (title === "" && aims.has(block + 1));
}

/** What the list names: without the numbered headings, unless they are all to count alike. */
function aimedTitles(blocks: readonly Block[], headings: Headings, aims: Aims, isFlat: boolean): Title[] {
  return [...aims]
    .filter(([block]) => headings.get(block)?.number === undefined || (isFlat && isLeafLike(headings.get(block)!)))
    .map(([block, entry]) => ({ block, text: undecorated(blocks[block]!.text), entry, certain: isFlat }));
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
 * Where HTML marks the headings of chapters, a line with the same number that it does not mark, and with less text below it,
 * is an entry of a list.
 */
function onlyMarked(marks: readonly Mark[], blocks: readonly Block[]): Mark[] {
  const keyOf = ({ heading }: Mark) => `${heading.class} ${heading.word} ${heading.number}`;
  const isMarked = ({ block }: Mark) => blocks[block]!.level > 0;
  const sizes = sizesBelow(marks, blocks);
  const marked = new Map<string, number>();
  for (const mark of marks)
    if (isMarked(mark)) marked.set(keyOf(mark), Math.max(marked.get(keyOf(mark)) ?? 0, sizes.get(mark.block)!));
  if (marked.size < structureLimits.leastMarked) return [...marks];
  return marks.filter(
    (mark) =>
      isMarked(mark) || mark.heading.number === undefined || sizes.get(mark.block)! >= (marked.get(keyOf(mark)) ?? 0),
  );
}

/** The text from each heading to the next of the same word. */
function sizesBelow(marks: readonly Mark[], blocks: readonly Block[]): Map<number, number> {
  const before = [0];
  for (const { text } of blocks) before.push(before.at(-1)! + text.length);
  const next = new Map<string, number>();
  const sizes = new Map<number, number>();
  for (const { block, heading } of marks.toReversed()) {
    const key = `${heading.class} ${heading.word}`;
    sizes.set(block, before[next.get(key) ?? blocks.length]! - before[block + 1]!);
    next.set(key, block);
  }
  return sizes;
}

/** Days that hold stories, cantos that hold tales: what is counted afresh below each of them are the chapters. */
function withHoldingWords(marks: readonly Mark[]): Mark[] {
  const leaves = marks.filter(({ heading }) => heading.class === "leaf");
  const words = new Set(leaves.map(({ heading }) => heading.word));
  const holding = [...words].filter((word) => {
    const own = leaves.filter(({ heading }) => heading.word === word);
    const held = leaves.filter(({ block, heading }, k) => {
      const next = leaves[k + 1];
      return (
        heading.word === word &&
        next !== undefined &&
        next.heading.word !== word &&
        next.heading.number === 1 &&
        next.block > block
      );
    });
    const others = leaves.length - own.length;
    return (
      !certain.has(word) &&
      word !== "letter" &&
      own.length >= 2 &&
      others > own.length &&
      held.length >= structureLimits.holding * new Set(own.map(({ heading }) => heading.number)).size
    );
  });
  if (holding.length !== 1) return [...marks];
  return marks.map((mark) =>
    mark.heading.word === holding[0] ? { ...mark, heading: { ...mark.heading, class: "division" } } : mark,
  );
}

/** Without `The Third Part of his Office`, where another third part has its chapters just below. */
function withoutStrayParts(marks: readonly Mark[], around: Surroundings): Mark[] {
  const isHolding = ({ block }: Mark) => {
    const next = marks.find((mark) => mark.block > block && mark.heading.class === "leaf");
    return next !== undefined && around.between(block, next.block) < sectionLimits.leastBeforeChapter;
  };
  const key = ({ heading }: Mark) => `${heading.word} ${heading.number}`;
  const parts = marks.filter(({ heading }) => heading.class === "division" && heading.parent === undefined);
  const held = new Set(parts.filter(isHolding).map(key));
  // More parts than chapters are sections, which withoutSections leaves out.
  const leaves = marks.filter(({ heading }) => heading.class === "leaf");
  const among = (mark: Mark) => parts.length <= leaves.length && isAmong(mark, parts, leaves);
  const stray = new Set(parts.filter((mark) => !isHolding(mark) && (held.has(key(mark)) || among(mark))));
  return marks.filter((mark) => !stray.has(mark));
}

/** Another part of the same word, and the next chapter is just the next: both are sections of the chapter before. */
function isAmong({ block, heading }: Mark, parts: readonly Mark[], leaves: readonly Mark[]): boolean {
  const before = leaves.findLast((mark) => mark.block < block);
  const after = leaves.find((mark) => mark.block > block);
  if (before === undefined || after?.heading.number !== (before.heading.number ?? 0) + 1) return false;
  return parts.some(
    (other) =>
      other.block !== block &&
      other.heading.word === heading.word &&
      other.block > before.block &&
      other.block < after.block,
  );
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

function isLeafLike({ class: kind, number }: Heading): boolean {
  return number !== undefined && (kind === "leaf" || kind === "number");
}

function marksOutside(headings: Headings, { lists }: Contents): Mark[] {
  const marks: Mark[] = [];
  let list = 0;
  for (const [block, heading] of headings) {
    while (list < lists.length && block >= lists[list]!.to) list++;
    if (list >= lists.length || block < lists[list]!.from) marks.push({ block, heading });
  }
  return marks;
}

function surroundings(blocks: readonly Block[], marks: readonly Mark[], contents: Contents): Surroundings {
  const before = new Float64Array(blocks.length + 1);
  const divided = new Int32Array(blocks.length + 1);
  const dividing = new Set(marks.filter(({ heading }) => divides(heading)).map(({ block }) => block));
  blocks.forEach((block, k) => {
    before[k + 1] = before[k]! + block.text.length;
    divided[k + 1] = divided[k]! + (dividing.has(k) ? 1 : 0);
  });
  const promised = new Set(contents.entries.flatMap((entry) => [...entry.keys, entryKey(entry.heading)]));
  return {
    between: (block, next) => before[next]! - before[Math.min(block + 1, next)]!,
    dividedBetween: (block, next) => divided[next + 1]! > divided[block + 1]!,
    promise: contents.certain ? runWeights.certain : runWeights.promised,
    isPromised: ({ heading }) =>
      promised.has(entryKey(heading)) || (heading.title !== "" && promised.has(titleKey(heading.title))),
  };
}

function entryKey(heading: Heading | undefined): string {
  return heading?.number === undefined ? "" : `${heading.class} ${heading.word} ${heading.number}`;
}

/** Books, parts and acts, each word numbered for itself. */
function divisionRuns(marks: readonly Mark[], around: Surroundings): Mark[] {
  const words = new Map<string, Mark[]>();
  for (const mark of marks) {
    if (mark.heading.class !== "division" && mark.heading.class !== "act") continue;
    const group = words.get(mark.heading.word) ?? [];
    group.push(mark);
    words.set(mark.heading.word, group);
  }
  const runs = [...words.values()]
    .map((group) => bestRun(group, around))
    .filter(({ score }) => score >= structureLimits.leastPartScore);
  return runs.flatMap((run) => run.marks).sort((a, b) => a.block - b.block);
}

/** Numerals alone, numerals with titles, or both together: whichever numbers the book best. */
function numberRun(runOf: (chosen: (heading: Heading) => boolean) => Run, around: Surroundings): Run {
  const isNumber = ({ class: kind, style }: Heading) => kind === "number" && style !== "letter";
  const runs = [
    runOf((heading) => isNumber(heading) && heading.title === ""),
    runOf((heading) => isNumber(heading) && heading.title !== ""),
    runOf((heading) => isNumber(heading) && heading.style === "arabic"),
    runOf((heading) => isNumber(heading) && heading.style === "roman"),
    runOf((heading) => heading.class === "number" && heading.style === "letter"),
  ];
  const paged = runs.some((run) => arePages(run.marks, around));
  const sound = paged ? runs.filter(({ marks }) => marks[0]?.heading.style !== "arabic") : runs;
  const worth = (run: Run) => run.score / (1 + irregularities(run.marks, around));
  const best = sound.reduce((a, b) => (worth(b) > worth(a) ? b : a), noRun);
  const areSentences =
    best.marks.length < structureLimits.leastSentences &&
    best.marks.every((mark) => /\p{Ll}\.$/u.test(mark.heading.title) && !around.isPromised(mark));
  const listLike = areSentences || irregularities(best.marks, around) > structureLimits.irregular * best.marks.length;
  return best.marks.length >= 2 && best.score >= structureLimits.leastNumberScore && !listLike ? best : noRun;
}

/** Steps that leave numbers out or go back; a new start counts a little where no part begins. */
function irregularities(marks: readonly Mark[], around: Surroundings): number {
  let sum = 0;
  marks.forEach(({ block, heading }, k) => {
    const before = marks[k - 1];
    if (before === undefined) return;
    if (before.heading.style !== heading.style) sum += structureLimits.otherStyle;
    if (heading.number === (before.heading.number ?? 0) + 1) return;
    const divided = around.dividedBetween(before.block, block);
    if (heading.number === 1) sum += divided ? 0 : structureLimits.restart;
    else if (heading.number !== Number.POSITIVE_INFINITY) sum++;
  });
  return sum;
}

const noRun: Run = { marks: [], score: 0 };

/** Many numbers, some missing, a page of text or two between them: they number the pages. */
function arePages(marks: readonly Mark[], around: Surroundings): boolean {
  const [first, last] = [marks[0], marks.at(-1)];
  if (
    first === undefined ||
    last === undefined ||
    marks.length < structureLimits.leastPages ||
    first.heading.style !== "arabic"
  )
    return false;
  const missing = (last.heading.number ?? 0) - (first.heading.number ?? 0) + 1 - marks.length;
  return (
    missing > marks.length * structureLimits.missingPages &&
    around.between(first.block, last.block) < marks.length * structureLimits.longestPage
  );
}

interface Setting {
  readonly blocks: readonly Block[];
  readonly divisions: readonly Mark[];
  readonly titles: readonly Title[];
  readonly around: Surroundings;
}

function keywordsOrNumbers(keywords: Run, numbers: Run, setting: Setting): readonly Mark[] {
  if (keywords.marks.length > 0 && (numbers.marks.length === 0 || outrank(keywords, numbers))) return keywords.marks;
  const { divisions, titles, blocks } = setting;
  const parts = divisions.length > 0 ? divisions : titles;
  return areSections(numbers.marks, setting) || areStanzas(numbers.marks, parts, blocks) ? [] : numbers.marks;
}

/** Chapters that are called so hold the numerals between them as sections; a few stray ones do not. */
function outrank(keywords: Run, numbers: Run): boolean {
  const first = keywords.marks[0]!.block;
  const inside = numbers.marks.filter(({ block }) => block > first).length;
  const named = keywords.marks.filter(({ heading }) => certain.has(heading.word)).length;
  if (named >= structureLimits.leastNamedChapters && inside >= numbers.marks.length * structureLimits.numeralsInside)
    return true;
  return keywords.marks.length >= 2 && keywords.score >= numbers.score * structureLimits.wordsOverNumerals;
}

const certain = new Set(["chapter", "stave", "canto", "adventure"]);

/** Numerals inside a few stories of a collection are sections of those, not chapters of the book. */
function areSections(numbers: readonly Mark[], { blocks, divisions, titles, around }: Setting): boolean {
  if (titles.length < structureLimits.leastStories || numbers.length === 0) return false;
  const attached = new Set(numbers.map(({ block }) => block));
  const own = titles.filter(({ block }) => !attached.has(block) && !attached.has(block - 1));
  if (own.length < structureLimits.leastStories) return false;
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
  // Five stories or more of a contents list, a few sections each, counted afresh in each.
  const promised =
    own.length >= structureLimits.leastListedStories &&
    divisions.length === 0 &&
    own.every(({ entry }) => isStory(entry));
  const few =
    numbered >= own.length * structureLimits.storiesWithSections &&
    numbers.length <= own.length * structureLimits.sectionsPerStory;
  return inside < total / 2 || (promised && few);
}

/** Listed without a number, which a part would have. */
function isStory(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.heading?.number === undefined;
}

function titlesOf(blocks: readonly Block[], contents: Contents, headings: Headings): Title[] {
  for (const paged of [false, true]) {
    const promised = promisedTitles(blocks, contents, paged);
    if (promised.length >= 2 && promised.length <= structureLimits.mostTitles) return promised;
  }
  const titles: Title[] = [];
  blocks.forEach((block, k) => {
    if (
      block.level > 0 &&
      block.level < structureLimits.deepestTitle &&
      block.text.length <= headingLimits.longest &&
      !headings.has(k)
    )
      titles.push({ block: k, text: undecorated(block.text), entry: undefined });
  });
  return titles.length > structureLimits.mostTitles ? [] : titles;
}

function setTitles(blocks: readonly Block[], contents: Contents, divisions: readonly Mark[]): Title[] {
  const after = Math.max(contents.lists.findLast(({ to }) => to < blocks.length / 2)?.to ?? 0, 0);
  const titles = typographicTitles(blocks, after);
  const names = new Set(titles.map(({ text }) => titleKey(text))).size;
  // "DEFINITIONS", "AXIOMS" in each part: sections.
  if (divisions.length > 1 && names < structureLimits.ownNames * titles.length) return [];
  return titles.length > divisions.length && titles.length <= structureLimits.mostTitles ? titles : [];
}

/** Without those that only name the chapter or part whose number stands just above or below. */
function detached(titles: readonly Title[], blocks: readonly Block[], marks: readonly Mark[]): Title[] {
  const taken = new Set(marks.flatMap(({ block, heading }) => [block, ...(heading.title === "" ? [block + 1] : [])]));
  return titles.filter(
    ({ block }) =>
      !taken.has(block) &&
      !(
        taken.has(block + 1) &&
        blocks[block + 1] !== undefined &&
        marks.some((mark) => mark.block === block + 1 && mark.heading.number !== 1)
      ),
  );
}
