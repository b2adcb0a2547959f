import type { Block } from "../blocks/block.ts";
import { headingText } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import type { Structure } from "./structure.ts";

const styles = {
  roman: "a Roman numeral",
  arabic: "a number",
  word: "a number in words",
  ordinal: "an ordinal",
  letter: "a letter",
};

/** How a heading is made: `act 1, the word "scene" and a Roman numeral`. */
export function patternOf({ word, style, parent, title }: Heading): string {
  const number = style === undefined ? "the last" : styles[style];
  const named = word === "" ? number : `the word "${word}" and ${number}`;
  return `${parent === undefined ? "" : `${parent.word} ${parent.number}, `}${named}${title === "" ? "" : " and a title"}`;
}

/** How its number follows from the one before. */
export function runReason(
  { number = 0 }: Heading,
  before: Heading | undefined,
  structure: Structure,
  block: number,
): string {
  if (before === undefined) return number === 1 ? "the first" : `starts at ${number}`;
  if (number === (before.number ?? 0) + 1) return `${number} follows ${before.number}`;
  const division = structure.divisions.findLast((mark) => mark.block <= block)?.heading;
  if (number === 1)
    return division === undefined
      ? "numbering starts again"
      : `numbering starts again in ${division.word} ${division.number}`;
  return number === Number.POSITIVE_INFINITY ? "called the last" : `${number} after ${before.number}`;
}

/** What is missing from the count, and where. */
export function gaps(structure: Structure, blocks: readonly Block[]): string[] {
  const warnings: string[] = [];
  structure.leaves.forEach((mark, k) => {
    const before = structure.leaves[k - 1];
    const [from, to] = [before?.heading.number ?? 0, mark.heading.number ?? 0];
    const restarts = to <= from || !Number.isFinite(to);
    if (restarts && (to === 1 || !Number.isFinite(to))) return;
    if (to === from + 1 || (before === undefined && to === 1)) return;
    const name = headingText(blocks[mark.block]!, mark.heading);
    const place = `line ${blocks[mark.block]!.line} ("${name}")`;
    if (before === undefined) warnings.push(`the numbering starts at ${to}, ${place}`);
    else if (restarts) warnings.push(`${to} comes after ${from} at ${place}`);
    else warnings.push(`${missing(from, to)} between ${from} and ${to}, before ${place}`);
  });
  return warnings;
}

function missing(from: number, to: number): string {
  return to === from + 2 ? `number ${from + 1} is missing` : `numbers ${from + 1} to ${to - 1} are missing`;
}
