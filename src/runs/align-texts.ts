import type { CorpusView, Readable } from "../align/method.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { isOwn, type MethodChoice, prepareMethods } from "./methods/methods.ts";
import { type Packed, pack } from "./packed-links.ts";

/** Aligns chapters that are in memory, several per task: the links of each chapter by each method. */
export function alignTexts(setup: MethodChoice): Job<MethodChoice, readonly Readable[], Packed[][]> {
  return job(import.meta.url, startAligningTexts, setup, { brief: isOwn(setup) });
}

export async function startAligningTexts(setup: MethodChoice): Promise<Step<readonly Readable[], Packed[][]>> {
  const prepared = await prepareMethods(noCorpus, setup);
  return async (chapters) => {
    const links: Packed[][] = [];
    for (const chapter of chapters) {
      const own: Packed[] = [];
      for (const { align } of prepared) own.push(pack(await align(chapter)));
      links.push(own);
    }
    return links;
  };
}

/** Texts alone are no corpus: methods that count one see these chapters only, one by one. */
const noCorpus: CorpusView = { async *chapters() {} };
