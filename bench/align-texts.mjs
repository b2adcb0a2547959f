// Aligns chapters that are in memory, several per task: the links of each chapter by each method.
import { job } from "../packages/runs/dist/jobs/executor.js";
import { prepareMethods } from "../packages/runs/dist/methods/methods.js";
import { pack } from "../packages/runs/dist/packed-links.js";
import { noCorpus } from "./kit.mjs";

export function alignTexts(setup) {
  return job(import.meta.url, startAligningTexts, setup);
}

export async function startAligningTexts(setup) {
  const prepared = await prepareMethods(noCorpus, setup);
  return async (chapters) => {
    const links = [];
    for (const chapter of chapters) {
      const own = [];
      for (const { align } of prepared) own.push(pack(await align(chapter)));
      links.push(own);
    }
    return links;
  };
}
