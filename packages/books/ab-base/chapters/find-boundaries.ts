import type { Block } from "@plotline/formats";
import type { Aims } from "./aims.ts";
import {
  type Boundary,
  boundary,
  type Context,
  insideRun,
  isOwnCapitals,
  isShort,
  isSpoken,
  type Role,
} from "./boundary.ts";
import type { Contents, Headings } from "./contents.ts";
import words from "./data/heading-words.json" with { type: "json" };
import { headingText } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { titleKey, undecorated } from "./lettering.ts";
import { partsAbove } from "./parts.ts";
import { patternReason, type Reason, runReason } from "./reasons.ts";
import type { Mark } from "./runs.ts";
import type { Structure } from "./structure.ts";
import { belowHalfTitle, unnumberedBoundaries } from "./unnumbered-boundaries.ts";
import { isCredit } from "./unnumbered-headings.ts";

const limits = {
  /** A title that is not in capitals. */
  longestPlainTitle: 90,
  /** Descriptions below the number ("In which …") are usual where this many chapters, and this share, have a short block there. */
  leastDescribed: 4,
  described: 0.8,
  /** Titles are common where this share of chapters has one; where nearly all have, the others have too ("Cousas futuras!"). */
  titled: 0.6,
  alwaysTitled: 0.85,
  /** A publisher's advertisement may be at either end: after the book it is less than 1/n of what is before. */
  backOfFront: 20,
  /** A chorus just below the heading of an act, or just above the next: plays with a chorus. */
  chorusBelowAct: 300,
  chorusAboveAct: 3000,
} as const;

/** All boundaries of the book in order. */
export function findBoundaries(
  blocks: readonly Block[],
  headings: Headings,
  contents: Contents,
  structure: Structure,
  aims: Aims,
): Boundary[] {
  const entries = new Map(contents.entries.flatMap((entry) => entry.keys.map((key) => [key, entry.text] as const)));
  const context: Context = { blocks, headings, structure, contents, entries, isNamed: (block) => aims.has(block) };
  const titled = titledLeaves(context);
  const above = partsAbove(structure, headings, blocks);
  const found = [
    ...structure.leaves.map((mark, k) => {
      const leaf = leafBoundary(mark, structure.leaves[k - 1], titled.has(mark.block), context);
      return { ...leaf, heading: [above(mark), leaf.heading].filter(Boolean).join(", ") };
    }),
    ...structure.divisions.map((mark) => divisionBoundary(mark, context)),
    ...unnumberedBoundaries(context),
    ...belowHalfTitle(context),
    ...namedBoundaries(context, titled),
    ...contents.lists.map(({ from, to }) => boundary(from, "contents", "contents list", to - from, 0, [])),
  ];
  const taken = new Set<number>();
  const unique = found.filter(({ block }) => !taken.has(block) && taken.add(block));
  return unique.sort((a, b) => a.block - b.block);
}

function leafBoundary(mark: Mark, before: Mark | undefined, titled: boolean, context: Context): Boundary {
  const { block, heading } = mark;
  const { whole, lines } = extent(mark, context);
  const title = titled ? undecorated(context.blocks[block + 1]!.text) : "";
  const text = [headingText(context.blocks[block]!, heading), title].filter(Boolean).join(" ");
  const reasons: Reason[] = [patternReason(heading), runReason(heading, before?.heading, context.structure, block)];
  const entry = context.entries.get(titleKey(title || heading.title)) ?? context.entries.get(titleKey(text));
  if (entry !== undefined) reasons.push({ kind: "contents", entry });
  else if (context.structure.around.isPromised(mark)) reasons.push({ kind: "contents" });
  return boundary(block, "chapter", text, titled ? 2 : whole ? 1 : 0, titled || whole ? 0 : lines, reasons);
}

function extent({ block, heading }: Mark, { blocks }: Context): { whole: boolean; lines: number } {
  const lines = blocks[block]!.text.trim().split("\n").length;
  return { whole: heading.lines >= lines, lines: heading.lines };
}

