/** The settings of Adam (Kingma and Ba 2015). */
export interface AdamOptions {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
}

export const adamDefaults: AdamOptions = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

/** Weights with their two moving averages, all of one length. */
export interface Moments {
  readonly weights: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** The numbers of one step that are the same for all weights. */
interface AdamStep {
  readonly rate: number;
  readonly correction: number;
  readonly scale: number;
  readonly epsilon: number;
  readonly beta1: number;
  readonly beta2: number;
}

/** Steps count from 1; gradients are taken times `scale`. */
export function adamStep(
  { step, scale }: { readonly step: number; readonly scale: number },
  { learningRate, beta1, beta2, epsilon }: AdamOptions,
): AdamStep {
  const correction = 1 / Math.sqrt(1 - beta2 ** step);
  return { rate: learningRate / (1 - beta1 ** step), correction, scale, epsilon, beta1, beta2 };
}

/** PyTorch's SparseAdam adds ε before the second average is corrected; a lazy step does as it does. */
export function lazily(step: AdamStep): AdamStep {
  return { ...step, epsilon: step.epsilon * step.correction };
}

/**
 * One Adam step (Kingma and Ba 2015) in place, from element `start` to before `end`.
 *   m = β₁m + (1−β₁)g    v = β₂v + (1−β₂)g²    w −= rate · (m / (1−β₁ᵗ)) / (√(v / (1−β₂ᵗ)) + ε)
 */
export function adam(
  { weights, first, second }: Moments,
  gradient: Float32Array,
  start: number,
  end: number,
  { rate, correction, scale, epsilon, beta1, beta2 }: AdamStep,
): void {
  const [fresh1, fresh2] = [1 - beta1, 1 - beta2];
  for (let at = start; at < end; at++) {
    const g = gradient[at]! * scale;
    const m = beta1 * first[at]! + fresh1 * g;
    const v = beta2 * second[at]! + fresh2 * g * g;
    first[at] = m;
    second[at] = v;
    weights[at] = weights[at]! - (rate * m) / (Math.sqrt(v) * correction + epsilon);
  }
}
