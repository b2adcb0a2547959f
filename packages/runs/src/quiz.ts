import { defaultMethod } from "@plotline/align";
import { findWork, openCorpus } from "@plotline/corpus/node";
import { type ContextSource, type QuizOptions, type QuizQuestion, quiz } from "@plotline/questions";
import { contextSources } from "./context-sources.ts";
import { type Job, job, type Step } from "./jobs/executor.ts";

interface QuizTask extends QuizOptions {
  /** The titles of the works that are asked about; all by default. */
  readonly works?: readonly string[];
  /** For somebody who may not see gold: passages are those of the usual method everywhere. */
  readonly withoutGold?: boolean;
}

/** Makes the questions of a quiz, wherever it runs; passages are those of gold, or of the usual method. */
export function makeQuiz(folder: string): Job<string, QuizTask, QuizQuestion[]> {
  return job(import.meta.url, startMakingQuizzes, folder);
}

export async function startMakingQuizzes(folder: string): Promise<Step<QuizTask, QuizQuestion[]>> {
  const corpus = await openCorpus(folder);
  return async ({ works, withoutGold = false, ...options }) => {
    const [usual] = await contextSources(corpus, [defaultMethod], options.seed);
    if (usual === undefined) return [];
    const source: ContextSource = {
      ...usual,
      links: async (chapter) => (withoutGold ? undefined : chapter.gold) ?? usual.links(chapter),
    };
    const chosen = works === undefined ? corpus.works : works.map((title) => findWork(corpus, title));
    return quiz(corpus, chosen, source, options);
  };
}
