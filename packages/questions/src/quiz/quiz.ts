import type { Corpus, Work } from "@plotline/align";
import { Problem, random, shuffled } from "@plotline/base";
import { addressOf, isFree, shortAddress } from "@plotline/corpus";
import type { ContextSource } from "../contexts.ts";
import { namedWork, workText } from "../work.ts";
import { FairQuestions } from "./fair.ts";
import type { MadeQuestion, QuizOptions, QuizQuestion } from "./question.ts";

/** From how many works a quiz is drawn: each must be read whole. */
const worksOfQuiz = 3;

/** Draws a quiz. The seed draws questions but does not make them, so that the same one can be asked again later. */
export async function quiz(
  corpus: Corpus,
  works: readonly Work[],
  source: ContextSource,
  options: QuizOptions,
): Promise<QuizQuestion[]> {
  const next = random("quiz", options.seed);
  const drawn = shuffled(
    works.filter(({ title, summarised }) => summarised.length > 0 && isBegun(title, options)),
    next,
  );
  const found: QuizQuestion[] = [];
  const share = Math.ceil(options.count / Math.min(worksOfQuiz, Math.max(1, drawn.length)));
  for (const work of drawn) {
    const wanted = Math.min(share, options.count - found.length);
    if (wanted === 0) break;
    const named = namedWork(await workText(corpus, work));
    const names = found.filter(({ task }) => task === "cloze").length;
    const half = Math.max(0, Math.ceil((found.length + wanted) / 2) - names);
    const questions = await new FairQuestions(named, source, options).draw({ wanted, half }, next);
    found.push(...questions.map((each) => ofWork(each, work)));
  }
  if (found.length === 0) throw new Problem(noQuestions(corpus, works, options));
  return found;
}

/** With what only the corpus knows of the work. */
function ofWork(question: MadeQuestion, work: Work): QuizQuestion {
  return {
    ...question,
    chapterName: shortAddress(addressOf(work, question.chapter)),
    mayPassOn: { summary: isFree(work.summary), story: isFree(work.story) },
  };
}

function isBegun(title: string, { soFar }: QuizOptions): boolean {
  return soFar === undefined || soFar[title] !== undefined;
}

function noQuestions(corpus: Corpus, works: readonly Work[], { soFar, task }: QuizOptions): string {
  const about = works.length === 1 ? `"${works[0]?.title}"` : corpus.folder;
  if (soFar !== undefined)
    return `There is nothing to ask yet about ${about} as far as it has been read: read on, or ask about all of it.`;
  if (task === "cloze")
    return `${about} yields no questions that ask for a name: the guide names too few people. Try "What happens next?".`;
  return `${about} yields no questions: the guide names too few people, or says too little.`;
}
