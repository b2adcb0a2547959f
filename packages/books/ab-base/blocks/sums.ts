import { memo } from "@plotline/base";
import type { Block } from "@plotline/formats";

/** How many characters are above each block, and above the end. */
export const textBefore = memo((blocks: readonly Block[]) => sumsBefore(blocks, ({ text }) => text.length));

/** The same for the characters of paragraphs that are longer than any that a title page or a list has. */
export const runningBefore = memo((blocks: readonly Block[]) =>
  sumsBefore(blocks, ({ text }) => (text.length > longParagraph ? text.length : 0)),
);

const longParagraph = 150;

/** How much is above each block, and above the end. */
export function sumsBefore(blocks: readonly Block[], of: (block: Block, k: number) => number): Float64Array {
  const before = new Float64Array(blocks.length + 1);
  blocks.forEach((block, k) => {
    before[k + 1] = before[k]! + of(block, k);
  });
  return before;
}
