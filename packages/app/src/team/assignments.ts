import type { Corpus } from "@plotline/align";
import { Problem, random, shuffled } from "@plotline/base";
import { chapterPlace, isSameChapter, personName, type TeamPerson } from "@plotline/corpus";
import { changeJsonFile, type JsonFile } from "@plotline/corpus/node";
import { z } from "zod";
import { recordWith } from "./audit.ts";

const assignment = chapterPlace.extend({ name: personName });
export type AssignedChapter = z.infer<typeof assignment>;

const assignments = z.object({ assignments: z.array(assignment).default([]) });
type Assignments = z.infer<typeof assignments>;

export const assignmentsFile: JsonFile<Assignments> = {
  path: "team/assignments.json",
  schema: assignments,
  empty: { assignments: [] },
};

export function isAssigned({ assignments }: Assignments, task: AssignedChapter): boolean {
  return assignments.some((each) => each.name === task.name && isSameChapter(each, task));
}

/** What is dealt out, among whom, and the share of chapters that two people get, for agreement. */
export const dealing = z.object({
  names: z.array(personName).min(1).max(500),
  chapters: z.array(chapterPlace).min(1).max(20_000),
  overlap: z.number().min(0).max(1),
  seed: z.int().min(0).max(1_000_000_000),
});
type Dealing = z.infer<typeof dealing>;

/** Assigns chapters. Whoever gets one must be an annotator, and the chapter must have a summary. */
export async function deal(corpus: Corpus, members: readonly TeamPerson[], by: string, wanted: Dealing) {
  const annotators = new Set(members.filter(({ role }) => role !== "reader").map(({ name }) => name));
  const stranger = wanted.names.find((name) => !annotators.has(name));
  if (stranger !== undefined) throw new Problem(`Nobody called "${stranger}" annotates in this team.`);
  const works = new Map(corpus.works.map((work) => [work.folder, new Set(work.summarised)]));
  const missing = wanted.chapters.find((each) => works.get(each.folder)?.has(each.number) !== true);
  if (missing !== undefined)
    throw new Problem(`"${missing.folder}" has no chapter ${missing.number + 1} with a summary.`);
  const add = spread(wanted);
  const details = { ...wanted, chapters: wanted.chapters.length };
  await changeJsonFile(
    corpus.folder,
    assignmentsFile,
    (now) => ({ assignments: [...now.assignments, ...add.filter((task) => !isAssigned(now, task))] }),
    (writer) => recordWith(writer, corpus.folder, { who: by, did: "spread", ...details }),
  );
  return add;
}

/**
 * Every chapter to somebody, a random share of them to two, in turn: so everyone gets about as many, and every pair of
 * people shares about as many, since the second is one further away from the first with each round.
 */
export function spread({ chapters, names, overlap, seed }: Dealing): AssignedChapter[] {
  const people = [...new Set(names)];
  if (overlap > 0 && people.length < 2) throw new Problem("An overlap needs at least two people.");
  const inOrder = shuffled(chapters, random("spread", seed));
  const twice = Math.round(overlap * inOrder.length);
  return inOrder.flatMap((chapter, k) => {
    const further = 1 + (Math.floor(k / people.length) % Math.max(1, people.length - 1));
    const turns = k < twice ? [k, k + further] : [k];
    return turns.map((turn) => ({ name: people[turn % people.length]!, ...chapter }));
  });
}
