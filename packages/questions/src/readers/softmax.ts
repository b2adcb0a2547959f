/** Shares of one, by the exponentials of the scores. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}

/** Logarithms of a softmax, not below −8. */
export function logShares(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0)) + most;
  return scores.map((score) => Math.max(-8, score - total));
}
