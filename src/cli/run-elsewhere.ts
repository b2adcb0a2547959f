import { existsSync } from "node:fs";
import { join } from "node:path";
import { putInPlace } from "../corpus/files/replace.ts";
import type { Corpus } from "../corpus/types.ts";
import { mustBeWhole } from "../jobs/executor.ts";
import { Problem } from "../problem.ts";
import { type WholeRun, wholeRuns } from "../runs/whole-run.ts";
import { writeAtomically } from "../write.ts";
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
  const job = wholeRuns({ folder: corpus.folder, alignments, encoder });
  const progress = new Progress("Training", 1, options.quiet);
  await withExecutor({ ...options, threads: undefined }, corpus, ["run", out], async (executor) => {
    for await (const files of executor.run(job, [run], progress.watch))
      await putInPlace(out, async (path) => {
        for (const file of files) writeAtomically(join(path, file.path), file.content);
      });
    mustBeWhole(executor, "The run");
  });
  progress.end();
}
