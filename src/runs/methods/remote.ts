import { join } from "node:path";
import type { CorpusView } from "../../align/method.ts";
import { filesOfModel, readModelFolder } from "../../encoder/model-folder.ts";
import type { Remote } from "../../jobs/executor.ts";
import type { Machine } from "../../jobs/wire.ts";
import { Problem } from "../../problem.ts";
import { mustBeRegistered } from "./external.ts";
import { type MethodChoice, type Prepared, prepareMethods, registeredMethods } from "./methods.ts";

/** The largest batches of text that are sent to a worker: a few seconds of work. */
const textBatch = 250_000;
const encoderBatch = 50_000;

/** What is sent to workers about the methods, and the files that they need to use them. */
export async function remoteMethods({ methods, seed, encoder, density, calibration, language }: MethodChoice) {
  mustBeRegistered(methods);
  const folders: Remote<never, never>["folders"] =
    encoder === undefined ? {} : { encoder: { path: encoder, files: filesOfModel(await readModelFolder(encoder)) } };
  return {
    setup: { methods, seed, density, calibration, language },
    folders,
    batch: encoder === undefined ? textBatch : encoderBatch,
  };
}

/** Prepares the methods on a worker, which has the chapters that it is sent and no others. */
export function methodsOnWorker(
  choice: Pick<MethodChoice, "methods" | "seed" | "density" | "calibration" | "language">,
  { folders, cache, provider, threads }: Machine,
): Promise<Prepared[]> {
  const encoder = { encoder: folders["encoder"], vectors: join(cache, "vectors"), model: { provider, threads } };
  return prepareMethods(noOtherChapters, { ...choice, ...encoder }, registeredMethods);
}

export const noOtherChapters: CorpusView = {
  // biome-ignore lint/correctness/useYield: there are no other chapters to give
  async *chapters() {
    throw new Problem("This method reads the whole corpus before it begins, which no worker has; leave --queue out.");
  },
};
