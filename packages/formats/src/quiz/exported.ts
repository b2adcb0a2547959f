import type { QuizQuestion } from "@plotline/questions";

/** A question as exported. It has a passage only where that may be shared. */
export interface ExportedQuestion {
  readonly work: string;
  readonly chapter: string;
  readonly task: "cloze" | "completion";
  /** With the gap of a quiz where a name is missing. */
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: number;
  readonly passage: readonly string[];
}

export interface ExportedQuiz {
  readonly title: string;
  readonly questions: readonly ExportedQuestion[];
}

/** The questions as a file needs them; without passages that may not be shared, unless they are for one's own use. */
export function exportedQuiz(
  title: string,
  questions: readonly QuizQuestion[],
  { includeRestricted = false }: { includeRestricted?: boolean } = {},
): ExportedQuiz {
  return {
    title,
    questions: questions.map(({ work, chapterName, task, text, options, answer, passage, mayPassOn }) => ({
      work,
      chapter: chapterName,
      task,
      text,
      options,
      answer,
      passage: mayPassOn.story || includeRestricted ? passage : [],
    })),
  };
}

export function prompt({ task, text }: ExportedQuestion): string {
  return task === "cloze" ? text : `${text} What happens next?`;
}

export function rightOption({ options, answer }: ExportedQuestion): string {
  return options[answer] ?? "";
}

/** a, b, c … */
export function letterOf(option: number): string {
  return String.fromCharCode("a".charCodeAt(0) + option);
}

/** "Treasure Island, Chapter 3" */
export function sourceOf({ work, chapter }: ExportedQuestion): string {
  return `${work}, ${chapter}`;
}
