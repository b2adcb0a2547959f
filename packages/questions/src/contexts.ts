import {
  type Aligner,
  type Alignment,
  type Chapter,
  type CorpusView,
  type Readable,
  withoutGold,
} from "@plotline/align";
import { Problem } from "@plotline/base";
import { type ClozeQuestion, replaceSpans } from "./cloze.ts";
import { prefixOf } from "./completion.ts";

/** For each point of a chapter the story paragraphs a reader is given, ascending. */
export type Contexts = readonly (readonly number[])[];

export function contextsOf(alignment: Alignment, { summary, story }: Pick<Chapter, "summary" | "story">): Contexts {
  const rows = summary.map(() => new Set<number>());
  for (const link of alignment) {
    const row = rows[link.summary];
    if (row === undefined || link.story < 0 || link.story >= story.length)
      throw new Problem(
        `The alignment links S${link.summary} and D${link.story}, which the chapter does not have: it was made for another corpus.`,
      );
    row.add(link.story);
  }
  return rows.map((row) => [...row].sort((a, b) => a - b));
}

/** Asks an aligner, letting it see what the protocol allows. */
export async function alignedContexts(
  aligner: Aligner,
  chapter: Chapter,
  visible?: readonly string[],
): Promise<Contexts> {
  return contextsOf(await aligner(withoutGold(chapter), visible === undefined ? {} : { visible }), chapter);
}

/** The points as a blind aligner reads them for cloze: each without the entity that is asked for there. */
export function visibleForCloze({ summary }: Pick<Chapter, "summary">, questions: readonly ClozeQuestion[]): string[] {
  const visible = [...summary];
  for (const { paragraph, masked } of questions) {
    const point = summary[paragraph] ?? "";
    visible[paragraph] = replaceSpans(
      point,
      masked.map((span) => ({ ...span, by: "" })),
    );
  }
  return visible;
}

/** The points as a blind aligner reads them for completion: their first tokens. */
export function visibleForCompletion({ summary }: Pick<Chapter, "summary">): string[] {
  return summary.map((point) => prefixOf(point));
}

/** A blind aligner is prepared on stories alone: no summary's words reach its counts or weights. */
export function blindView(corpus: CorpusView): CorpusView {
  return {
    async *chapters(work?: string): AsyncIterable<Readable> {
      for await (const chapter of corpus.chapters(work)) yield { ...chapter, summary: chapter.summary.map(() => "") };
    },
  };
}
