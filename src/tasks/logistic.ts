import { softmax } from "./softmax.ts";
import type { List } from "./trees.ts";

/** Softmax regression over the candidates of each list, by gradient descent on standardised columns. */
export function trainLogistic(lists: readonly List[], steps = 400, rate = 0.5): number[] {
  const width = lists[0]?.rows[0]?.length ?? 0;
  const scales = columnScales(lists, width);
  const weights = new Array<number>(width).fill(0);
  for (let step = 0; step < steps; step++) {
    const slopes = new Float64Array(width);
    for (const { rows, answer } of lists) {
      const score = (row: Float32Array) => weights.reduce((sum, w, k) => sum + (w * row[k]!) / scales[k]!, 0);
      const shares = softmax(Float64Array.from(rows, score));
      rows.forEach((row, candidate) => {
        const miss = shares[candidate]! - (candidate === answer ? 1 : 0);
        for (let k = 0; k < width; k++) slopes[k]! += (miss * row[k]!) / scales[k]!;
      });
    }
    for (let k = 0; k < width; k++) weights[k]! -= (rate * slopes[k]!) / Math.max(1, lists.length);
  }
  return weights.map((weight, k) => Number((weight / scales[k]!).toPrecision(5)));
}

/** Standard deviations; only differences inside a list matter, so the mean is left alone. */
function columnScales(lists: readonly List[], width: number): number[] {
  const rows = lists.flatMap(({ rows: own }) => own);
  return Array.from({ length: width }, (_, k) => {
    const mean = rows.reduce((sum, row) => sum + row[k]!, 0) / Math.max(1, rows.length);
    const variance = rows.reduce((sum, row) => sum + (row[k]! - mean) ** 2, 0) / Math.max(1, rows.length);
    return Math.sqrt(variance) || 1;
  });
}
