import { type ReaderResult, readerResultSchema } from "@plotline/align";
import type { Run, StoredRun } from "@plotline/corpus/node";
import { readerTable } from "@plotline/runs";

/** The result of a training: a table's own, or one that `plotline score` measured; undefined for other runs. */
function readerOf({ run, scored }: StoredRun): ReaderResult | undefined {
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
