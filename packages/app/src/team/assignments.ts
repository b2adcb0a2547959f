import type { Corpus } from "@plotline/align";
import { Problem, random, shuffled } from "@plotline/base";
import { type ChapterPlace, chapterPlace, isSameChapter, personName, type TeamPerson } from "@plotline/corpus";
import { changeJsonFile, type JsonFile } from "@plotline/corpus/node";
import { z } from "zod";
import { type Event, recordWith } from "./audit.ts";

const assignment = chapterPlace.extend({
  name: personName,
  at: z.iso.datetime(),
  by: z.string(),
});

const assignments = z.object({ assignments: z.array(assignment).default([]) });

type Assignments = z.infer<typeof assignments>;

export const assignmentsFile: JsonFile<Assignments> = {
  path: "team/assignments.json",
  schema: assignments,
  empty: { assignments: [] },
};

export interface AssignedChapter extends ChapterPlace {
  readonly name: string;
}

export function isAssigned({ assignments }: Assignments, task: AssignedChapter): boolean {
  return assignments.some((each) => isSame(each, task));
}

/** Existing assignments stay as they were. */
export function withAssigned(
  now: Assignments,
  { add, by }: { readonly add: readonly AssignedChapter[]; readonly by: string },
  at: Date,
): Assignments {
  const fresh = add.filter((task, k) => ![...now.assignments, ...add.slice(0, k)].some((each) => isSame(each, task)));
  if (fresh.length === 0) return now;
  return { assignments: [...now.assignments, ...fresh.map((task) => ({ ...task, at: at.toISOString(), by }))] };
}

interface Assigning extends Pick<Event, "did"> {
  readonly add: readonly AssignedChapter[];
  readonly by: string;
  /** What the audit trail says besides. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Assigns chapters. Whoever gets one must be an annotator, and the chapter must have a summary. */
export async function assign(
  corpus: Corpus,
  members: readonly TeamPerson[],
  { add, by, did, details }: Assigning,
): Promise<Assignments> {
  const annotators = new Set(members.filter(({ role }) => role !== "reader").map(({ name }) => name));
  const stranger = add.find(({ name }) => !annotators.has(name));
  if (stranger !== undefined) throw new Problem(`Nobody called "${stranger.name}" annotates in this team.`);
  const works = new Map(corpus.works.map((work) => [work.folder, new Set(work.summarised)]));
  const missing = add.find((each) => works.get(each.folder)?.has(each.number) !== true);
  if (missing !== undefined)
    throw new Problem(`"${missing.folder}" has no chapter ${missing.number + 1} with a summary.`);
  return changeJsonFile(
    corpus.folder,
    assignmentsFile,
    (now) => withAssigned(now, { add, by }, new Date()),
    (writer) => recordWith(writer, corpus.folder, { who: by, did, ...details }),
  );
}

interface Spread {
  readonly chapters: readonly ChapterPlace[];
  readonly names: readonly string[];
  /** The share of chapters that two people get, for agreement. */
  readonly overlap: number;
  readonly seed: number;
}

/**
 * Every chapter to somebody, a random share of them to two, so that everyone gets about as many and every pair of
 * people shares about as many: each chapter goes to whoever has fewest, and its second copy to whoever shares the
 * fewest with the first.
 */
export function spread({ chapters, names, overlap, seed }: Spread): AssignedChapter[] {
  const people = [...new Set(names)];
  if (people.length === 0) throw new Problem("Name at least one person who gets chapters.");
  if (overlap < 0 || overlap > 1) throw new Problem("The overlap is a share: at least 0, at most 1.");
  if (overlap > 0 && people.length < 2) throw new Problem("An overlap needs at least two people.");
  const next = random("spread", seed);
  const inOrder = shuffled(chapters, next);
  const twice = Math.round(overlap * inOrder.length);
  const [load, met] = [new Map<string, number>(), new Map<string, number>()];
  const loadOf = (name: string) => load.get(name) ?? 0;
  const metOf = (a: string, b: string) => met.get([a, b].sort().join("\n")) ?? 0;
  const least = (from: readonly string[], cost: (name: string) => number) =>
    shuffled(from, next).reduce((best, name) => (cost(name) < cost(best) ? name : best));
  return inOrder.flatMap(({ folder, number }, k) => {
    const first = least(people, loadOf);
    load.set(first, loadOf(first) + 1);
    if (k >= twice) return [{ name: first, folder, number }];
    const others = people.filter((name) => name !== first);
    const second = least(others, (name) => metOf(first, name) + loadOf(name) * 1e-3 * chapters.length);
    load.set(second, loadOf(second) + 1);
    met.set([first, second].sort().join("\n"), metOf(first, second) + 1);
    return [first, second].map((name) => ({ name, folder, number }));
  });
}

function isSame(a: AssignedChapter, b: AssignedChapter): boolean {
  return a.name === b.name && isSameChapter(a, b);
}