/** Chapters whose title is in the block after the number. */
function titledLeaves(context: Context): Set<number> {
  const { structure, blocks, headings } = context;
  if (structure.scenic) return new Set();
  const open = structure.leaves.filter((mark) => {
    const next = blocks[mark.block + 1];
    const other = headings.get(mark.block + 1);
    const free = other === undefined || other.number === undefined || isTitleWithI(other, next?.text ?? "");
    return (
      mark.heading.title === "" &&
      extent(mark, context).whole &&
      next !== undefined &&
      free &&
      isShort(next) &&
      mark.block + 2 < blocks.length
    );
  });
  const usual = open.length >= limits.leastDescribed && open.length >= structure.leaves.length * limits.described;
  const titleLike = open.filter((mark) => isTitle(blocks[mark.block + 1]!));
  const common = titleLike.length >= Math.max(2, structure.leaves.length * limits.titled);
  const always = titleLike.length >= Math.max(limits.leastDescribed, open.length * limits.alwaysTitled);
  return new Set(
    open
      .filter(({ block }) => {
        const next = blocks[block + 1]!;
        const text = undecorated(next.text);
        if (context.entries.has(titleKey(text)) || isOwnCapitals(next, text) || isEnd(headings.get(block + 1)))
          return true;
        if (always && text.length <= limits.longestPlainTitle && next.gap <= 2 + blocks[block]!.gap) return true;
        return (common && isTitle(next)) || (usual && isDescription(text) && next.gap <= 2 + blocks[block]!.gap);
      })
      .map(({ block }) => block),
  );
}

/** `Conclusion`, `Besluit` just below a number: the chapter's title. */
function isEnd(heading: Heading | undefined): boolean {
  return heading?.class === "closing" || heading?.class === "opening";
}

/** `I Go to Bristol` below a number, or where no `II` follows: no number, but a title that begins with "I". */
export function isTitleWithI({ class: kind, number, title }: Heading, text: string): boolean {
  return kind === "number" && number === 1 && title !== "" && /^\s*I \p{L}/u.test(text);
}

/** `In which Mr. Pickwick …`, `How they came to the inn`: what old novels set below the number. */
function isDescription(text: string): boolean {
  return /^(?:in which|containing|of |how |wherein|showing|being |concerning|which |treat|what |a |an |the |some |more )/i.test(
    text,
  );
}

