import { basename } from "node:path";
import type { GuideFindings, Rights } from "@plotline/align";
import { chaptersOf } from "@plotline/books";
import { type Pair, type PairFiles, readGuide, readPair } from "@plotline/books/node";
import { type GivenFile, nameOfFile } from "@plotline/formats/node";
import { findingsOf } from "./guide-findings.ts";
import { type GuidePlan, planGuide } from "./import/import-guide.ts";
import { type Job, job, type Step } from "./jobs/executor.ts";

/** A book next to its guide, and whether the guide is about the book. */
export interface PairWithFindings extends Pair {
  readonly findings: GuideFindings | undefined;
}

/** Reads a book and its guide, wherever it runs. */
export const readPairJob: Job<undefined, PairFiles, PairWithFindings> = job(
  import.meta.url,
  startReadingPairs,
  undefined,
);

export async function startReadingPairs(): Promise<Step<PairFiles, PairWithFindings>> {
  return async (files, report) => {
    report?.("Looking for chapters …");
    const pair = readPair(files);
    return { ...pair, findings: findingsOf(chaptersOf(pair.story), pair.points, {}, report) };
  };
}

/** A guide in a file, for a work that the corpus has; and what a person has decided about it. */
interface GuideTask {
  readonly title: string;
  readonly guide: GivenFile;
  /** Which section covers which chapter, as `--map` reads it. */
  readonly map?: string;
}

/** A guide laid next to a work, and what was found out about it. */
export interface PlannedGuide {
  readonly plan: GuidePlan;
  readonly findings: GuideFindings | undefined;
  readonly notes: readonly string[];
  readonly rights: Rights;
}

/** Matches a guide with a work of the corpus, wherever it runs; writes nothing. */
export function planGuideJob(corpus: string): Job<string, GuideTask, PlannedGuide> {
  return job(import.meta.url, startPlanningGuides, corpus);
}

export async function startPlanningGuides(corpus: string): Promise<Step<GuideTask, PlannedGuide>> {
  return (task) => planned(corpus, task);
}

async function planned(corpus: string, { title, guide: file, map }: GuideTask): Promise<PlannedGuide> {
  const guide = readGuide(file, title);
  const text = map === undefined ? undefined : { text: map, file: "The matching" };
  const rights = { source: guide.source ?? basename(nameOfFile(file)), permission: guide.permission };
  const plan = await planGuide(corpus, title, guide, text);
  return { plan, findings: findingsOf(plan.chapters, plan.points), notes: guide.notes, rights };
}
