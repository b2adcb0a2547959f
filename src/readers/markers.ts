import { type Random, shuffled } from "../random.ts";
import type { Encoded } from "./examples.ts";
import type { WordList } from "./words.ts";

/**
 * Arbitrary markers for the entities of one example (a chapter's questions): numbers that mean somebody else in the
 * next one, so that nothing can be learned of a name. Where there are more entities than markers, those of `asked` come
 * first, then the most frequent; the others share the last marker.
 */
export function markEntities(
  asked: readonly Encoded[],
  read: readonly Encoded[],
  words: WordList,
  next: Random,
): (text: Encoded) => Encoded {
  const entities = new Map<number, number>();
  count(read, 1, entities);
  count(asked, 1e6, entities);
  const byCount = [...entities].sort(([a, many], [b, more]) => more - many || b - a).map(([entity]) => entity);
  const places = shuffled([...byCount.slice(0, words.markers).keys()], next);
  const marker = new Map(byCount.map((entity, k) => [entity, words.firstMarker + (places[k] ?? words.markers - 1)]));
  return (text) => text.map((token) => (token < 0 ? (marker.get(token) ?? 0) : token));
}

function count(texts: readonly Encoded[], weight: number, into: Map<number, number>): void {
  for (const text of texts) for (const token of text) if (token < 0) into.set(token, (into.get(token) ?? 0) + weight);
}
