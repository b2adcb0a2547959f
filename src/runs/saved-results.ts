import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { digest, digestOf } from "../digest.ts";

import { writeAtomically } from "../write.ts";

/**
 * Results of tasks on disk, under a key of everything that determines them, so that an interrupted run resumes after
 * the last of them.
 */
export class SavedResults {
  private readonly home: string;

  constructor(folder: string, signature: string) {
    this.home = join(folder, digest(signature, 16));
  }

  /** The results of all tasks, in their order; `run` makes those that are not saved. */
  async *resume<Task, Result>(
    tasks: readonly Task[],
    run: (left: readonly Task[]) => AsyncIterable<Result>,
  ): AsyncIterable<Result> {
    const isSaved = tasks.map((task) => existsSync(this.file(task)));
    const made = run(tasks.filter((_, k) => !isSaved[k]))[Symbol.asyncIterator]();
    try {
      for (const [k, task] of tasks.entries()) {
        if (isSaved[k]) {
          yield deserialize(readFileSync(this.file(task))) as Result;
          continue;
        }
        const next = await made.next();
        if (next.done) return;
        writeAtomically(this.file(task), serialize(next.value));
        yield next.value;
      }
    } finally {
      await made.return?.();
    }
  }

  clear(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private file(task: unknown): string {
    return join(this.home, `${digestOf(task, 16)}.result`);
  }
}
