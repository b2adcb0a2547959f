/** 1 / (1 + e⁻ˣ): how likely what has these log odds is. */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
