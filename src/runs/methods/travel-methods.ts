import { join } from "node:path";
import type { CorpusView } from "../../align/method.ts";
import { filesOfModel, readModelFolder } from "../../encoder/model-folder.ts";
import type { Travel } from "../../jobs/executor.ts";
import type { Place } from "../../jobs/wire.ts";
import { Problem } from "../../problem.ts";
import { mustTravel } from "./external.ts";
import { type MethodChoice, type Prepared, prepareMethods, registeredMethods } from "./methods.ts";

/** At most this much text goes to a worker at a time: a few seconds of work. */
const textBatch = 250_000;
const encoderBatch = 50_000;

/** What workers are told of the methods, and what they must have to use them. */
export async function travellingMethods({ methods, seed, encoder }: MethodChoice) {
  mustTravel(methods);
  const folders: Travel<never, never>["folders"] =
    encoder === undefined ? {} : { encoder: { path: encoder, files: filesOfModel(await readModelFolder(encoder)) } };
  return { setup: { methods, seed }, folders, batch: encoder === undefined ? textBatch : encoderBatch };
}

/** Prepares the methods on a worker, which has the chapters that it is sent and no others. */
export function methodsThere(choice: Pick<MethodChoice, "methods" | "seed">, place: Place): Promise<Prepared[]> {
  return prepareMethods(noOtherChapters, { ...choice, ...encoderThere(place) }, registeredMethods);
}

export function encoderThere({ folders, cache, provider, threads }: Place) {
  return { encoder: folders["encoder"], vectors: join(cache, "vectors"), model: { provider, threads } };
}

export const noOtherChapters: CorpusView = {
  // biome-ignore lint/correctness/useYield: whoever asks is told that there are none to be had
  async *chapters() {
    throw new Problem("This method reads the whole corpus before it begins, which no worker has; leave --queue out.");
  },
};
