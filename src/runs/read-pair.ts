import { type Pair, type PairFiles, readPair } from "../ingest/match/pair.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";

/** Reads a book and its guide, wherever it runs. */
export const readPairJob: Job<undefined, PairFiles, Pair> = job(import.meta.url, startReadingPairs, undefined);

export async function startReadingPairs(): Promise<Step<PairFiles, Pair>> {
  return async (files) => readPair(files);
}
