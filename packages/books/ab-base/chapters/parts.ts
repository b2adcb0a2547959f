import type { Block } from "@plotline/formats";
import type { Headings } from "./contents.ts";
import { headingText } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import type { Mark } from "./runs.ts";
import type { Structure } from "./structure.ts";

const limits = {
  /** A part's name before `, CHAPTER I`; a longer one is named by word and number. */
  longestPartName: 40,
} as const;

/**
 * What comes before a chapter's own heading where numbers are used again: `ACT II` of `ACT II, SCENE I`. Empty where the book
 * counts its chapters through, and where the heading says it itself.
 */
export function partsAbove(
  { leaves, divisions, scenic }: Structure,
  headings: Headings,
  blocks: readonly Block[],
): (leaf: Mark) => string {
  const restarts = leaves.some(
    ({ heading }, k) => k > 0 && (heading.number ?? 0) <= (leaves[k - 1]!.heading.number ?? 0),
  );
  const named = leaves.filter(({ heading }) => heading.parent !== undefined);
  const parts = [
    ...divisions.map((mark) => ({ block: mark.block, word: mark.heading.word, name: partName(mark, blocks) })),
    ...named.map((mark) => ({ block: mark.block, word: mark.heading.parent!.word, name: parentName(mark, blocks) })),
  ];
  const words = outermostFirst(divisions, parts);
  const apart = scenic ? [] : epilogues(leaves, headings);
  return ({ block, heading }) => {
    if (!restarts || heading.parent !== undefined) return "";
    const outside = apart.findLast((each) => each.block < block);
    let from = outside?.block ?? -1;
    const names = words.flatMap((word) => {
      const part = parts.findLast((each) => each.word === word && each.block > from && each.block < block);
      from = part?.block ?? from;
      return part?.name ?? [];
    });
    const own = outside === undefined || names.length > 0 ? [] : [headingText(blocks[outside.block]!, outside.heading)];
    return [...own, ...names].join(", ").replace(/[\s.:;,–—-]+$/, "");
  };
}

/** An epilogue or prologue whose chapters are counted for themselves: it belongs to no part. */
function epilogues(leaves: readonly Mark[], headings: Headings): Mark[] {
  return [...headings]
    .map(([block, heading]) => ({ block, heading }))
    .filter(
      ({ block, heading }) =>
        (heading.class === "closing" || heading.class === "opening") &&
        leaves.find((mark) => mark.block > block)?.heading.number === 1,
    );
}

/** A word with fewer headings holds the others: volumes hold books. */
function outermostFirst(divisions: readonly Mark[], parts: readonly { word: string }[]): string[] {
  const count = (word: string) => divisions.filter(({ heading }) => heading.word === word).length;
  return [...new Set(parts.map(({ word }) => word))].sort((a, b) => count(a) - count(b));
}

/** `BOOK ONE` of `BOOK ONE: RECALLED TO LIFE`. */
function partName({ block, heading }: Mark, blocks: readonly Block[]): string {
  const text = headingText(blocks[block]!, heading);
  const title = heading.title === "" ? -1 : text.lastIndexOf(heading.title);
  return short(title > 0 ? text.slice(0, title) : text, heading);
}

/** `ACT I` of `ACT I. SCENE II.` */
function parentName({ block, heading }: Mark, blocks: readonly Block[]): string {
  const text = headingText(blocks[block]!, heading);
  const own = text.toLowerCase().indexOf(heading.word, 1);
  return short(own > 0 ? text.slice(0, own) : "", heading.parent!);
}

function short(text: string, { word, number }: Pick<Heading, "word" | "number">): string {
  const name = text.replace(/[\s.:;,–—-]+$/, "");
  return name.length > 0 && name.length <= limits.longestPartName
    ? name
    : `${word.charAt(0).toUpperCase()}${word.slice(1)} ${number}`;
}
