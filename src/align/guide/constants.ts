/**
 * Every number here depends on the weights of the two networks (align/learned/weights.json and row/weights.json), and is
 * fitted to them by `node scripts/fit-guide.mjs`, on works that neither has learned from.
 */

/** How the two networks' log-odds are added up, by the number of bullets: the fewer, the less their order says. */
export const mixture: readonly Mix[] = [
  { bullets: 1, ordered: 0.27, single: 0.92, shift: -0.11 },
  { bullets: 2, ordered: 0.45, single: 0.81, shift: -0.02 },
  { bullets: 3, ordered: 0.51, single: 0.69, shift: -0.02 },
  { bullets: 5, ordered: 0.66, single: 0.58, shift: 0.03 },
  { bullets: 8, ordered: 0.77, single: 0.47, shift: 0.14 },
  { bullets: 14, ordered: 0.85, single: 0.35, shift: 0.26 },
];

export interface Mix {
  readonly bullets: number;
  /** What the log-odds of the network that knows the order count, and of the one that reads single bullets. */
  readonly ordered: number;
  readonly single: number;
  readonly shift: number;
}
