import { type Boundary, boundary, type Context, insideRun, isOwnCapitals, isShort } from "./boundary.ts";
import { keyOf } from "./kinds.ts";
import { isCapitals, titleKey, undecorated } from "./lettering.ts";
import { boundaryLimits } from "./limits.ts";
import type { Reason } from "./reasons.ts";
import type { Structure } from "./structure.ts";
import { isCredit, type Title } from "./unnumbered-headings.ts";

/** Headings without a number count where no numbered run continues across them. */
export function unnumberedBoundaries(context: Context): Boundary[] {
  const { structure, blocks, headings } = context;
  const named = (block: number) => {
    const heading = headings.get(block);
    return heading !== undefined && (heading.number === undefined || heading.title === "");
  };
  const fitting = structure.titles
    .filter(
      ({ block, text, letter, certain }) =>
        (letter !== undefined || !named(block) || (certain === true && headings.get(block)?.number !== undefined)) &&
        !insideRun(block, structure) &&
        !/^(?:the )?scenes?$/.test(titleKey(text)) &&
        !isOwnTitle(block, text, context),
    )
    .filter((title) => !isSectionOfLast(title, context));
  const first = structure.leaves[0]?.block ?? 0;
  const isLong = (block: number) =>
    structure.around.between(block, nextOf(fitting, block, first)) > boundaryLimits.longestTitlePage;
  const before = fitting.filter(
    ({ block, text }) => block < first && !(isBookTitle(text, block, context) && isLong(block)),
  );
  const front = new Set([
    ...abovePreface(fitting, context),
    ...(isFrontMatter(before, structure, blocks.length) ? before : []),
  ]);
  const isShortCredit = (title: Title) =>
    isCredit(title) &&
    structure.around.between(title.block, nextOf(fitting, title.block, first || blocks.length)) <
      boundaryLimits.longestCredit;
  const isHalfTitle = ({ block, text, letter }: Title) =>
    letter === undefined &&
    isBookTitle(text, block, context) &&
    structure.around.between(block, nextStart(block, context)) < boundaryLimits.longestTitlePage;
  return fitting.map((title) => {
    const { block, text, entry } = title;
    const reasons = [reasonFor(title, blocks[block]!.level)];
    const matter = entry?.heading?.class;
    const role =
      matter === "front" || front.has(title) || isPreface(title, fitting) || isShortCredit(title) || isHalfTitle(title)
        ? "front"
        : matter === "back" || isAfterAll(title, context)
          ? "back"
          : "division";
    const lines = title.letter ?? 0;
    // The list leads to a text without a heading.
    if (entry !== undefined && blocks[block]!.level === 0 && !isShort(blocks[block]!))
      return { ...boundary(block, role, entry.text, 0, 0, reasons), listed: true };
    // The number, and below it the title that the list has with it.
    const isInTwo = entry !== undefined && titleKey(entry.text) === titleKey(`${text} ${blocks[block + 1]?.text}`);
    const own = boundary(block, role, isInTwo ? entry.text : text, lines > 0 ? 0 : isInTwo ? 2 : 1, lines, reasons);
    return { ...own, listed: context.isNamed(block) };
  });
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
  if (last === undefined || block < last.block || letter !== undefined || isCapitals(text)) return false;
  const inside = structure.titles.filter((title) => insideRun(title.block, structure) && !isCapitals(title.text));
  return inside.length >= boundaryLimits.leastSections;
}

/** Below the last of many chapters, and in no contents list: what publishers and transcribers add. */
function isAfterAll({ block, entry, letter }: Title, { structure, blocks }: Context): boolean {
  const { leaves, around } = structure;
  const last = leaves.at(-1);
  if (last === undefined || block < last.block || entry !== undefined || letter !== undefined) return false;
  return (
    leaves.length >= boundaryLimits.leastChaptersAfterFront &&
    around.between(block, blocks.length) < around.between(-1, blocks.length) * boundaryLimits.backShare
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
  const most = structure.around.between(-1, blocks.length) * boundaryLimits.frontShare;
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

/** It is already on the title page. */
function isBookTitle(text: string, block: number, { blocks, isListed }: Context): boolean {
  const page = blocks.slice(0, Math.min(block, boundaryLimits.titlePageBlocks)).filter((_, k) => !isListed(k));
  const key = titleKey(text);
  return page.some((other) => keyOf(other) === key);
}

/** The book's title once more, below a preface, and a long text between it and the first chapter: part of the story. */
export function belowHalfTitle(context: Context): Boundary[] {
  const { structure, blocks, headings } = context;
  const first = structure.scenic ? 0 : (structure.leaves[0]?.block ?? 0);
  const from = Math.max(boundaryLimits.titlePageBlocks + 1, first - boundaryLimits.halfTitleWithin);
  for (let block = first - 1; block >= from; block--) {
    const { text, gap } = blocks[block]!;
    if (
      gap < 3 ||
      text.length > boundaryLimits.longestHalfTitle ||
      headings.has(block) ||
      !isBookTitle(text, block, context)
    )
      continue;
    if (structure.around.between(block, first) < boundaryLimits.leastBelowHalfTitle || headings.has(block + 1))
      return [];
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
    leaves.length < boundaryLimits.leastChaptersAfterFront ||
    first.heading.number !== 1
  )
    return false;
  return (
    around.between(before[0]!.block, first.block) < around.between(before[0]!.block, end) * boundaryLimits.frontShare
  );
}
