/** Weights of a logistic regression, the last of them the constant, found by Newton's method. */
export interface Observation {
  readonly inputs: readonly number[];
  /** What is true: 0 or 1. */
  readonly target: number;
  /** How much it counts. */
  readonly weight: number;
}

/** `towards`: where the weights are pulled (with `pull`) while the data are few. */
export function logistic(
  data: Iterable<Observation>,
  size: number,
  pull = 1e-3,
  towards: readonly number[] = [],
): number[] {
  const all = [...data];
  let weights = Array.from({ length: size + 1 }, (_, k) => towards[k] ?? 0);
  for (let round = 0; round < 15; round++) {
    const gradient = weights.map((value, k) => pull * (value - (towards[k] ?? 0)));
    const curvature = weights.map((_, k) => weights.map((_, l) => (k === l ? pull : 0)));
    for (const { inputs, target, weight } of all) {
      const x = [...inputs, 1];
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, k) => sum + value * weights[k]!, 0)));
      const [error, spread] = [weight * (p - target), weight * p * (1 - p)];
      for (let k = 0; k < x.length; k++) {
        gradient[k]! += error * x[k]!;
        for (let l = 0; l < x.length; l++) curvature[k]![l]! += spread * x[k]! * x[l]!;
      }
    }
    const step = solved(curvature, gradient);
    weights = weights.map((value, k) => value - step[k]!);
  }
  return weights;
}

/** x of A x = b, by elimination; A is symmetric and positive. */
function solved(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = a.map((row, k) => [...row, b[k]!]);
  const size = rows.length;
  for (let k = 0; k < size; k++)
    for (let below = k + 1; below < size; below++) {
      const factor = rows[below]![k]! / rows[k]![k]!;
      for (let column = k; column <= size; column++) rows[below]![column]! -= factor * rows[k]![column]!;
    }
  const x = new Array<number>(size).fill(0);
  for (let k = size - 1; k >= 0; k--) {
    let rest = rows[k]![size]!;
    for (let column = k + 1; column < size; column++) rest -= rows[k]![column]! * x[column]!;
    x[k] = rest / rows[k]![k]!;
  }
  return x;
}
