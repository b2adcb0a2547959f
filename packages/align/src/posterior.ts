import { noPins, type Pins } from "./method.ts";
import { plan, stretches, withoutForbidden } from "./pins.ts";
import { type Matrix, matrix } from "./similarity/similarity.ts";
import { type Skips, Ways } from "./sweep.ts";

export interface PosteriorOptions {
  /** Scores are divided by it: high makes all paths alike, low leaves only the best. */
  readonly temperature?: number;
  /** No score ÷ temperature counts for more than this, to either side. */
  readonly steepest?: number;
  /** The price of a point that covers no paragraph, in units of score ÷ temperature; none: every point is linked. */
  readonly skipSummary?: number;
  /** The price of a story paragraph that no point covers (negative: a gain); none: every paragraph is covered. */
  readonly skipStory?: number;
}

/**
 * Chosen on the gold chapters, where F is flat around them: a path gains when a paragraph stays uncovered (a guide covers
 * less than half of a story), and confidences come out as the shares that are right.
 */
export const likelyOptions: PosteriorOptions = { temperature: 4, skipSummary: 2, skipStory: -1 };

/**
 * How likely each link is when a path is drawn with probability ∝ exp(Σ g / temperature − prices of what it skips):
 * forward-backward over all chronological paths. Pinned links have 1, forbidden ones 0; pins against the order of the
 * others have 1 and no influence.
 */
export function posterior(g: Matrix, options: PosteriorOptions = {}, pins: Pins = noPins): Matrix {
  return matrix(g.rows, g.columns, new Float32Array(exactPosterior(g, options, pins)));
}

/** The same in double precision. */
export function exactPosterior(g: Matrix, options: PosteriorOptions, pins: Pins = noPins): Float64Array {
  if (g.values.length === 0) return new Float64Array();
  const { chain, aside, forbidden } = plan(pins, g.rows, g.columns);
  const ways = new Ways(withoutForbidden(g, forbidden), options.temperature ?? 1, options.steepest ?? steepest);
  const all = stretches(chain, g.rows, g.columns);
  all.forEach((stretch, k) => {
    ways.pass(stretch, skips(options), { openStart: k === 0, openEnd: k === all.length - 1 });
  });
  const likely = ways.likely.slice();
  for (const { summary, story } of forbidden) likely[summary * g.columns + story] = 0;
  for (const { summary, story } of [...chain, ...aside]) likely[summary * g.columns + story] = 1;
  return likely;
}

/** ln Z: how much all chronological paths weigh together, each exp(Σ g / temperature − prices of what it skips). */
export function logPartition(g: Matrix, options: PosteriorOptions = {}): number {
  return new Ways(g, options.temperature ?? 1, options.steepest ?? steepest).logarithm(g.rows, skips(options));
}

/** Beyond this a single cell decides everything, and powers of two would run out. */
const steepest = 170;

function skips({ skipSummary = Infinity, skipStory = Infinity }: PosteriorOptions): Skips {
  return { summary: Math.exp(-skipSummary), story: Math.exp(-skipStory) };
}
