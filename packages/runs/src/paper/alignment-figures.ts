import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Corpus, paperMethods } from "@plotline/align";
import { writeAtomically } from "@plotline/base/node";
import { evaluateCorpus } from "../evaluate.ts";
import { inline } from "../jobs/executor.ts";

/** The alignment rows of a corpus with gold, beside its cells; those of the same texts are left as they are. */
export async function writeAlignmentFigures(corpus: Corpus, results: string): Promise<void> {
  const path = join(results, "alignment.json");
  const methods = paperMethods.filter(({ needsEncoder }) => needsEncoder !== true).map(({ name }) => name);
  const isCurrent = existsSync(path) && readFileSync(path, "utf8").includes(`"corpus:${await corpus.hash()}|`);
  if (isCurrent || corpus.works.every(({ annotated }) => annotated.length === 0)) return;
  const { evaluation } = await evaluateCorpus(corpus, { methods, seed: 1 }, { executor: inline });
  if (evaluation.chapters > 0) writeAtomically(path, `${JSON.stringify(evaluation, undefined, 1)}\n`);
}
