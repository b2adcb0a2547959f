import type { Block } from "@plotline/formats";

/** A passage in brackets: it ends in block `end`, and `rest` is what that block says after it. */
interface Bracketed {
  readonly end: number;
  readonly rest: string;
}

export interface Reach {
  readonly characters: number;
  readonly blocks: number;
}

/**
 * The bracket that block `at` opens with, up to where it closes. Undefined where it never closes: at a heading, where
 * another one opens a block, or when it has become longer than its kind ever is, someone forgot to close it.
 */
export function bracketAt(
  blocks: readonly Pick<Block, "text" | "level">[],
  at: number,
  reach: Reach,
  isEnd: (block: Pick<Block, "text" | "level">) => boolean,
): Bracketed | undefined {
  let [depth, length] = [0, 0];
  for (let block = at; block < Math.min(blocks.length, at + reach.blocks); block++) {
    const { text } = blocks[block]!;
    if (block > at && isEnd(blocks[block]!)) return undefined;
    for (let place = nextBracket(text, 0); place >= 0; place = nextBracket(text, place + 1)) {
      if (length + place > reach.characters) return undefined;
      depth += text[place] === "[" ? 1 : -1;
      if (depth === 0) return { end: block, rest: text.slice(place + 1) };
    }
    length += text.length;
    if (length > reach.characters) return undefined;
  }
  return undefined;
}

function nextBracket(text: string, from: number): number {
  const [open, close] = [text.indexOf("[", from), text.indexOf("]", from)];
  return open < 0 || close < 0 ? Math.max(open, close) : Math.min(open, close);
}
