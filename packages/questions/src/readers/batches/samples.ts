import { below, type Random } from "@plotline/base";
import type { Values } from "@plotline/nn";
import type { Encoded } from "../encoding/examples.ts";
import type { WordList } from "../encoding/words.ts";
import { counting } from "./documents.ts";
import { floats, InputGroup, integers } from "./input-group.ts";

/** Tokens to distinguish the next one from, and the logarithm of how many words each stands for. */
export function sampleInputs(count: number) {
  return new InputGroup("samples", { ids: integers(count), log: floats(count) });
}

/** Every token of the vocabulary. */
export function vocabularyInputs(size: number) {
  return new InputGroup("vocabulary", { ids: integers(size) });
}

/**
 * The tokens that a decoder learns to distinguish the next one from: the most frequent words and all markers of the
 * batch, each for itself, and of the other words a few, each standing for many.
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
  return sampleInputs(count).values({ ids: { shape: [count], data: ids }, log: { shape: [count], data: offsets } });
}

export function allTokens({ size }: WordList): Values {
  return vocabularyInputs(size).values({ ids: counting(size) });
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
