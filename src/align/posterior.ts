import { type Matrix, matrix } from "../similarity/matrix.ts";
import { noPins, type Pins } from "./method.ts";
import { plan, type Rectangle, stretches, withoutForbidden } from "./pins.ts";
import { logarithm, product, sweep } from "./sweep.ts";

export interface PosteriorOptions {
  /** Scores are divided by it: high makes all paths alike, low leaves only the best. */
  readonly temperature?: number;
  /** The price of a bullet that covers no paragraph, in units of score ÷ temperature; none: every bullet is linked. */
  readonly skipSummary?: number;
  /** The price of a story paragraph that no bullet covers (negative: a gain); none: every paragraph is covered. */
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
 *
 * @example
 * const likely = posterior(matrix(2, 2, Float64Array.of(2, 0, 0, 2)), { temperature: 0.5 });
 * at(likely, 0, 0) > at(likely, 0, 1); // → true
 */
export function posterior(
  g: Matrix,
  options: PosteriorOptions = {},
  pins: Pins = noPins,
  likely: Matrix = matrix(g.rows, g.columns),
): Matrix {
  if (g.rows === 0 || g.columns === 0) return likely;
  const { chain, aside, forbidden } = plan(pins, g.rows, g.columns);
  const weights = pathWeights(withoutForbidden(g, forbidden), options.temperature ?? 1);
  const all = stretches(chain, g.rows, g.columns);
  all.forEach((stretch, k) => {
    const ends = { openStart: k === 0, openEnd: k === all.length - 1 };
    marginals(weights, stretch, { ...skips(options), ...ends }, likely);
  });
  for (const { summary, story } of forbidden) likely.values[summary * g.columns + story] = 0;
  for (const { summary, story } of [...chain, ...aside]) likely.values[summary * g.columns + story] = 1;
  return likely;
}

/** ln Z: how much all chronological paths weigh together, each exp(Σ g / temperature − prices of what it skips). */
export function logPartition(g: Matrix, options: PosteriorOptions = {}): number {
  const { values } = pathWeights(g, options.temperature ?? 1);
  const { summary, story } = skips(options);
  const shape = { height: g.rows, width: g.columns, skipSummary: summary, skipStory: story };
  return logarithm(sweep(values, { ...shape, start: 0, down: g.columns, right: 1, open: true }).open);
}

interface Ends {
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

interface Skips {
  readonly summary: number;
  readonly story: number;
}

function skips({ skipSummary = Infinity, skipStory = Infinity }: PosteriorOptions): Skips {
  return { summary: Math.exp(-skipSummary), story: Math.exp(-skipStory) };
}

/** Beyond this a single cell decides everything, and powers of two would run out. */
const steepest = 170;

function pathWeights({ rows, columns, values }: Matrix, temperature: number): Matrix {
  const weights = new Float64Array(values.length);
  for (let k = 0; k < values.length; k++)
    // most pairs share nothing
    weights[k] = values[k] === 0 ? 1 : Math.exp(Math.max(-steepest, Math.min(steepest, values[k]! / temperature)));
  return { rows, columns, values: weights };
}

/** P(i, j) = (all ways to the cell) × its weight × (all ways on) ÷ (all ways). */
function marginals(weights: Matrix, stretch: Rectangle, skip: Skips & Ends, likely: Matrix): void {
  const height = stretch.to.summary - stretch.from.summary + 1;
  const width = stretch.to.story - stretch.from.story + 1;
  const first = stretch.from.summary * weights.columns + stretch.from.story;
  const last = stretch.to.summary * weights.columns + stretch.to.story;
  const shape = { height, width, skipSummary: skip.summary, skipStory: skip.story };
  const values = weights.values;
  const here = sweep(values, { ...shape, start: first, down: weights.columns, right: 1, open: skip.openStart });
  const on = sweep(values, { ...shape, start: last, down: -weights.columns, right: -1, open: skip.openEnd });
  const total = skip.openEnd ? here.open : here.closed;
  const cells = height * width;
  for (let row = 0, k = 0; row < height; row++) {
    for (let column = 0; column < width; column++, k++) {
      const place = first + row * weights.columns + column;
      likely.values[place] = product(here, k, values[place]!, on, cells - 1 - k, total);
    }
  }
}
