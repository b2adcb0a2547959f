/** Shares of one, by the exponentials of the scores. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}
