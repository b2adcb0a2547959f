import { Kernel } from "../../kernel.ts";
import { once } from "../../once.ts";
import { type Bags, bags, indexByTerm } from "../../similarity/bags.ts";
import type { Words } from "../../text/vocabulary.ts";
import type { Plane } from "./evidence.ts";

/** The tokens of some paragraphs, by numbers from 0 on, and how much each of these says. */
export interface WeightedTokens extends Words {
  readonly weights: Float32Array;
}

/** Every token of one side finds the token of the other most like it; the weighted means of how like they are. */
export interface Found {
  readonly bulletFound: Plane;
  readonly paragraphFound: Plane;
}

/** How like the tokens of the bullets are to those of the story. */
export interface Likeness {
  /** What it needs of the kernel's memory. */
  readonly bytes: number;
  /** Lays out at this address what it compares. */
  start(on: Kernel, address: number): void;
  /** Writes four rows, for four tokens of the bullets, of `width` numbers, for the story's and then anything. */
  writeRows(on: Kernel, first: number, width: number, address: number): void;
}

/** Tokens of the bullets that are compared at once: what is looked up in the story is looked up once for all of them. */
export const atOnce = 4;

const kernel = once(() => new Kernel());

/** Late interaction between bullets and paragraphs, four tokens of the bullets at a time; 0 where a side has none. */
export function lateInteraction(bullets: WeightedTokens, story: WeightedTokens, likeness: Likeness): Found {
  const on = kernel();
  const [ours, theirs] = [weighed(bullets), weighed(story)];
  const [rows, columns, width] = [ours.size, theirs.size, Math.ceil(story.weights.length / 8) * 8];
  const { starts, terms } = theirs;
  const sizes = [likeness.bytes, 4 * terms.length, 4 * starts.length, 4 * atOnce * columns] as const;
  const lines = 4 * atOnce * width;
  const [own, theirTerms, theirStarts, nearest, four, across, best] = on.layOut(
    ...sizes,
    lines,
    lines,
    4 * rows * width,
  );
  on.integers(theirTerms, terms.length).set(terms);
  on.integers(theirStarts, starts.length).set(starts);
  const bestOfBullets = on.floats(best, rows * width).fill(-1);
  const nearestOfFour = on.floats(nearest, atOnce * columns);
  const sums = new Float64Array(rows * columns);
  const having = indexByTerm(ours, bullets.weights.length);
  likeness.start(on, own);
  for (let token = 0; token < bullets.weights.length; token++) {
    const lane = token % atOnce;
    if (lane === 0) {
      likeness.writeRows(on, token, width, four);
      on.loops.interleave(four, width, across);
      on.loops.largest(across, theirTerms, theirStarts, columns, nearest);
    }
    for (let entry = having.starts[token]!; entry < having.starts[token + 1]!; entry++) {
      const [row, weight] = [having.rows[entry]!, ours.weights[having.places[entry]!]!];
      on.loops.raise(best + 4 * row * width, four + 4 * lane * width, width);
      for (let column = 0; column < columns; column++)
        sums[row * columns + column]! += weight * nearestOfFour[column * atOnce + lane]!;
    }
  }
  return means(ours, theirs, sums, bestOfBullets);
}

/** `best` has a line for each bullet: for each token of the story the likeness of the bullet's token most like it. */
function means(bullets: WeighedBags, story: WeighedBags, sums: Float64Array, best: Float32Array): Found {
  const bulletFound = new Float32Array(sums.length);
  const paragraphFound = new Float32Array(sums.length);
  const width = best.length / bullets.size;
  for (let row = 0, cell = 0; row < bullets.size; row++)
    for (let column = 0; column < story.size; column++, cell++) {
      if (bullets.totals[row] === 0 || story.totals[column] === 0) continue;
      let sum = 0;
      for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++)
        sum += story.weights[k]! * best[row * width + story.terms[k]!]!;
      bulletFound[cell] = sums[cell]! / bullets.totals[row]!;
      paragraphFound[cell] = sum / story.totals[column]!;
    }
  return { bulletFound, paragraphFound };
}

/** The paragraphs of one side, each of their tokens once, with its weight as often as it occurs. */
interface WeighedBags extends Bags {
  readonly weights: Float64Array;
  /** Of each paragraph. */
  readonly totals: Float64Array;
}

function weighed(tokens: WeightedTokens): WeighedBags {
  const counted = bags(tokens, tokens.weights.length);
  const { size, starts, terms, counts } = counted;
  const weights = new Float64Array(terms.length);
  const totals = new Float64Array(size);
  for (let paragraph = 0; paragraph < size; paragraph++)
    for (let k = starts[paragraph]!; k < starts[paragraph + 1]!; k++) {
      weights[k] = tokens.weights[terms[k]!]! * counts[k]!;
      totals[paragraph]! += weights[k]!;
    }
  return { ...counted, weights, totals };
}
