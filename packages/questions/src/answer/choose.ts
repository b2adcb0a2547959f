import { random } from "@plotline/base";

/** The option with the highest score; chance decides among equals, the same for one seed. */
export function choose(scores: readonly number[], ...seeds: readonly (number | string)[]): number {
  const best = Math.max(...scores);
  const equal = scores.flatMap((score, k) => (score === best ? k : []));
  if (equal.length === 1) return equal[0] as number;
  return equal[Math.floor(random("tie", ...seeds)() * equal.length)] ?? 0;
}