function isTitle({ text: raw, level }: Block): boolean {
  const text = undecorated(raw);
  return (
    level > 0 ||
    (text.length <= limits.longestPlainTitle && !/[.!?,;:"”]$/.test(text) && !isSpoken(text) && /^\p{Lu}/u.test(text))
  );
}

function divisionBoundary(mark: Mark, context: Context): Boundary {
  const { block, heading } = mark;
  const { whole, lines } = extent(mark, context);
  const next = context.blocks[block + 1];
  const titled =
    whole &&
    heading.title === "" &&
    next !== undefined &&
    (!context.headings.has(block + 1) || isTitleOfPart(block + 1, context)) &&
    isShort(next) &&
    (isTitle(next) || isOwnCapitals(next, undecorated(next.text)));
  const text = [headingText(context.blocks[block]!, heading), titled ? undecorated(next.text) : ""]
    .filter(Boolean)
    .join(" ");
  return boundary(block, "division", text, titled ? 2 : whole ? 1 : 0, titled || whole ? 0 : lines, [
    patternReason(heading),
  ]);
}

/** `Book XXIV`, and below it `Conclusion`: its title, where the parts are the chapters. */
function isTitleOfPart(block: number, { headings, structure: { leaves, divisions } }: Context): boolean {
  const isBelowPart = divisions.some((mark) => mark.block === block - 1 && mark.heading.title === "");
  return isBelowPart && leaves.length === 0 && headings.get(block)?.class === "closing";
}

/** Prefaces, prologues, epilogues, notes, cast lists: by their names, where such things are found. */
function namedBoundaries(context: Context, titled: ReadonlySet<number>): Boundary[] {
  const { structure, headings, blocks } = context;
  const isName = (block: number) => headings.has(block) && headings.get(block)?.number === undefined;
  const titles = structure.titles.filter((title) => !isName(title.block) && !isCredit(title));
  const numbered = [...structure.leaves, ...structure.divisions].map(({ block }) => block);
  const marks = [...numbered, ...titles.map(({ block }) => block)];
  const openings = numbered.length > 0 ? numbered : marks;
  const first = openings.length === 0 ? blocks.length : Math.min(...openings);
  const last = marks.length === 0 ? 0 : Math.max(...marks);
  const result: Boundary[] = [];
  for (const [block, heading] of headings) {
    if (titled.has(block - 1) || isTitleOfPart(block, context) || context.contents.has(block)) continue;
    const role = roleOf(heading, block, first, last, context);
    if (role === undefined) continue;
    const { whole, lines } = extent({ block, heading }, context);
    const text = headingText(blocks[block]!, heading);
    const reasons: Reason[] = [{ kind: "name", word: heading.word }];
    result.push({ ...boundary(block, role, text, whole ? 1 : 0, whole ? 0 : lines, reasons), named: true });
  }
  return result;
}

function roleOf(
  heading: Heading,
  block: number,
  first: number,
  last: number,
  { structure, blocks, isNamed }: Context,
): Role | undefined {
  if (heading.class === "cast") return block <= first ? "cast" : undefined;
  const [before, after] = [structure.around.between(-1, block), structure.around.between(block, blocks.length)];
  if (heading.class === "front") {
    if (block > last && after < before / limits.backOfFront && atEitherEnd.has(heading.word)) return "back";
    return block < first || opensPart(block, structure) ? "front" : undefined;
  }
  if (heading.class === "back") return block > last && (before > after || isNamed(block)) ? "back" : undefined;
  if (heading.class === "closing") return closingRole(heading, block, first, structure);
  if (heading.class !== "opening") return undefined;
  if (block < first || insideRun(block, structure)) return block < first ? "division" : undefined;
  return !structure.scenic || opensAct(block, structure) ? "division" : undefined;
}

/** What publishers put before or after the book. */
const atEitherEnd = new Set(words.atEitherEnd.map(titleKey));

/** A postscript belongs to what is above it: to a preface, to the book, or to a story without chapters. */
function closingRole({ word }: Heading, block: number, first: number, structure: Structure): Role | undefined {
  const { leaves, divisions, titles } = structure;
  const whole = leaves.length + divisions.length + titles.length === 0;
  if (word === "postscript" && (whole || (leaves.length === 0 && block > first))) return undefined;
  if (block < first && !whole) return "front";
  if (insideRun(block, structure)) return undefined;
  return word === "postscript" ? "back" : "division";
}

/** A chorus just below the heading of an act, or just above it; inside a scene, a character may be called Prologue. */
function opensAct(block: number, { divisions, leaves, around }: Structure): boolean {
  const above = divisions.findLast((mark) => mark.block < block);
  if (above !== undefined && around.between(above.block, block) < limits.chorusBelowAct) return true;
  const next = [...divisions, ...leaves].reduce<Mark | undefined>(
    (found, mark) => (mark.block > block && mark.block < (found?.block ?? Number.POSITIVE_INFINITY) ? mark : found),
    undefined,
  );
  const starts = next !== undefined && (next.heading.class === "act" || next.heading.number === 1);
  return starts && around.between(block, next.block) < limits.chorusAboveAct;
}

/** Between the heading of a part and its chapter 1: the preface of a second volume. */
function opensPart(block: number, { leaves, divisions }: Structure): boolean {
  const next = leaves.find((mark) => mark.block > block);
  const before = leaves.findLast((mark) => mark.block < block)?.block ?? -1;
  return next?.heading.number === 1 && divisions.some((mark) => mark.block > before && mark.block <= block);
}
