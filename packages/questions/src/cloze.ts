import { below, type Random } from "@plotline/base";
import type { Span, StoryMention } from "@plotline/text";
import type { NamedChapter, NamedWork } from "./work.ts";

/** A point with one entity masked. It does not depend on any alignment: contexts are joined by method. */
export interface ClozeQuestion {
  readonly id: string;
  readonly work: string;
  readonly chapter: number;
  readonly paragraph: number;
  /** "word": the point names nobody, and a random word is asked for; for training only. */
  readonly kind: "entity" | "word";
  /** The point, unmasked. */
  readonly point: string;
  /** The characters of the point that are masked. */
  readonly masked: readonly Span[];
  /** All mentions of entities in the point, the masked ones too. */
  readonly mentions: readonly StoryMention[];
  /** The entity asked for, as the work's index numbers it; undefined for a word. */
  readonly entity: number | undefined;
  /** The other entities that the point names. */
  readonly named: readonly number[];
  readonly options: Options;
}

/** Ten things to choose from. `entities` is empty for a word question. */
export interface Options {
  readonly names: readonly string[];
  readonly entities: readonly number[];
  readonly answer: number;
}

/** A point with all mentions of an entity masked. */
export function questionAbout(
  entity: number,
  work: NamedWork,
  chapter: NamedChapter,
  paragraph: number,
  options: Options,
): ClozeQuestion {
  const mentions = chapter.points[paragraph] ?? [];
  return {
    ...placeOf(work, chapter, paragraph),
    kind: "entity",
    masked: mentions.filter((mention) => mention.entity === entity).map(({ start, end }) => ({ start, end })),
    mentions,
    entity,
    named: [...new Set(mentions.map((mention) => mention.entity))].filter((other) => other !== entity),
    options,
  };
}

export function placeOf(work: NamedWork, { chapter: { number, summary } }: NamedChapter, paragraph: number) {
  const id = `${work.title}/${number}/${paragraph}`;
  return { id, work: work.title, chapter: number, paragraph, point: summary[paragraph] ?? "" };
}

/** Of several entities, one at least, the one that the chapter's summary names least; among equals the draw decides. */
export function rarest(entities: readonly number[], { told }: NamedChapter, next: Random): number {
  const least = Math.min(...entities.map((entity) => told.get(entity) ?? 0));
  const found = entities.filter((entity) => (told.get(entity) ?? 0) === least);
  return found[below(found.length, next)] as number;
}

export const placeholder = "@placeholder";

/** The point with its masked stretches replaced. */
export function maskedText({ point, masked }: Pick<ClozeQuestion, "point" | "masked">, by = placeholder): string {
  return replaceSpans(
    point,
    masked.map((span) => ({ ...span, by })),
  );
}

export function replaceSpans(text: string, spans: readonly (Span & { readonly by: string })[]): string {
  let result = "";
  let last = 0;
  for (const { start, end, by } of spans) {
    result += text.slice(last, start) + by;
    last = end;
  }
  return result + text.slice(last);
}
