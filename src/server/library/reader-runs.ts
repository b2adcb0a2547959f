import type { KeptRun, Run } from "../../corpus/run-store.ts";
import { type AskedPlace, answeredRight, type ReaderResult, readerResultSchema } from "../../evaluate/reader-result.ts";
import { readerTable } from "../../report/reader-table.ts";

/** What a training came to: a table's own, or what `plotline score` found of one; undefined for other runs. */
export function readerOf({ run, scored }: KeptRun): ReaderResult | undefined {
  const parsed = readerResultSchema.safeParse(run?.result ?? scored);
  return parsed.success ? parsed.data : undefined;
}

/** A run as it was kept; a reader's, whether a table or a score wrote it, with its works. */
export function runOf(kept: KeptRun): Run | undefined {
  const { run } = kept;
  const reader = run === undefined || run.tables.length === 0 ? readerOf(kept) : undefined;
  if (reader === undefined) return run;
  const made = run?.made ?? new Date(kept.changed).toISOString();
  return {
    kind: run?.kind ?? `train ${reader.task}`,
    made,
    signature: reader.signature,
    tables: [readerTable(reader)],
  };
}

/** Which readers answered a question right, by the alignment they read; of several on one alignment the first counts. */
export function readersOn(
  readers: readonly ReaderResult[],
  question: AskedPlace,
  set: "story" | "hard",
): Record<string, boolean> {
  const answers: Record<string, boolean> = {};
  for (const reader of readers) {
    const right = answeredRight(reader, question, set);
    if (right !== undefined) answers[reader.alignment] ??= right;
  }
  return answers;
}
