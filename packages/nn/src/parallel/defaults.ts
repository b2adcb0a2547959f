import { availableParallelism } from "node:os";

/** As many as there are cores; more than eight gain little, since all of them wait for the slowest. */
export function defaultThreads(cores = availableParallelism()): number {
  return Math.max(1, Math.min(8, cores));
}
