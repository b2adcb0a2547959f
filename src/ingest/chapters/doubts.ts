import { countWords } from "../../corpus/words.ts";
import type { Block } from "../book/block.ts";
import type { Contents, Headings } from "./contents.ts";
import { headingText } from "./heading.ts";
import { titleKey } from "./lettering.ts";
import { doubtLimits } from "./limits.ts";
import type { Section } from "./sections.ts";
import type { Structure } from "./structure.ts";

/**
 * What speaks against the chapters that were found, one sentence each without its full stop: a contents list that names
 * another number of them, chapters without a number among numbered ones, lengths that no book has. None of it proves a
 * mistake; whoever imports the book should look.
 */
export function doubtsAbout(
  blocks: readonly Block[],
  chapters: readonly Section[],
  structure: Structure,
  contents: Contents,
  headings: Headings,
): string[] {
  const lengths = chapters.map(({ from, to }) => wordsBetween(blocks, from, to));
  return [
    ...fewChapters(lengths),
    ...unlikeContents(chapters, contents),
    ...withoutNumber(chapters, structure, contents),
    ...withoutHeading(chapters, lengths),
    ...restarts(structure),
    ...unused(blocks, headings, structure, contents),
    ...strangeLengths(chapters, lengths),
  ];
}

function wordsBetween(blocks: readonly Block[], from: number, to: number): number {
  let words = 0;
  for (let at = from; at < to; at++) words += blocks[at]!.words ?? countWords(blocks[at]!.text);
  return words;
}

/** A long book in one piece or two. */
function fewChapters(lengths: readonly number[]): string[] {
  const words = lengths.reduce((sum, length) => sum + length, 0);
  if (words < doubtLimits.longBook || words / lengths.length < doubtLimits.longChapter) return [];
  const found = lengths.length === 1 ? "no headings of chapters were" : `only ${lengths.length} chapters were`;
  return [`${found} found in ${words.toLocaleString("en")} words`];
}

/** The contents list names more chapters or fewer. */
function unlikeContents(chapters: readonly Section[], { entries, certain }: Contents): string[] {
  const counted = entries.filter(
    ({ heading }) => heading !== undefined && (heading.class === "leaf" || heading.class === "scene"),
  ).length;
  const titles = entries.filter(({ heading, text }) => heading === undefined && /\p{L}{3}/u.test(text)).length;
  const listed = counted === 0 && entries.every(({ heading }) => heading?.number === undefined) ? titles : counted;
  const [least, most] = [listed * (1 - doubtLimits.unlisted) - 1, listed * (1 + doubtLimits.unlisted) + 2];
  if (certain === true || listed < doubtLimits.leastListed) return [];
  if (chapters.length >= least && chapters.length <= most) return [];
  return [`the contents list names ${listed} chapters, but ${chapters.length} were found`];
}

/** Where the chapters are counted, one that has neither a number nor a name such as "Epilogue" may be none. */
function withoutNumber(chapters: readonly Section[], { leaves, scenic }: Structure, { entries }: Contents): string[] {
  if (scenic || leaves.length < doubtLimits.leastCounted) return [];
  const listed = new Set(entries.flatMap(({ keys }) => keys));
  const strange = chapters.filter(
    ({ heading, evidence }) =>
      heading !== "" && !evidence.some((why) => /^run:|the name "/.test(why)) && !listed.has(titleKey(heading)),
  );
  if (strange.length === 0) return [];
  const names = strange.slice(0, 3).map(({ heading, line }) => `"${heading.slice(0, 60)}" at line ${line}`);
  const more = strange.length > 3 ? ` and ${strange.length - 3} more` : "";
  return [
    `${names.join(", ")}${more} ${strange.length === 1 ? "has" : "have"} no number, where the other chapters have one`,
  ];
}

/** Text above the first heading that was taken for a chapter. */
function withoutHeading(chapters: readonly Section[], lengths: readonly number[]): string[] {
  const [first] = chapters;
  if (first === undefined || first.heading !== "" || chapters.length < 2) return [];
  return [`the first ${lengths[0]!.toLocaleString("en")} words, at line ${first.line}, have no heading`];
}

/** The count begins again, and no part does. */
function restarts({ leaves, around, scenic }: Structure): string[] {
  const again = leaves.filter(
    ({ block, heading }, k) => k > 0 && heading.number === 1 && !around.dividedBetween(leaves[k - 1]!.block, block),
  );
  if (again.length === 0 || scenic) return [];
  return [
    `the numbers of the chapters begin again ${again.length === 1 ? "once" : `${again.length} times`} where no part does`,
  ];
}

/** Headings like those of the chapters, with a text above and below, that are none: a number that is printed twice, say. */
function unused(
  blocks: readonly Block[],
  headings: Headings,
  { leaves, around }: Structure,
  { lists }: Contents,
): string[] {
  const used = new Set(leaves.map(({ block }) => block));
  const words = new Set(leaves.filter(({ heading }) => heading.class === "leaf").map(({ heading }) => heading.word));
  const strange = [...headings].filter(([block, { class: kind, word }]) => {
    if (kind !== "leaf" || !words.has(word) || used.has(block)) return false;
    const [before, after] = [leaves.findLast((mark) => mark.block < block), leaves.find((mark) => mark.block > block)];
    if (before === undefined || lists.some(({ from, to }) => block >= from && block < to)) return false;
    return (
      around.between(before.block, block) > doubtLimits.textAround &&
      around.between(block, after?.block ?? blocks.length) > doubtLimits.textAround
    );
  });
  const [first] = strange;
  if (first === undefined) return [];
  const [block, heading] = first;
  const more = strange.length > 1 ? ` and ${strange.length - 1} more like it` : "";
  return [
    `"${headingText(blocks[block]!, heading)}" at line ${blocks[block]!.line}${more} looks like a chapter, but does not fit the count`,
  ];
}

/** Many chapters of a few lines, or a last chapter that may hold an appendix or an index. */
function strangeLengths(chapters: readonly Section[], lengths: readonly number[]): string[] {
  if (chapters.length < doubtLimits.leastCounted) return [];
  const usual = [...lengths].sort((a, b) => a - b)[lengths.length >> 1]!;
  const short = lengths.filter((length) => length < usual / doubtLimits.shorter).length;
  const last = lengths.at(-1)!;
  return [
    ...(short > doubtLimits.short * chapters.length
      ? [`${short} of ${chapters.length} chapters are much shorter than the others`]
      : []),
    ...(last > doubtLimits.longLast * usual && last > doubtLimits.longChapter / 2
      ? [
          `the last chapter, at line ${chapters.at(-1)!.line}, has ${last.toLocaleString("en")} words: notes or an index may be in it`,
        ]
      : []),
  ];
}
