import type { Split } from "@plotline/align";
import { findWork, openCorpus } from "@plotline/corpus/node";
import { goesOut } from "@plotline/formats";
import { buildWork, type QuestionSet, readyAnswerers, type WorkRows } from "@plotline/questions";
import { contextSources } from "./context-sources.ts";
import { type Job, job, type Step } from "./jobs/executor.ts";

interface BuildSetup {
  readonly folder: string;
  readonly set: QuestionSet;
  readonly alignments: readonly string[];
  /** Of alignments that draw. */
  readonly seed: number;
  readonly corpusHash: string;
  /** The split on which the baselines are scored; undefined: they are not. */
  readonly measured?: Split;
  readonly includeRestricted: boolean;
}

interface BuiltWork {
  readonly title: string;
  readonly rows: WorkRows;
}

/** Makes the questions of works, one after the other, each named by its title. */
export function buildTasks(setup: BuildSetup): Job<BuildSetup, string, BuiltWork> {
  return job(import.meta.url, startBuilding, setup);
}

export async function startBuilding(setup: BuildSetup): Promise<Step<string, BuiltWork>> {
  const { folder, set, alignments, seed, corpusHash, measured, includeRestricted } = setup;
  const corpus = await openCorpus(folder);
  const sources = await contextSources(corpus, alignments, seed);
  return async (title) => {
    const work = findWork(corpus, title);
    const rows = await buildWork(corpus, work, {
      set,
      sources,
      corpusHash,
      goesOut: (each, side) => goesOut(each, side, { includeRestricted }),
      answerers: work.split === measured ? readyAnswerers : [],
    });
    return { title, rows };
  };
}
