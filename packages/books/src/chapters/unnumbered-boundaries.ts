import { memo } from "@plotline/base";
import { isOnTitlePage, titlePageBlocks } from "./book-title.ts";
import { type Boundary, boundary, type Context, insideRun, isOwnCapitals, isShort, type Role } from "./boundary.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import type { Reason } from "./reasons.ts";
import type { Structure } from "./structure.ts";
import { isCredit, type Title } from "./unnumbered-headings.ts";

const limits = {
  /** A text below the book's title or the author's name that is longer is no title page. */
  longestTitlePage: 2500,
  /** An argument or a cast list may follow a translator's name; a chapter is longer. */
  longestCredit: 4000,
  /** The book's title once more above the first chapter (half-title): how far above it is looked for, and its length. */
  halfTitleWithin: 200,
  longestHalfTitle: 200,
  /** A text below the half-title that is longer is part of the story. */
  leastBelowHalfTitle: 8000,
  /** Introductions under headings of their own before chapter 1 of a long run: chapters, and their largest share. */
  leastChaptersAfterFront: 5,
  frontShare: 0.12,
  /** Headings of sections inside of chapters, before those in the last chapter are taken for such too. */
  leastSections: 5,
  /** What is added after the last chapter under headings of its own: its largest share. */
  backShare: 0.08,
} as const;

/** Headings without a number count where no numbered run continues across them. */
export function unnumberedBoundaries(context: Context): Boundary[] {
  const titles = fittingTitles(context);
  const isFront = frontAmong(titles, context);
  return titles.map((title) => {
    const matter = title.entry?.heading?.class;
    if (matter === "front" || isFront(title)) return boundaryAt(title, "front", context);
    return boundaryAt(title, matter === "back" || isAfterAll(title, context) ? "back" : "division", context);
  });
}

/** Titles that are neither numbered headings nor names such as "Preface", nor headings of sections inside of a chapter. */
function fittingTitles(context: Context): Title[] {
  const { structure, headings } = context;
  const isOtherwiseRead = (block: number) => {
    const heading = headings.get(block);
    return heading !== undefined && (heading.number === undefined || heading.title === "");
  };
  return structure.titles.filter(
    (title) =>
      (title.letter !== undefined ||
        !isOtherwiseRead(title.block) ||
        (title.certain === true && headings.get(title.block)?.number !== undefined)) &&
      !insideRun(title.block, structure) &&
      !/^(?:the )?scenes?$/.test(titleKey(title.text)) &&
      !isOwnTitle(title.block, title.text, context) &&
      !isSectionOfLast(title, context),
  );
}

/** Which titles are before the story: introductions, prefaces, credits, the book's title once more. */
function frontAmong(titles: readonly Title[], context: Context): (title: Title) => boolean {
  const { structure, blocks, contents } = context;
  const { around } = structure;
  const first = structure.leaves[0]?.block ?? 0;
  const isBookTitle = ({ block, text }: Title) => isOnTitlePage(text, block, blocks, contents);
  const isLong = ({ block }: Title) => around.between(block, nextOf(titles, block, first)) > limits.longestTitlePage;
  const before = titles.filter((title) => title.block < first && !(isBookTitle(title) && isLong(title)));
  const front = new Set([
    ...abovePreface(titles, context),
    ...(isFrontMatter(before, structure, blocks.length) ? before : []),
  ]);
  const isShortCredit = (title: Title) =>
    isCredit(title) &&
    around.between(title.block, nextOf(titles, title.block, first || blocks.length)) < limits.longestCredit;
  const isHalfTitle = (title: Title) =>
    title.letter === undefined &&
    isBookTitle(title) &&
    around.between(title.block, nextStart(title.block, context)) < limits.longestTitlePage;
  return (title) => front.has(title) || isPreface(title, titles) || isShortCredit(title) || isHalfTitle(title);
}

function boundaryAt(title: Title, role: Role, { blocks, isNamed }: Context): Boundary {
  const { block, text, entry, letter: lines = 0 } = title;
  const reasons = [reasonFor(title, blocks[block]!.level)];
  // The list leads to a text without a heading.
  if (entry !== undefined && blocks[block]!.level === 0 && !isShort(blocks[block]!))
    return { ...boundary(block, role, entry.text, 0, 0, reasons), listed: true };
  // The number, and below it the title that the list has with it.
  const isInTwo = entry !== undefined && titleKey(entry.text) === titleKey(`${text} ${blocks[block + 1]?.text}`);
  const own = boundary(block, role, isInTwo ? entry.text : text, lines > 0 ? 0 : isInTwo ? 2 : 1, lines, reasons);
  return { ...own, listed: isNamed(block) };
}

function reasonFor({ letter, entry }: Title, level: number): Reason {
  if (letter !== undefined) return { kind: "letter" };
  if (entry !== undefined) return { kind: "contents", entry: entry.text };
  return level > 0 ? { kind: "html", level } : { kind: "capitals" };
}

