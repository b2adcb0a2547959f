import { random } from "@plotline/base";

/** An interval of confidence. */
export type Interval = readonly [low: number, high: number];

/**
 * The 95 % percentile interval of a mean: chapters are drawn again with replacement, as many as there are, and the
 * middle 95 % of the means are taken.
 */
export function bootstrapInterval(values: readonly number[], seed: number | string = 1, rounds = 2000): Interval {
  if (values.length === 0) return [0, 0];
  const numbers = Float64Array.from(values);
  const next = random("bootstrap", seed);
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (let k = 0; k < numbers.length; k++) sum += numbers[Math.floor(next() * numbers.length)]!;
    means[round] = sum / numbers.length;
  }
  means.sort();
  return [quantile(means, 0.025), quantile(means, 0.975)];
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(sorted.length - 1, below + 1)]!;
  return low + (high - low) * (place - below);
}
