import { runsOf } from "../../corpus/run-store.ts";
import type { Corpus } from "../../corpus/types.ts";
import { type ReaderResult, readerResultSchema } from "../../evaluate/reader-result.ts";

/** The saved results of `plotline score CORPUS --judge`: the latest for each model, task and protocol. */
export async function judgedResults(corpus: Pick<Corpus, "folder">): Promise<ReaderResult[]> {
  const latest = new Map<string, ReaderResult>();
  for (const { run } of await runsOf(corpus.folder)) {
    if (run === undefined || !/^judge (cloze|completion)$/.test(run.kind)) continue;
    const parsed = readerResultSchema.safeParse(run.result);
    if (!parsed.success) continue;
    const { alignment, task, protocol } = parsed.data;
    const key = `${alignment} ${task} ${protocol}`;
    if (!latest.has(key)) latest.set(key, parsed.data);
  }
  return [...latest.values()];
}
