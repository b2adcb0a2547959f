import type { Alignment, Link } from "./chapter/types.ts";
import { at, type Matrix } from "./similarity/similarity.ts";

/** The links that are at least this likely. */
function atLeast(likely: Matrix, threshold: number): Alignment {
  const links: Link[] = [];
  for (let summary = 0; summary < likely.rows; summary++) {
    for (let story = 0; story < likely.columns; story++) {
      const confidence = at(likely, summary, story);
      if (confidence >= threshold && confidence > 0) links.push({ summary, story, confidence: rounded(confidence) });
    }
  }
  return links;
}

/**
 * The links whose expected F is highest, if each cell is a link with its own probability: of the k likeliest cells,
 * F ≈ 2 Σ_k p / (k + Σ p); the best k is found in one pass over the sorted cells.
 */
export function bestExpectedF(likely: Matrix): Alignment {
  return atLeast(likely, bestChoice(likely.values).threshold);
}

/** The expected F of those links. */
export function expectedF(likely: Matrix): number {
  return bestChoice(likely.values).f;
}

/** Six digits: what is written to files is the same wherever it was computed. */
function rounded(confidence: number): number {
  return Math.round(confidence * 1e6) / 1e6;
}

/**
 * Adding a cell of probability p to the links raises their expected F only if p > F / 2, and the F of the likeliest cell
 * alone is a lower bound of the best: few cells need to be sorted.
 */
function bestChoice(values: Matrix["values"]): { readonly f: number; readonly threshold: number } {
  let [likeliest, expected] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    if (values[k]! > likeliest) likeliest = values[k]!;
    expected += values[k]!;
  }
  const least = likeliest / (1 + expected);
  const sorted = Float64Array.from(values.filter((value) => value >= least)).sort();
  let best = { f: 0, threshold: Infinity };
  let found = 0;
  for (let k = sorted.length - 1; k >= 0; k--) {
    found += sorted[k]!;
    const f = (2 * found) / (sorted.length - k + expected);
    if (f > best.f) best = { f, threshold: sorted[k]! };
  }
  return best;
}
