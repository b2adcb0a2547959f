import type { Split } from "@plotline/align";
import { type Random, random, shuffled } from "@plotline/base";
import type { Span } from "@plotline/text";
import { type ClozeQuestion, maskedText, placeholder, replaceSpans } from "./cloze.ts";
import type { CompletionItem } from "./completion.ts";
import type { ClozeRow, CompletionRow, ContextRow, PassageRow } from "./row-schemas.ts";
import { textHash } from "./text-hash.ts";
import type { NamedChapter, NamedWork } from "./work.ts";

/** What every row says of where it comes from. */
interface Provenance {
  readonly split: Split;
  readonly corpus: string;
  /** The question set, by name and version. */
  readonly set: string;
}

export function clozeRow(
  question: ClozeQuestion,
  { index }: NamedWork,
  contexts: readonly ContextRow[],
  { split, corpus, set }: Provenance,
  goesOut: boolean,
): ClozeRow {
  const { id, work, chapter, paragraph, kind, point, masked, mentions, options } = question;
  const entity = question.entity === undefined ? undefined : index.entities[question.entity];
  const all = [...mentions.map((mention) => mention.entity), ...options.entities];
  const markers = markersFor(all, random("markers", id));
  const marked = mentions.map(({ start, end, entity: who }) => ({
    start,
    end,
    entity: who,
    marker: markers.get(who) ?? "",
  }));
  return {
    id,
    work,
    split,
    chapter,
    paragraph,
    kind,
    text: goesOut ? maskedText(question) : null,
    anonymised: goesOut ? anonymise(point, mentions, markers, masked) : null,
    point_hash: textHash(point),
    masked,
    mentions: marked,
    entity: question.entity ?? null,
    entity_name: entity?.name ?? null,
    entity_type: entity?.type ?? null,
    entity_forms: entity?.forms.map(({ text }) => text) ?? [],
    options: options.names,
    option_markers: options.entities.map((who) => markers.get(who) ?? ""),
    option_entities: options.entities,
    answer: options.answer,
    contexts,
    corpus,
    set,
  };
}

export function completionRow(
  item: CompletionItem,
  points: ReadonlyMap<number, readonly string[]>,
  contexts: readonly ContextRow[],
  { split, corpus, set }: Provenance,
  goesOut: boolean,
): CompletionRow {
  const { id, work, chapter, paragraph, prefix, options, answer } = item;
  const point = (at: { chapter: number; paragraph: number }) => points.get(at.chapter)?.[at.paragraph] ?? "";
  return {
    id,
    work,
    split,
    chapter,
    paragraph,
    prefix: goesOut ? prefix : null,
    prefix_end: prefix.length,
    point_hash: textHash(point(item)),
    options: goesOut ? options.map(({ text }) => text) : null,
    option_sources: options.map((option) => ({
      chapter: option.chapter,
      paragraph: option.paragraph,
      start: option.start,
      hash: textHash(point(option)),
    })),
    answer,
    contexts,
    corpus,
    set,
  };
}

export function passageRows({ chapter }: NamedChapter, split: Split, goesOut: boolean): PassageRow[] {
  const { work, number, story } = chapter;
  return story.map((text, paragraph) => ({
    id: `${work}/${number}/${paragraph}`,
    work,
    split,
    chapter: number,
    paragraph,
    text: goesOut ? text : null,
    hash: textHash(text),
  }));
}

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
