import { memo } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { hasCapitals, isCapitals, undecorated } from "./lettering.ts";
import { headingLimits } from "./limits.ts";

const limits = {
  /** A line that is set like a heading. */
  longestHeading: 90,
  /** Lines in capitals with space around them: the block, the line, its lines, and the blank lines above. */
  longestBlock: 140,
  longestLine: 90,
  mostLines: 2,
  leastGap: 2,
  wideGap: 3,
} as const;

/**
 * How a line is set, asked in three ways: of any line (`settingOf`), of a line that would be taken for a heading among
 * headings (`headingSetting`), and of a line that is to be a title by its setting alone (`titleSetting`).
 *
 * The first: its level in HTML, or its letters and the space above it.
 */
export const settingOf = memo((block: Block): string => {
  if (block.level > 0) return `h${block.level}`;
  return `${areCapitals(block) ? "capitals" : "plain"} ${Math.min(block.gap, 4)}`;
});

/** The beginning of a block is in capitals. */
export const areCapitals = memo(({ text }: Block) => isCapitals(undecorated(text.slice(0, 160))));

/** How a line is set that looks like a heading: marked in HTML, or short, in capitals, with space above. */
export function headingSetting(block: Block): string | undefined {
  if (block.level > 0) return settingOf(block);
  if (block.gap < 2 || block.text.length > limits.longestHeading) return undefined;
  const line = undecorated(block.text);
  return isCapitals(line) && /\p{L}{3}/u.test(line) && !/[,;:]$/.test(line)
    ? `capitals ${Math.min(block.gap, 4)}`
    : undefined;
}

/** How a title is set where no list names it: in HTML, in capitals with more or less space above, or centred. */
export function titleSetting(block: Block): string | undefined {
  const { text, gap, level } = block;
  if (level > 0) return text.length <= headingLimits.longest ? settingOf(block) : undefined;
  if (text.length > limits.longestBlock || gap < limits.leastGap) return undefined;
  const line = undecorated(text);
  if (
    line.length < 2 ||
    line.length > limits.longestLine ||
    text.trim().split("\n").length > limits.mostLines ||
    /[,;:]$/.test(line)
  )
    return undefined;
  if (isCapitals(line)) return gap >= limits.wideGap ? "capitals, wide" : "capitals";
  const centred = /^(?: {12,}|\t{2,})\S[^\n]*\s*$/.test(text);
  return centred && hasCapitals(line) ? "centred" : undefined;
}
