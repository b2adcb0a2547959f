import { mixedFnv } from "./hash.ts";

/** A stream of numbers in [0, 1): the same seed gives the same stream on every machine (sfc32). */
export type Random = () => number;

/** Seeds are numbers or strings; several are mixed, so that each chapter can have a stream of its own. */
export function random(...seeds: readonly (number | string)[]): Random {
  let a = mixedFnv(seeds.join("\u0000"), 0x9e3779b9);
  let b = mixedFnv(seeds.join("\u0001"), 0x243f6a88);
  let c = 0xb7e15162;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next();
  return next;
}

/** A whole number from 0 to below `bound`. */
export function below(bound: number, next: Random): number {
  return Math.floor(next() * bound);
}

/** A shuffled copy (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], next: Random): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = below(last + 1, next);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
