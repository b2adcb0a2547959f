import { ankiText } from "./anki.ts";
import { kahootCsv, quizletCsv } from "./csv.ts";
import type { ExportedQuiz } from "./exported.ts";
import { moodleXml } from "./moodle.ts";
import type { QuizFormatName } from "./names.ts";
import { qtiPackage } from "./qti.ts";
import { sheetHtml } from "./sheet.ts";
import { sheetDocx } from "./sheet-docx.ts";

export interface QuizFormat {
  readonly ending: string;
  readonly type: string;
  make(quiz: ExportedQuiz): string | Uint8Array;
}

export const quizFormats: Readonly<Record<QuizFormatName, QuizFormat>> = {
  print: { ending: "html", type: "text/html", make: sheetHtml },
  word: {
    ending: "docx",
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    make: sheetDocx,
  },
  anki: { ending: "txt", type: "text/plain", make: ankiText },
  moodle: { ending: "xml", type: "application/xml", make: moodleXml },
  qti: { ending: "zip", type: "application/zip", make: qtiPackage },
  quizlet: { ending: "csv", type: "text/csv", make: quizletCsv },
  kahoot: { ending: "csv", type: "text/csv", make: kahootCsv },
};
