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
  align: { load: async () => (await import("./travel-align.ts")).perform },
  score: { load: async () => (await import("./travel-evaluate.ts")).perform },
  encode: { load: async () => (await import("./travel-encode.ts")).perform },
  tasks: { load: async () => (await import("./travel-tasks.ts")).perform },
  reader: { load: async () => (await import("./table/travel-readers.ts")).perform, training: true },
  run: { load: async () => (await import("./travel-run.ts")).perform, training: true },
};
