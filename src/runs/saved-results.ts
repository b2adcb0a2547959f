import { digestOf } from "../digest.ts";
import type { Journal } from "../jobs/queue/journal.ts";
import { packOutcomes } from "../jobs/queue/outcomes.ts";

/** The results of all tasks, in their order; `run` makes those that the journal of an interrupted run does not have. */
export async function* resumed<Task, Result>(
  journal: Journal,
  tasks: readonly Task[],
  run: (left: readonly Task[]) => AsyncIterable<Result>,
): AsyncGenerator<Result> {
  const keys = tasks.map((task) => digestOf(task, 16));
  const made = run(tasks.filter((_, k) => !journal.has(keys[k]!)))[Symbol.asyncIterator]();
  try {
    for (const key of keys) {
      if (journal.has(key)) {
        yield journal.result(key) as Result;
        continue;
      }
      const next = await made.next();
      if (next.done) return;
      journal.add(key, [{ key, name: key }], packOutcomes([{ result: next.value }]));
      yield next.value;
    }
  } finally {
    await made.return?.();
  }
}
