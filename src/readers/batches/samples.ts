import type { Value, Values } from "../../nn/values.ts";
import { below, type Random } from "../../random.ts";
import type { Encoded } from "../encoding/examples.ts";
import type { WordList } from "../encoding/words.ts";

/**
 * The tokens that a decoder learns to distinguish the next one from: the most frequent words and all markers of the
 * batch, each for itself, and of the other words a few, each standing for many. `samples.log` is the logarithm of how
 * many.
 */
export function sampleValues(texts: readonly Encoded[], words: WordList, count: number, next: Random): Values {
  const ids = new Int32Array(count);
  const offsets = new Float32Array(count).fill(nothing);
  const markers = markersIn(texts, words).slice(0, count >> 2);
  const frequent = Math.min(words.firstMarker, count >> 1);
  const each = [...Array.from({ length: frequent }, (_, word) => word), ...markers].slice(0, count);
  each.forEach((token, k) => {
    ids[k] = token;
    offsets[k] = 0;
  });
  const rest = words.firstMarker - frequent;
  const drawn = Math.min(rest, count - each.length);
  for (const [k, word] of distinct(rest, drawn, next).entries()) {
    ids[each.length + k] = frequent + word;
    offsets[each.length + k] = Math.log(rest / drawn);
  }
  return { samples: list(ids), "samples.log": { shape: [count], data: offsets } };
}

/** Every token of the vocabulary, for scoring. */
export function allTokens(words: WordList): Values {
  return { vocabulary: list(Int32Array.from({ length: words.size }, (_, token) => token)) };
}

/** The logarithm of no share at all, yet finite. */
const nothing = -1e9;

function markersIn(texts: readonly Encoded[], { firstMarker }: WordList): number[] {
  const found = new Set<number>();
  for (const text of texts) for (const token of text) if (token >= firstMarker) found.add(token);
  return [...found].sort((a, b) => a - b);
}

/** Different numbers below a bound (Floyd 1987), in no order. */
function distinct(bound: number, count: number, next: Random): number[] {
  const chosen = new Set<number>();
  for (let last = bound - count; last < bound; last++) {
    const number = below(last + 1, next);
    chosen.add(chosen.has(number) ? last : number);
  }
  return [...chosen];
}

function list(data: Int32Array): Value {
  return { shape: [data.length], data };
}
