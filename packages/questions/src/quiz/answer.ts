import { textHash } from "../text-hash.ts";
import type { QuizQuestion } from "./question.ts";

/** An answer as a person's file holds it: the question by its hash and its place, not by its text. */
export function answerOf(question: QuizQuestion, given: number, seenPassage: boolean) {
  const { task, work, chapter, point, text, options, answer } = question;
  return {
    question: textHash([task, work, chapter, text].join("\n")),
    task,
    work,
    chapter,
    point,
    options: options.length,
    answer,
    given,
    seenPassage,
  };
}
