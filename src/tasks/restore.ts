import type { Chapter } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { anonymise } from "./anonymise.ts";
import { maskedText } from "./cloze.ts";
import { inlineContext } from "./inline.ts";
import type { ClozeRow, CompletionRow, ContextRow, PassageRow } from "./row-schemas.ts";
import { textHash } from "./text-hash.ts";

/** The chapters of one work in the reader's own corpus, by number. */
export type OwnChapters = ReadonlyMap<number, Pick<Chapter, "summary" | "story">>;

type Place = "work" | "chapter" | "paragraph";
type ClozeGap = Pick<ClozeRow, Place | "text" | "anonymised" | "bullet_hash" | "masked" | "mentions">;
type CompletionGap = Pick<
  CompletionRow,
  Place | "prefix" | "prefix_end" | "bullet_hash" | "options" | "option_sources"
>;
type PassageGap = Pick<PassageRow, Place | "text" | "hash">;

/** Puts the texts back into a row, or says in which place the reader's corpus differs. */
export function restoreCloze<T extends ClozeGap>(row: T, chapters: OwnChapters): T {
  if (row.text !== null) return row;
  const bullet = ownText(row.work, chapters, "summary", row, row.bullet_hash);
  const markers = new Map(row.mentions.map(({ entity, marker }) => [entity, marker]));
  const { masked, mentions } = row;
  return { ...row, text: maskedText({ bullet, masked }), anonymised: anonymise(bullet, mentions, markers, masked) };
}

export function restoreCompletion<T extends CompletionGap>(row: T, chapters: OwnChapters): T {
  if (row.options !== null) return row;
  const bullet = ownText(row.work, chapters, "summary", row, row.bullet_hash);
  const options = row.option_sources.map((source) =>
    ownText(row.work, chapters, "summary", source, source.hash).slice(source.start),
  );
  return { ...row, prefix: bullet.slice(0, row.prefix_end), options };
}

export function restorePassage<T extends PassageGap>(row: T, chapters: OwnChapters): T {
  return row.text !== null ? row : { ...row, text: ownText(row.work, chapters, "story", row, row.hash) };
}

interface InlineGap extends Pick<ClozeRow, "work" | "chapter"> {
  readonly contexts: readonly ContextPlace[];
  /** Of a dataset with contexts inline: null where a text may not be shared. */
  readonly context?: readonly string[] | null;
}

type ContextPlace = Pick<ContextRow, "alignment" | "protocol" | "paragraphs">;

/** Puts the context of a question back into its row, where the dataset has contexts inline. */
export function restoreContext<T extends InlineGap>(row: T, chapters: OwnChapters): T {
  const chosen = row.context === null ? inlineContext(row.contexts) : undefined;
  if (chosen === undefined) return row;
  const story = chapters.get(row.chapter)?.story ?? [];
  const context = chosen.paragraphs.map((paragraph) => story[paragraph]);
  const lost = chosen.paragraphs.find((_, k) => context[k] === undefined);
  if (lost !== undefined)
    throw new Problem(
      `"${row.work}", place ${row.chapter + 1}: paragraph ${lost + 1} of the story is missing in your corpus, so this file was made from another one.`,
    );
  return { ...row, context };
}

function ownText(
  work: string,
  chapters: OwnChapters,
  side: "summary" | "story",
  { chapter, paragraph }: { chapter: number; paragraph: number },
  hash: string,
): string {
  const text = chapters.get(chapter)?.[side][paragraph];
  if (text !== undefined && textHash(text) === hash) return text;
  const what = text === undefined ? "is missing" : "reads differently";
  throw new Problem(
    `"${work}", place ${chapter + 1}: paragraph ${paragraph + 1} of the ${side === "summary" ? "guide" : side} ${what} in your corpus, so this file was made from another one.`,
  );
}
