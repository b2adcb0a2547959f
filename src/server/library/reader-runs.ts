import type { Run, StoredRun } from "../../corpus/run-store.ts";
import { type AskedPlace, answeredRight, type ReaderResult, readerResultSchema } from "../../evaluate/reader-result.ts";
import { readerTable } from "../../report/reader-table.ts";

/** The result of a training: a table's own, or one that `plotline score` measured; undefined for other runs. */
export function readerOf({ run, scored }: StoredRun): ReaderResult | undefined {
  const parsed = readerResultSchema.safeParse(run?.result ?? scored);
  return parsed.success ? parsed.data : undefined;
}

/** The saved run; that of a reader, whether a table or a score wrote it, includes its works. */
export function runOf(saved: StoredRun): Run | undefined {
  const { run } = saved;
  const reader = run === undefined || run.tables.length === 0 ? readerOf(saved) : undefined;
  if (reader === undefined) return run;
  const made = run?.made ?? new Date(saved.changed).toISOString();
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
