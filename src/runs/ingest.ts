import { basename, dirname, sep } from "node:path";
import type { Rights } from "../corpus/types.ts";
import { readGuide } from "../ingest/guide/guide.ts";
import { type GuidePlan, planGuide } from "../ingest/import-guide.ts";
import { type Pair, type PairFiles, readPair } from "../ingest/match/pair.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { Problem } from "../problem.ts";

/** Reads a book and its guide, wherever it runs. */
export const readPairJob: Job<undefined, PairFiles, Pair> = job(import.meta.url, startReadingPairs, undefined);

export async function startReadingPairs(): Promise<Step<PairFiles, Pair>> {
  return async (files) => readPair(files);
}

/** A guide in a file, for a work that the corpus has; and what a person has decided about it. */
interface GuideTask {
  readonly title: string;
  readonly guide: string;
  /** Which section covers which chapter, as `--map` reads it. */
  readonly map?: string;
}

export interface PlannedGuide {
  readonly plan: GuidePlan;
  readonly notes: readonly string[];
  readonly rights: Rights;
}

/** Lays a guide next to a work of the corpus, wherever it runs; writes nothing. Messages name the file without its folder. */
export function planGuideJob(corpus: string): Job<string, GuideTask, PlannedGuide> {
  return job(import.meta.url, startPlanningGuides, corpus);
}

export async function startPlanningGuides(corpus: string): Promise<Step<GuideTask, PlannedGuide>> {
  return async (task) => {
    try {
      return await planned(corpus, task);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.message.replaceAll(`${dirname(task.guide)}${sep}`, ""));
    }
  };
}

async function planned(corpus: string, { title, guide: file, map }: GuideTask): Promise<PlannedGuide> {
  const guide = readGuide(file, title);
  const text = map === undefined ? undefined : { text: map, file: "The matching" };
  const rights = {
    source: guide.source ?? basename(file),
    ...(guide.permission !== undefined && { permission: guide.permission }),
  };
  return { plan: await planGuide(corpus, title, guide, text), notes: guide.notes, rights };
}
