/**
 * Every number here depends on the weights of the two networks (align/learned/weights.json and row/weights.json), and is
 * fitted to them by `npm run train -- guide`, on works that the networks have not learned from; docs/results.md shows
 * what it printed, and where another value was taken.
 */

/** How the log-odds of the network that knows the order, and of the one that reads single points, are added up. */
export interface Mix {
  readonly ordered: number;
  readonly single: number;
  readonly shift: number;
  /** How fast a point's reach ends: for each ln(1 + words from its likeliest paragraph ÷ its own words). */
  readonly far: number;
}

/** The mixtures of a tier: what its network knows of meaning comes from the token table, or from an encoder. */
export interface Mixtures {
  /** For a guide as guides are: the more words it has for its story, the more of it it covers. */
  readonly fullGuide: Mix & { readonly sparse: number };
  /** What the log-odds of a full guide's chosen links gain before they are shown as confidences, likewise. */
  readonly shown: { readonly shift: number; readonly sparse: number };
  /** For a guide without an order of its own: which order the story has is a guess. */
  readonly mixed: Mix;
  /** For one point that leaves most of the story out, and for `sparse.few` of them: their order says little. */
  readonly fewPoints: { readonly one: Mix; readonly several: Mix };
}

export const tableMixtures: Mixtures = {
  fullGuide: { ordered: 0.9, single: 0.15, shift: 0.28, far: 0, sparse: -0.09 },
  shown: { shift: 0.28, sparse: -0.3 },
  mixed: { ordered: 0.5, single: 0.5, shift: 0.28, far: 0 },
  fewPoints: {
    one: { ordered: 0.44, single: 0.56, shift: -0.08, far: -0.38 },
    several: { ordered: 0.67, single: 0.36, shift: 0.52, far: -0.38 },
  },
};

/** Of our encoder; others share them. Full guides have the shift of its network. */
export const encoderMixtures: Mixtures = {
  fullGuide: { ordered: 0.79, single: 0.1, shift: 0, far: 0, sparse: -0.07 },
  shown: tableMixtures.shown,
  mixed: { ordered: 0.51, single: 0.34, shift: 0.04, far: 0 },
  fewPoints: {
    one: { ordered: 0.88, single: 0.4, shift: -0.72, far: -0.41 },
    several: { ordered: 0.64, single: 0.33, shift: 0.11, far: -0.41 },
  },
};

/** From full guides to few points, by how sparse the guide is; a guide of `many` points is a full one however sparse. */
export const sparse = { none: 0.3, all: 0.8, few: 5, many: 10 };

/** The usual logarithm of a story's words for each word of its guide (a guide has a sixth of them), and for each point. */
export const usual = { byWords: 1.8, byPoints: 5.3 };

/**
 * What another order than the guide's own must gain: in expected F, to which `byPaths` times the gain of ln Z of the paths by
 * points, for each point, is added. More where there are few points, and where all are sorted; where only some are moved,
 * `someMoved` and more the larger their share.
 */
export const leastGain = { order: 0.06, byPaths: 0.05, ofFew: 0.2, mixed: 0.04, someMoved: 0.02, eachMoved: 0.3 };

/** What ln Z of the paths must gain, for each point, before an order is tried: all that were taken gained more. */
export const leastPromise = 0.2;

/** Whether the story has a point's passage: log-odds from what the row network says, and from the point's best cell. */
export const presence = { matched: 0.86, best: 0.7, shift: 0.27 };

/** Whether a guide is about a text: log-odds from the mean of its points' (each no further from 0 than `furthest`). */
export const fitting = { furthest: 4, middle: 0, slope: 2, fewest: 3 };

/** In a calibration as many more chapters count as having the usual slope and shift. */
export const caution = 2;

/**
 * For guides that cover a story whole: how far a cell's log-odds may be from 0, by what they are divided, the price of a point
 * without a paragraph, how likely the surest link is, and the share of paragraphs in place from which gold counts as whole.
 * First tried on all books of the King James Bible, then settled on those outside the validation split; F is flat around them.
 */
export const whole = { furthest: 4, temperature: 5, skipSummary: 6, surest: 0.95, share: 0.9 };
