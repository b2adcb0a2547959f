import { logistic } from "@plotline/base";
import { encoderFeatures, type FeatureName, ownFeatures, type SentencePlanes } from "./features.ts";
import weights from "./weights.json" with { type: "json" };

/** What was learned: a weight for each feature, and what the sums mean. */
export interface RankWeights {
  readonly features: readonly number[];
  readonly calibration: { readonly sum: number; readonly share: number; readonly shift: number };
}

/** How likely each sentence belongs to the passage that carries each statement, between 0 and 1. */
export function likelySentences(planes: SentencePlanes, columns: number): Float32Array {
  const isEncoded = planes["encoder pooled"] !== undefined;
  const [names, chosen]: [readonly FeatureName[], RankWeights] = isEncoded
    ? [encoderFeatures, weights.encoder]
    : [ownFeatures, weights.own];
  const sums = weightedSums(
    names.map((name) => planes[name]!),
    chosen.features,
  );
  const likely = new Float32Array(sums.length);
  for (let from = 0; from < sums.length; from += columns) {
    const row = sums.subarray(from, from + columns);
    const total = logOfSum(row);
    for (let column = 0; column < columns; column++)
      likely[from + column] = calibrated(row[column]!, total, chosen.calibration);
  }
  return likely;
}

function weightedSums(planes: readonly Float32Array[], features: readonly number[]): Float64Array {
  const sums = new Float64Array(planes[0]!.length);
  planes.forEach((plane, k) => {
    for (let cell = 0; cell < sums.length; cell++) sums[cell]! += features[k]! * plane[cell]!;
  });
  return sums;
}

/** ln Σ exp. */
export function logOfSum(values: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > most) most = value;
  let sum = 0;
  for (const value of values) sum += Math.exp(value - most);
  return most + Math.log(sum);
}

/** By the sum itself and by its share among all sentences of the story; both rise with the sum, so no order changes. */
function calibrated(sum: number, total: number, { sum: ofSum, share, shift }: RankWeights["calibration"]): number {
  return logistic(ofSum * sum + share * (sum - total) + shift);
}

/** Four digits: the same wherever it was computed. */
export function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
