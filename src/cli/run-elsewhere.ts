import { existsSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Corpus } from "../corpus/types.ts";
import { mustBeWhole } from "../jobs/executor.ts";
import { Problem } from "../problem.ts";
import { type RunFile, type WholeRun, wholeRuns } from "../runs/whole-run.ts";
import { finished, unfinished, writeAtomically } from "../write.ts";
import { type ExecutorChoice, withExecutor } from "./options/executor.ts";
import { Progress } from "./print/progress.ts";

/**
 * Has a worker do a run from start to end, and puts the run's folder where it would be if it had run here, so that
 * nothing is left to resume.
 */
export async function runElsewhere(
  options: ExecutorChoice,
  corpus: Corpus,
  out: string,
  alignments: readonly string[],
  run: WholeRun,
): Promise<void> {
  if (existsSync(out))
    throw new Problem(`${out} exists already: resume it here, without --queue, or name another folder with --out.`);
  const { encoder } = options;
  const job = wholeRuns({ folder: corpus.folder, alignments, encoder, scratch: join(corpus.folder, ".cache", "runs") });
  const progress = new Progress("Training", 1, options.quiet);
  await withExecutor({ ...options, threads: 1 }, corpus, ["run", out], async (executor) => {
    for await (const files of executor.run(job, [run], progress.watch)) putDown(out, files);
    mustBeWhole(executor, "The run");
  });
  progress.end();
}

/** The whole folder or none of it. */
function putDown(out: string, files: readonly RunFile[]): void {
  const partial = join(dirname(out), `.${basename(out)}.${process.pid}.partial`);
  unfinished(partial);
  try {
    for (const { path, content } of files) writeAtomically(join(partial, path), content);
    renameSync(partial, out);
  } finally {
    rmSync(partial, { recursive: true, force: true });
    finished(partial);
  }
}
