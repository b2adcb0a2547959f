import { type Job, job, type Step } from "../jobs/executor.ts";
import { type Kinds, type Performed, type PerformSetup, type PerformTask, performing } from "../jobs/queue/perform.ts";

/** What a worker does with the batches that it takes from the queue. */
export function performBatches(setup: PerformSetup): Job<PerformSetup, PerformTask, Performed> {
  return job(import.meta.url, startPerforming, setup);
}

export async function startPerforming(setup: PerformSetup): Promise<Step<PerformTask, Performed>> {
  return performing(kinds, setup);
}

/** Every kind of work that a worker can do. Nothing else is done, whatever a message asks for. */
export const kinds: Kinds = {
  align: { load: async () => (await import("./align.ts")).performAligning },
  score: { load: async () => (await import("./evaluate.ts")).performScoring },
  encode: { load: async () => (await import("./encode.ts")).performEncoding },
  tasks: { load: async () => (await import("./tasks.ts")).performBuilding },
  reader: { load: async () => (await import("./table/train-readers.ts")).performTraining, training: true },
  run: { load: async () => (await import("./whole-run.ts")).performRuns, training: true },
};
