import { defaultMethod } from "../align/registry.ts";
import { findWork, openCorpus } from "../corpus/open.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { shippedOpponents } from "../readers/opponents.ts";
import type { QuizOptions, QuizQuestion } from "../tasks/quiz/question.ts";
import { quiz } from "../tasks/quiz/quiz.ts";
import { contextSources } from "./context-sources.ts";

export interface QuizTask extends QuizOptions {
  /** The titles of the works that are asked about; all, unless told. */
  readonly works?: readonly string[];
}

/** Makes the questions of a quiz, wherever it runs; passages are those of the usual method. */
export function makeQuiz(folder: string): Job<string, QuizTask, QuizQuestion[]> {
  return job(import.meta.url, startMakingQuizzes, folder);
}

export async function startMakingQuizzes(folder: string): Promise<Step<QuizTask, QuizQuestion[]>> {
  const corpus = await openCorpus(folder);
  return async ({ works, ...options }) => {
    const [source] = await contextSources(corpus, [defaultMethod], options.seed);
    if (source === undefined) return [];
    const chosen = works === undefined ? corpus.works : works.map((title) => findWork(corpus, title));
    return quiz(corpus, chosen, source, await shippedOpponents(), options);
  };
}