/** `Première préface aux lecteurs`, `Introduction to the second edition`, with nothing but such titles above it. */
function isPreface({ block, letter }: Title, titles: readonly Title[]): boolean {
  if (letter !== undefined) return false;
  const above = titles.filter((other) => other.block <= block);
  return above.length < titles.length && above.every(({ text }) => prefaceWords.test(titleKey(text)));
}

const prefaceWords =
  /^(?:\p{L}+ )?(?:preface|foreword|introduction|prefacio|introduccion|prefazione|introduzione|vorwort|vorrede|einleitung|voorrede|voorwoord|inleiding|avant propos|avertissement|предисловие)(?: |$)/u;

/** The chapters before the last have headings of sections in them: so has the last. Capitals set a chapter apart. */
function isSectionOfLast({ block, text, letter }: Title, { structure }: Context): boolean {
  const last = structure.leaves.at(-1);
  return (
    last !== undefined && block >= last.block && letter === undefined && !isCapitals(text) && hasSections(structure)
  );
}

const hasSections = memo((structure: Structure) => {
  const inside = structure.titles.filter((title) => insideRun(title.block, structure) && !isCapitals(title.text));
  return inside.length >= limits.leastSections;
});

/** Below the last of many chapters, and in no contents list: what publishers and transcribers add. */
function isAfterAll({ block, entry, letter }: Title, { structure, blocks }: Context): boolean {
  const { leaves, around } = structure;
  const last = leaves.at(-1);
  if (last === undefined || block < last.block || entry !== undefined || letter !== undefined) return false;
  return (
    leaves.length >= limits.leastChaptersAfterFront &&
    around.between(block, blocks.length) < around.between(-1, blocks.length) * limits.backShare
  );
}

/** A chapter's title once more, inside the chapter: the heading of a section. */
function isOwnTitle(block: number, text: string, { structure, blocks }: Context): boolean {
  const leaf = structure.leaves.findLast((mark) => mark.block < block - 1);
  if (leaf === undefined) return false;
  const title = leaf.heading.title === "" ? (blocks[leaf.block + 1]?.text.slice(0, 200) ?? "") : leaf.heading.title;
  return titleKey(undecorated(title)) === titleKey(text);
}

/** What is above a preface, a dedication or a list of pictures that the contents list names is no chapter either. */
function abovePreface(titles: readonly Title[], { headings, structure, blocks, isNamed }: Context): Title[] {
  const most = structure.around.between(-1, blocks.length) * limits.frontShare;
  const preface = [...headings].findLast(
    ([block, { class: kind }]) => kind === "front" && isNamed(block) && structure.around.between(-1, block) < most,
  );
  return preface === undefined ? [] : titles.filter(({ block }) => block < preface[0]);
}

function nextOf(titles: readonly { block: number }[], block: number, end: number): number {
  return titles.find((other) => other.block > block)?.block ?? end;
}

/** Where the next chapter, part or title begins. */
function nextStart(block: number, { structure, blocks }: Context): number {
  const { leaves, divisions, titles } = structure;
  return [...leaves, ...divisions, ...titles].reduce(
    (next, mark) => (mark.block > block && mark.block < next ? mark.block : next),
    blocks.length,
  );
}

/** The book's title once more, below a preface, and a long text between it and the first chapter: part of the story. */
export function belowHalfTitle(context: Context): Boundary[] {
  const { structure, blocks, headings, contents } = context;
  const first = structure.scenic ? 0 : (structure.leaves[0]?.block ?? 0);
  const from = Math.max(titlePageBlocks.same + 1, first - limits.halfTitleWithin);
  for (let block = first - 1; block >= from; block--) {
    const { text, gap } = blocks[block]!;
    if (
      gap < 3 ||
      text.length > limits.longestHalfTitle ||
      headings.has(block) ||
      !isOnTitlePage(text, block, blocks, contents)
    )
      continue;
    if (structure.around.between(block, first) < limits.leastBelowHalfTitle || headings.has(block + 1)) return [];
    const next = undecorated(blocks[block + 1]!.text);
    const titled = isShort(blocks[block + 1]!) && isOwnCapitals(blocks[block + 1]!, next);
    const reasons: Reason[] = [{ kind: "half-title" }];
    return [boundary(block, "division", titled ? next : undecorated(text), titled ? 2 : 1, 0, reasons)];
  }
  return [];
}

/** A few pages under headings of their own before chapter 1 of a long run are introductions. */
function isFrontMatter(before: readonly { block: number }[], { leaves, around }: Structure, end: number): boolean {
  const first = leaves[0];
  if (
    first === undefined ||
    before.length === 0 ||
    leaves.length < limits.leastChaptersAfterFront ||
    first.heading.number !== 1
  )
    return false;
  return around.between(before[0]!.block, first.block) < around.between(before[0]!.block, end) * limits.frontShare;
}
