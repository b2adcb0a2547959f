import { type Alignment, memoryCorpus, type Readable } from "@plotline/align";
import { Problem } from "@plotline/base";
import { type ContextSource, type QuizQuestion, quiz } from "@plotline/questions";

/** All that a page may ask about a book. */
export const mostQuestions = 500;

/** Fair questions about chapters, with the passages that their links name; a guide that says too little has none. */
export async function questionsAbout(
  chapters: readonly Readable[],
  links: readonly Alignment[],
): Promise<QuizQuestion[]> {
  const corpus = memoryCorpus(chapters);
  const source: ContextSource = {
    name: "page",
    protocols: ["paper"],
    contexts: async () => undefined,
    links: async ({ number }) => links[chapters.findIndex((chapter) => chapter.number === number)],
  };
  return quiz(corpus, corpus.works, source, { task: "both", count: mostQuestions, seed: 1 }).catch((error) => {
    if (error instanceof Problem) return [];
    throw error;
  });
}
