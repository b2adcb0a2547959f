import type { Corpus } from "@plotline/align";
import { sentenceOf } from "@plotline/base";
import { type NewRun, runId, saveRun } from "@plotline/corpus/node";
import type { Common } from "./command.ts";
import { warn } from "./print/print.ts";

interface Options extends Common {
  /** False: save nothing. */
  readonly save?: boolean;
}

/**
 * Saves what a command found among the runs of its corpus; one that cannot be written to is used all the same. `about` is
 * what was asked besides: the same question again replaces the answer.
 */
export async function saveResult(
  { folder }: Pick<Corpus, "folder">,
  run: NewRun,
  about: readonly string[],
  options: Options,
): Promise<void> {
  if (options.save === false) return;
  try {
    await saveRun(folder, runId(run.kind, run.signature, about), run);
  } catch (error) {
    warn(`the result is not saved in the corpus: ${sentenceOf(error)}`, options);
  }
}
