import type { Corpus, Work } from "@plotline/align";
import { isAtLeast, type TeamPerson } from "@plotline/corpus";
import { finishedState, readJsonFile } from "@plotline/corpus/node";
import { assignmentsFile, isAssigned } from "../../team/assignments.ts";
import { hasPassed, isTraining, trainingFile } from "../../team/training.ts";

interface Place {
  readonly corpus: Corpus;
  readonly work: Work;
  readonly number: number;
}

/** Why somebody may not annotate a chapter; undefined where they may. Without a team everyone may. */
export async function whyNotAnnotate({ corpus, work, number }: Place, who: TeamPerson | undefined) {
  if (who === undefined || isAtLeast(who.role, "curator")) return undefined;
  const training = await readJsonFile(corpus.folder, trainingFile);
  const chapter = { folder: work.folder, number };
  if (isTraining(training, chapter)) return undefined;
  if (!hasPassed(training, who)) return "Pass the training first; your chapters open after it.";
  const assignments = await readJsonFile(corpus.folder, assignmentsFile);
  return isAssigned(assignments, { name: who.name, ...chapter }) ? undefined : "This chapter is not assigned to you.";
}

/**
 * An annotator sees neither gold nor another's sheet of a chapter that they have not finished, whether it is theirs yet or
 * may be tomorrow.
 */
export async function isStillAnnotating(place: Place, who: TeamPerson | undefined): Promise<boolean> {
  if (who === undefined || who.role !== "annotator") return false;
  const { corpus, work, number } = place;
  const training = await readJsonFile(corpus.folder, trainingFile);
  if (isTraining(training, { folder: work.folder, number })) return !hasPassed(training, who);
  return !(await hasFinished(place, who.name));
}

/** People always see their own sheet; another's if they are a curator, or when both have finished the chapter. */
export async function maySeeSheet(place: Place, who: TeamPerson | undefined, annotator: string): Promise<boolean> {
  if (who === undefined || who.name === annotator || isAtLeast(who.role, "curator")) return true;
  if (await isStillAnnotating(place, who)) return false;
  return (await hasFinished(place, who.name)) && (await hasFinished(place, annotator));
}

async function hasFinished({ corpus, work, number }: Place, annotator: string): Promise<boolean> {
  return (await finishedState(corpus, { annotator, work, number })).isDone;
}
