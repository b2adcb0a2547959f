import type { Alignment, Chapter, Corpus, Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import type { NamedAlignment } from "@plotline/runs/node";
import type { Common } from "./command.ts";
import { Progress } from "./print/progress.ts";

/** The chapters of some works that an alignment has, with its links, and the progress on the terminal. */
export async function* alignedChapters(
  corpus: Corpus,
  works: readonly Work[],
  alignment: NamedAlignment,
  { quiet }: Common,
  isWanted: (chapter: Chapter) => boolean = () => true,
): AsyncGenerator<{ readonly chapter: Chapter; readonly alignment: Alignment }> {
  const total = sumOf(works, (work) => work.summarised.length);
  const progress = new Progress("Reading chapters", total, quiet);
  for await (const chapter of corpus.chapters({ works })) {
    const links = isWanted(chapter) ? await alignment(chapter) : undefined;
    if (links !== undefined) yield { chapter, alignment: links };
    progress.advance();
  }
  progress.end();
}
