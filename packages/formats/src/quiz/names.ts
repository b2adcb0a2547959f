/** The files that a quiz can become, in the order of menus, each with what reads it. */
export const quizFormatNames = [
  ["print", "Sheet to print, with answers"],
  ["anki", "Anki"],
  ["moodle", "Moodle XML"],
  ["qti", "QTI 2.1"],
] as const;

/** A format of questions for a class. */
export type QuizFormatName = (typeof quizFormatNames)[number][0];
