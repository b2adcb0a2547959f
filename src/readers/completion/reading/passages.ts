import { type Passage, passagesOf, type Segment } from "../../passages.ts";

const maxPassageWords = 130;

/** For each option the one passage that speaks most for it: its words are there, about where the bullet belongs. */
export function optionPassages(
  segments: readonly Segment[],
  matches: readonly Float64Array[],
  { index, bullets }: { readonly index: number; readonly bullets: number },
): Passage[] {
  return matches.map((scores) => {
    const most = scores.reduce((a, b) => Math.max(a, b), 1e-9);
    const centre = ((index + 0.5) / bullets) * scores.length - 0.5;
    const width = 0.15 * scores.length + 0.7;
    const weights = scores.map((score, k) => score / most + 0.7 * Math.exp(-(((k - centre) / width) ** 2) / 2));
    return passagesOf(segments, weights, { count: 1, words: maxPassageWords })[0] ?? { from: 0, to: 0 };
  });
}
