import { exportedQuiz, type QuizFormatName, quizFormats } from "@plotline/formats";
import { downloadFile } from "../controls/download.ts";
import type { AskedQuestion } from "./round.ts";

/** Saves questions as a file for another tool. */
export function saveQuestions(questions: readonly AskedQuestion[], name: QuizFormatName): void {
  const titles = [...new Set(questions.map(({ work }) => work))];
  const title = titles.length === 1 ? `Quiz: ${titles[0]}` : "Quiz";
  const { make, ending, type } = quizFormats[name];
  downloadFile(`${title.replace(":", "")}.${ending}`, make(exportedQuiz(title, questions)), type);
}
