import { type Pair, type PairFiles, readPair } from "../../ingest/match/pair.ts";
import type { Job, Step } from "../executor.ts";

/** Reads a book and its guide, wherever it runs. */
export const readPairJob: Job<undefined, PairFiles, Pair> = { module: import.meta.url, setup: undefined, start };

export async function start(): Promise<Step<PairFiles, Pair>> {
  return async (files) => readPair(files);
}
