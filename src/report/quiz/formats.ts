import { ankiText } from "./anki.ts";
import { kahootCsv, quizletCsv } from "./csv.ts";
import type { ExportedQuiz } from "./exported.ts";
import { giftText } from "./gift.ts";
import { moodleXml } from "./moodle.ts";
import { qtiPackage } from "./qti.ts";
import { sheetHtml } from "./sheet.ts";
import { sheetDocx } from "./sheet-docx.ts";

export interface QuizFormat {
  /** For people: what reads it. */
  readonly label: string;
  readonly ending: string;
  readonly type: string;
  make(quiz: ExportedQuiz): string | Uint8Array;
}

/** The files that a quiz can become, in the order of menus. */
export const quizFormats = {
  print: { label: "Sheet to print, with answers", ending: "html", type: "text/html", make: sheetHtml },
  word: {
    label: "Word document, with answers",
    ending: "docx",
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    make: sheetDocx,
  },
  anki: { label: "Anki", ending: "txt", type: "text/plain", make: ankiText },
  gift: { label: "Moodle (GIFT)", ending: "gift", type: "text/plain", make: giftText },
  moodle: { label: "Moodle XML", ending: "xml", type: "application/xml", make: moodleXml },
  qti: { label: "QTI 2.1", ending: "zip", type: "application/zip", make: qtiPackage },
  quizlet: { label: "Quizlet (CSV)", ending: "csv", type: "text/csv", make: quizletCsv },
  kahoot: { label: "Kahoot (CSV)", ending: "csv", type: "text/csv", make: kahootCsv },
} as const satisfies Readonly<Record<string, QuizFormat>>;

export type QuizFormatName = keyof typeof quizFormats;
export const quizFormatNames = Object.keys(quizFormats) as readonly QuizFormatName[];
