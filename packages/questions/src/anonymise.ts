import { type Random, shuffled } from "@plotline/base";
import type { Span } from "@plotline/text";
import { placeholder, replaceSpans } from "./cloze.ts";

/** Arbitrary names for the entities of one example: numbers that mean something else in the next one. */
type Markers = ReadonlyMap<number, string>;

export function markersFor(entities: Iterable<number>, next: Random): Markers {
  const distinct = [...new Set(entities)].sort((a, b) => a - b);
  const numbers = shuffled([...distinct.keys()], next);
  return new Map(distinct.map((entity, k) => [entity, `@entity${numbers[k]}`]));
}

/** A text with its entities as markers; spans without one stay. `masked` stretches become the placeholder. */
export function anonymise(
  text: string,
  mentions: readonly (Span & { readonly entity: number | undefined })[],
  markers: Markers,
  masked: readonly Span[] = [],
): string {
  const hidden = new Set(masked.map(({ start }) => start));
  const inMention = new Set(mentions.map(({ start }) => start));
  const spans = mentions.flatMap(({ start, end, entity }) => {
    const by = hidden.has(start) ? placeholder : entity === undefined ? undefined : markers.get(entity);
    return by === undefined ? [] : { start, end, by };
  });
  const words = masked.filter(({ start }) => !inMention.has(start)).map((span) => ({ ...span, by: placeholder }));
  return replaceSpans(
    text,
    [...spans, ...words].sort((a, b) => a.start - b.start),
  );
}
