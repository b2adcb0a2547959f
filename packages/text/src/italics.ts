import { sumOf } from "@plotline/base";

/** A stretch of a text, by its place in it. The underscores around italics belong to no stretch. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly isItalic: boolean;
}

/**
 * Plain-text books write italics as _italics_, or as _ital_ics for a part of a word: what is between two underscores,
 * neither of them next to a space inside, and at least one at the edge of a word, so that a_file_name stays one.
 */
const marked = /(?<![\p{L}\p{N}_])_([^\s_](?:[^_]*[^\s_])?)_(?!_)|(?<!_)_([^\s_](?:[^_]*[^\s_])?)_(?![\p{L}\p{N}_])/gu;

/** The stretches of a text, in their order. */
export function italicStretches(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const { index, 0: found } of text.matchAll(marked)) {
    const end = index + found.length;
    stretches.push({ start: at, end: index, isItalic: false }, { start: index + 1, end: end - 1, isItalic: true });
    at = end;
  }
  return [...stretches, { start: at, end: text.length, isItalic: false }].filter(({ start, end }) => start < end);
}

/** Where a place of the text is in what is shown of it, without the underscores. */
export function shownPlace(stretches: readonly Stretch[], place: number): number {
  return sumOf(stretches, ({ start, end }) => Math.max(0, Math.min(end, place) - start));
}
