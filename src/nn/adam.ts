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

/**
 * One Adam step (Kingma and Ba 2015) in place, from element `start` to before `end`, on gradients times `scale`.
 *   m = β₁m + (1−β₁)g    v = β₂v + (1−β₂)g²    w −= rate · (m / (1−β₁ᵗ)) / (√(v / (1−β₂ᵗ)) + ε)
 */
export function adam(
  { weights, first, second }: Moments,
  gradient: Float32Array,
  [start, end]: readonly [number, number],
  { step, scale }: { step: number; scale: number },
  { learningRate, beta1, beta2, epsilon }: AdamOptions,
): void {
  const rate = learningRate / (1 - beta1 ** step);
  const correction = 1 / Math.sqrt(1 - beta2 ** step);
  const [fresh1, fresh2] = [1 - beta1, 1 - beta2];
  for (let at = start; at < end; at++) {
    const g = (gradient[at] as number) * scale;
    const m = beta1 * (first[at] as number) + fresh1 * g;
    const v = beta2 * (second[at] as number) + fresh2 * g * g;
    first[at] = m;
    second[at] = v;
    weights[at] = (weights[at] as number) - (rate * m) / (Math.sqrt(v) * correction + epsilon);
  }
}

/** PyTorch's SparseAdam adds ε before the second average is corrected; a lazy step does as it does. */
export function lazily(options: AdamOptions, step: number): AdamOptions {
  return { ...options, epsilon: options.epsilon / Math.sqrt(1 - options.beta2 ** step) };
}
