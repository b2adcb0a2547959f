import { agreement, type Corpus, type Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { type ChapterPlace, chapterPlace, isSameChapter, type TeamPerson } from "@plotline/corpus";
import { changeJsonFile, finishedState, type JsonFile, readJsonFile } from "@plotline/corpus/node";
import { z } from "zod";
import { recordWith } from "./audit.ts";

/** How often a chapter may be handed in before a curator must reopen it: each try says how near one is. */
const mostTries = 5;

const result = chapterPlace.extend({
  name: z.string(),
  /** The best so far, and how often it was handed in. */
  f: z.number(),
  tries: z.int(),
  at: z.iso.datetime(),
});

const training = z.object({
  chapters: z.array(chapterPlace).default([]),
  leastF: z.number().min(0).max(1).default(0.8),
  results: z.array(result).default([]),
});

/** Chapters with known gold that a newcomer must annotate about as well before they get others. */
export type Training = z.infer<typeof training>;
type TrainingResult = z.infer<typeof result>;

export const trainingFile: JsonFile<Training> = {
  path: "team/training.json",
  schema: training,
  empty: { chapters: [], leastF: 0.8, results: [] },
};

export function isTraining({ chapters }: Training, chapter: ChapterPlace): boolean {
  return chapters.some((each) => isSameChapter(each, chapter));
}

/** Only annotators have to pass; curators, who decide about gold, know it. */
export function hasPassed({ chapters, leastF, results }: Training, { name, role }: TeamPerson): boolean {
  if (role !== "annotator") return true;
  return chapters.every((chapter) =>
    results.some((each) => each.name === name && isSameChapter(each, chapter) && each.f >= leastF),
  );
}

/** Which chapters train, and how well they must be done; each needs gold. */
export async function setTraining(corpus: Corpus, who: string, wanted: Pick<Training, "chapters" | "leastF">) {
  const { chapters, leastF } = wanted;
  for (const { folder, number } of chapters) {
    const work = corpus.works.find((each) => each.folder === folder);
    const gold = work === undefined ? undefined : (await corpus.chapter(work, number)).gold;
    if (gold === undefined)
      throw new Problem(`Chapter ${number + 1} of "${folder}" has no gold, so nobody can train on it.`);
  }
  await changeJsonFile(
    corpus.folder,
    trainingFile,
    (now) => ({ ...now, chapters: [...chapters], leastF }),
    (writer) => recordWith(writer, corpus.folder, { who, did: "set the training", chapters: chapters.length, leastF }),
  );
}

/** Compares a newcomer's finished sheet with gold and writes down how well they did: the F, of several tries the best. */
export async function handIn(corpus: Corpus, work: Work, number: number, name: string): Promise<number> {
  const { gold, summary, story } = await corpus.chapter(work, number);
  if (gold === undefined) throw new Problem("This chapter has no gold any more; ask the owner.");
  const { isDone, links } = await finishedState(corpus, { annotator: name, work, number });
  if (!isDone) throw new Problem("Finish every point first: link it, or mark it as commentary or done.");
  const { f } = agreement([{ points: summary.length, paragraphs: story.length, first: links, second: gold }]);
  const place = { folder: work.folder, number };
  await changeJsonFile(
    corpus.folder,
    trainingFile,
    (now) => {
      if (!isTraining(now, place)) throw new Problem("This chapter is not for training.");
      const before = now.results.find((each) => each.name === name && isSameChapter(each, place));
      const tries = (before?.tries ?? 0) + 1;
      if (tries > mostTries)
        throw new Problem(`You have handed this chapter in ${mostTries} times; ask a curator to reopen it.`);
      const best = { name, ...place, f: Math.max(f, before?.f ?? 0), tries, at: new Date().toISOString() };
      return { ...now, results: [...now.results.filter((each) => each !== before), best] };
    },
    (writer) =>
      recordWith(writer, corpus.folder, { who: name, did: "hand in training", ...place, f: Number(f.toFixed(4)) }),
  );
  return f;
}

/** Those who may not hand a chapter in again, and have not passed it. */
export function triedTooOften({ results, leastF }: Training): TrainingResult[] {
  return results.filter(({ tries, f }) => tries >= mostTries && f < leastF);
}

/** Lets somebody hand a chapter in again; false where they never did. */
export async function forgetTries(folder: string, name: string, place: ChapterPlace): Promise<boolean> {
  const isTheirs = (each: TrainingResult) => each.name === name && isSameChapter(each, place);
  if (!(await readJsonFile(folder, trainingFile)).results.some(isTheirs)) return false;
  await changeJsonFile(folder, trainingFile, (now) => ({
    ...now,
    results: now.results.map((each) => (isTheirs(each) ? { ...each, tries: 0 } : each)),
  }));
  return true;
}
