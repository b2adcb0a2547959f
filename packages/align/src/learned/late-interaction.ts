import { once } from "@plotline/base";
import { Kernel } from "@plotline/nn";
import type { Words } from "@plotline/text";
import { type Bags, bags, indexByTerm } from "../similarity/bags.ts";
import type { Plane } from "./planes.ts";

/** Paragraphs, each of their different tokens once, and how much each says: its weight as often as it occurs. */
export interface WeighedTokens extends Bags {
  /** Different tokens of all paragraphs. */
  readonly tokens: number;
  readonly weights: Float32Array;
  /** Of each paragraph. */
  readonly totals: Float64Array;
}

/** Tokens by numbers from 0 on, and how much each of these says. */
export function weighTokens(words: Words, weightOf: Float32Array): WeighedTokens {
  const counted = bags(words, weightOf.length);
  const { size, starts, terms, counts } = counted;
  const weights = new Float32Array(terms.length);
  const totals = new Float64Array(size);
  for (let paragraph = 0; paragraph < size; paragraph++)
    for (let k = starts[paragraph]!; k < starts[paragraph + 1]!; k++) {
      weights[k] = weightOf[terms[k]!]! * counts[k]!;
      totals[paragraph]! += weights[k]!;
    }
  return { ...counted, tokens: weightOf.length, weights, totals };
}

/** Every token of one side finds the token of the other most like it; the weighted means of how like they are. */
export interface Found {
  readonly pointFound: Plane;
  readonly paragraphFound: Plane;
}

/**
 * The cosines of `count` tokens of the points, from `first` on, with all tokens of the story, row by row. A whole novel is
 * compared with its guide, so they are asked for a strip at a time.
 */
export type Cosines = (first: number, count: number) => Float32Array;

/** Tokens whose cosines are asked for at a time. */
const strip = 64;

/** Tokens or points that are compared at once: what is looked up in the story is looked up once for all of them. */
const atOnce = 4;

const kernel = once(() => new Kernel());

/** Late interaction between points and paragraphs; 0 where a side has no token. */
export function lateInteraction(points: WeighedTokens, story: WeighedTokens, cosines: Cosines): Found {
  const interaction = new Interaction(points, story);
  interaction.compare(cosines);
  return interaction.found();
}

/** Numbers of the kernel's memory, by their addresses: rows for four tokens of the points, and what was found so far. */
class Interaction {
  private readonly on = kernel();
  /** Numbers per row: for the tokens of the story, and for its paragraphs. */
  private readonly width: number;
  private readonly columns: number;
  /** The cosines that were asked for last. */
  private rowsOfStrip: Float32Array = new Float32Array();
  private readonly at: Readonly<Record<Region, number>>;

  constructor(
    private readonly points: WeighedTokens,
    private readonly story: WeighedTokens,
  ) {
    const { on } = this;
    const [width, columns] = [multiple(story.tokens, 8), multiple(story.size, atOnce)];
    [this.width, this.columns] = [width, columns];
    this.at = on.layOut({
      /** [4, width], and the same transposed. */
      rows: 4 * atOnce * width,
      across: 4 * atOnce * width,
      /** [columns, 4], and the same transposed. */
      ofParagraphs: 4 * atOnce * columns,
      nearest: 4 * atOnce * columns,
      /** By point and token of the story: the likeness of the point's token most like it. */
      best: 4 * multiple(points.size, atOnce) * width,
      /** By point and paragraph: the weighted sum of what the point's tokens found. */
      sums: 4 * points.size * columns,
      terms: story.terms.byteLength,
      weights: story.weights.byteLength,
      starts: story.starts.byteLength,
    });
    on.integers(this.at.terms, story.terms.length).set(story.terms);
    on.floats(this.at.weights, story.weights.length).set(story.weights);
    on.integers(this.at.starts, story.starts.length).set(story.starts);
    on.floats(this.at.best, points.size * width).fill(-1);
    on.floats(this.at.sums, points.size * columns).fill(0);
  }

  /** Every token of the points looks for the one most like it in each paragraph, and makes itself known to the story's. */
  compare(cosines: Cosines): void {
    const { on, points, at, width, columns } = this;
    const having = indexByTerm(points, points.tokens);
    for (let token = 0; token < points.tokens; token++) {
      const lane = token % atOnce;
      if (token % strip === 0) this.rowsOfStrip = cosines(token, Math.min(strip, points.tokens - token));
      if (lane === 0) this.findNearest(token % strip);
      for (let entry = having.starts[token]!; entry < having.starts[token + 1]!; entry++) {
        const row = having.rows[entry]!;
        const weight = points.weights[having.places[entry]!]!;
        on.loops.raise(at.best + 4 * row * width, at.rows + 4 * lane * width, width);
        on.loops.addRow(at.sums + 4 * row * columns, at.nearest + 4 * lane * columns, weight, columns);
      }
    }
  }

  /** For each of four tokens and each paragraph the likeness of the token most like it. */
  private findNearest(first: number): void {
    const { loops } = this.on;
    const { at, width, columns, story, rowsOfStrip } = this;
    for (let lane = 0; lane < atOnce; lane++) {
      const row = rowsOfStrip.subarray((first + lane) * story.tokens, (first + lane + 1) * story.tokens);
      this.on.floats(at.rows + 4 * lane * width, width).set(row);
    }
    loops.transpose(at.rows, 4 * width, 16, at.across, 16, 64, width / 4);
    loops.largest(at.across, at.terms, at.starts, story.size, at.ofParagraphs);
    loops.transpose(at.ofParagraphs, 16, 64, at.nearest, 4 * columns, 16, columns / 4);
  }

  /** The weighted means of what tokens have found. */
  found(): Found {
    const { on, points, story, at, columns } = this;
    const pointFound = new Float32Array(points.size * story.size);
    const paragraphFound = new Float32Array(points.size * story.size);
    const sums = on.floats(at.sums, points.size * columns);
    const ofFour = on.floats(at.ofParagraphs, atOnce * columns);
    for (let row = 0, cell = 0; row < points.size; row++) {
      const lane = row % atOnce;
      if (lane === 0) this.addUpParagraphs(row);
      for (let column = 0; column < story.size; column++, cell++) {
        if (points.totals[row] === 0 || story.totals[column] === 0) continue;
        pointFound[cell] = sums[row * columns + column]! / points.totals[row]!;
        paragraphFound[cell] = ofFour[column * atOnce + lane]! / story.totals[column]!;
      }
    }
    return { pointFound, paragraphFound };
  }

  /** For each paragraph and each of four points the weighted sum of what the paragraph's tokens found. */
  private addUpParagraphs(row: number): void {
    const { loops } = this.on;
    const { at, width, story } = this;
    loops.transpose(at.best + 4 * row * width, 4 * width, 16, at.across, 16, 64, width / 4);
    loops.weightedSums(at.across, at.terms, at.weights, at.starts, story.size, at.ofParagraphs);
  }
}

type Region = "rows" | "across" | "ofParagraphs" | "nearest" | "best" | "sums" | "terms" | "weights" | "starts";

function multiple(count: number, of: number): number {
  return Math.ceil(count / of) * of;
}
