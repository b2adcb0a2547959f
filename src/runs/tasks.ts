import { goesOut } from "../corpus/export.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import type { Corpus, Split, Work } from "../corpus/types.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { buildWork, type WorkRows } from "../tasks/build.ts";
import { type ControlLine, Controls } from "../tasks/controls.ts";
import type { ClozeOptions, CompletionOptions } from "../tasks/options.ts";
import type { ContextSource } from "../tasks/sources.ts";
import { contextSources } from "./context-sources.ts";

/** How questions are made. */
export interface BuildSetup {
  readonly folder: string;
  /** Where contexts come from. */
  readonly alignments: readonly string[];
  readonly seed: number;
  readonly cloze: ClozeOptions;
  readonly completion: CompletionOptions;
  readonly corpusHash: string;
  /** The split on which the baselines are measured; none: they are not. */
  readonly measured?: Split | undefined;
  readonly includeRestricted: boolean;
}

export interface BuiltWork {
  readonly title: string;
  readonly rows: WorkRows;
  readonly controls: readonly ControlLine[];
}

/** Makes the questions of works, one after the other, each named by its title. */
export function buildTasks(setup: BuildSetup): Job<BuildSetup, string, BuiltWork> {
  const travel = async () => (await import("./travel-tasks.ts")).tasksTravel(setup);
  return job(import.meta.url, startBuildingTasks, setup, { travel });
}

export async function startBuildingTasks(setup: BuildSetup): Promise<Step<string, BuiltWork>> {
  const corpus = await openCorpus(setup.folder);
  const sources = await contextSources(corpus, setup.alignments, setup.seed);
  return (title) => builtWork(corpus, findWork(corpus, title), sources, setup);
}

export async function builtWork(
  corpus: Corpus,
  work: Work,
  sources: readonly ContextSource[],
  { measured, includeRestricted, cloze, completion, corpusHash }: Omit<BuildSetup, "folder" | "alignments" | "seed">,
): Promise<BuiltWork> {
  const controls = new Controls();
  const rows = await buildWork(corpus, work, {
    cloze,
    completion,
    sources,
    corpusHash,
    goesOut: (each, side) => goesOut(each, side, { includeRestricted }),
    ...(work.split === measured && { controls }),
  });
  return { title: work.title, rows, controls: controls.sums() };
}
