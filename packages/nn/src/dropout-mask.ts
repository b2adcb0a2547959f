import { random } from "@plotline/base";

/** Draws a dropout mask (1 keeps): a stream for each seed, step, worker and place in the model, so nothing need be stored. */
export function fillDropoutMask(
  kept: Uint8Array,
  rate: number,
  ...stream: readonly [seed: number, step: number, worker: number, name: string]
): void {
  const next = random("kept", ...stream);
  const threshold = Math.round(rate * 2 ** 32);
  let [x, y, z, w] = [bits(next()), bits(next()), bits(next()), bits(next()) | 1];
  for (let place = 0; place < kept.length; place++) {
    // xorshift128 (Marsaglia 2003): a few operations per draw
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    kept[place] = Number(w >>> 0 >= threshold);
  }
}

function bits(number: number): number {
  return Math.floor(number * 2 ** 32) | 0;
}
