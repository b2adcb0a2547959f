interface Recipe {
  /** Chapters per step. */
  readonly batch: number;
  readonly rate: number;
  /** Steps until the learning rate is at its highest; from there it falls along a cosine. */
  readonly warmUp: number;
  /** Chapters of more cells than this take part in some epochs only. */
  readonly largest: number;
}

/** How the aligner's small networks learn: a chapter at a time, on the portable backend. */
export function chapterRecipe({ batch, rate, warmUp, largest }: Recipe) {
  return {
    weigh: () => 1,
    batchSize: batch,
    provider: "portable",
    threads: batch,
    adam: { learningRate: rate },
    schedule: (step: number, steps: number) =>
      Math.min(1, (step + 1) / warmUp) * 0.5 * (1 + Math.cos((Math.PI * step) / steps)),
    clip: 1,
    sitsOut: ({ targets }: { readonly targets: ArrayLike<number> }, next: () => number) =>
      targets.length > largest && next() >= largest / targets.length,
  } as const;
}
