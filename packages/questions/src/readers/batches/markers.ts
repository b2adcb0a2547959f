import { type Random, shuffled } from "@plotline/base";
import type { Encoded } from "../encoding/examples.ts";
import type { WordList } from "../encoding/words.ts";

/** Which marker represents which entity in one example. */
export interface Markers {
  /** A text with markers in place of entities. */
  marked(text: Encoded): Encoded;
  entity(marker: number): number | undefined;
}

/**
 * Arbitrary markers for the entities of one example (a chapter's questions): numbers that mean somebody else in the
 * next one, so that nothing can be learned of a name. Where there are more entities than markers, those of `asked` come
 * first, then the most frequent; the others share the last marker.
 */
export function markerOf(asked: readonly Encoded[], read: readonly Encoded[], words: WordList, next: Random): Markers {
  const entities = new Map<number, number>();
  count(read, 1, entities);
  count(asked, 1e6, entities);
  const byCount = [...entities].sort(([a, many], [b, more]) => more - many || b - a).map(([entity]) => entity);
  const places = shuffled([...byCount.slice(0, words.markers).keys()], next);
  const marker = new Map(byCount.map((entity, k) => [entity, words.firstMarker + (places[k] ?? words.markers - 1)]));
  return {
    marked: (text) => text.map((token) => (token < 0 ? (marker.get(token) ?? 0) : token)),
    entity: (wanted) => {
      const found = [...marker].find(([, number]) => number === wanted);
      return found === undefined ? undefined : -1 - found[0];
    },
  };
}

function count(texts: readonly Encoded[], weight: number, into: Map<number, number>): void {
  for (const text of texts) for (const token of text) if (token < 0) into.set(token, (into.get(token) ?? 0) + weight);
}
