import { logistic } from "@plotline/base";

/** P(link) = 1 / (1 + exp(−(slope · logit + shift))). */
export interface Platt {
  readonly slope: number;
  readonly shift: number;
}

interface Judged {
  readonly logits: Float32Array | Float64Array;
  /** What is true of each cell, or how likely it is. */
  readonly targets: Float32Array;
}

/** Logistic regression of what is true on logits (Platt 1999). */
export function calibrate(chapters: readonly Judged[]): Platt {
  let [slope, shift] = [0, 0];
  for (let round = 0; round < 25; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    for (const { logits, targets } of chapters)
      for (let k = 0; k < targets.length; k++) {
        const x = logits[k]!;
        const p = logistic(slope * x + shift);
        const [error, weight] = [p - targets[k]!, p * (1 - p)];
        g0 += error;
        g1 += error * x;
        h00 += weight;
        h01 += weight * x;
        h11 += weight * x * x;
      }
    const determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 1e-9)) break;
    shift -= (h11 * g0 - h01 * g1) / determinant;
    slope -= (h00 * g1 - h01 * g0) / determinant;
  }
  return slope > 0 && Number.isFinite(slope + shift) ? { slope, shift } : { slope: 1, shift: 0 };
}

/** Logits as probabilities, by a calibration. */
export function probabilities(logits: Float32Array | Float64Array, { slope, shift }: Platt): Float32Array {
  return Float32Array.from(logits, (logit) => logistic(slope * logit + shift));
}
