import { ankiText } from "./anki.ts";
import type { ExportedQuiz } from "./exported.ts";
import { moodleXml } from "./moodle.ts";
import type { QuizFormatName } from "./names.ts";
import { qtiPackage } from "./qti.ts";
import { sheetHtml } from "./sheet.ts";

export interface QuizFormat {
  readonly ending: string;
  readonly type: string;
  make(quiz: ExportedQuiz): string | Uint8Array;
}

/** What makes a file of questions in each format. */
export const quizFormats: Readonly<Record<QuizFormatName, QuizFormat>> = {
  print: { ending: "html", type: "text/html", make: sheetHtml },
  anki: { ending: "txt", type: "text/plain", make: ankiText },
  moodle: { ending: "xml", type: "application/xml", make: moodleXml },
  qti: { ending: "zip", type: "application/zip", make: qtiPackage },
};
