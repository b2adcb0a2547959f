import type { Span } from "@plotline/text";
import type { StoryMention } from "./work.ts";

/** A bullet with one entity masked. It does not depend on any alignment: contexts are joined by method. */
export interface ClozeQuestion {
  readonly id: string;
  readonly work: string;
  readonly chapter: number;
  readonly paragraph: number;
  /** "word": the bullet names nobody, and a random word is asked for; for training only. */
  readonly kind: "entity" | "word";
  /** The bullet, unmasked. */
  readonly bullet: string;
  /** The characters of the bullet that are masked. */
  readonly masked: readonly Span[];
  /** All mentions of entities in the bullet, the masked ones too. */
  readonly mentions: readonly StoryMention[];
  /** The entity asked for, as the work's index numbers it; undefined for a word. */
  readonly entity: number | undefined;
  /** The other entities that the bullet names. */
  readonly named: readonly number[];
  readonly options: Options;
}

/** Ten things to choose from. `entities` is empty for a word question. */
export interface Options {
  readonly names: readonly string[];
  readonly entities: readonly number[];
  readonly answer: number;
}

export const placeholder = "@placeholder";

/** The bullet with its masked stretches replaced. */
export function maskedText({ bullet, masked }: Pick<ClozeQuestion, "bullet" | "masked">, by = placeholder): string {
  return replaceSpans(
    bullet,
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
