export type { AlignedWork } from "./alignment/aligned-work.ts";
export { epubWithNotes } from "./alignment/epub.ts";
export { type WorkFormatName, workFormatNames, workFormats } from "./alignment/formats.ts";
export { type Account, accountOf, alarmsOf, described, type SkippedText, Tally, wordsIn } from "./blocks/account.ts";
export * from "./blocks/block.ts";
export { type ExportRow, exportRows, goesOut, type LeftOut, leftOut } from "./dataset/export.ts";
export { type Document, type DocumentFormat, documentText, withHeadings } from "./documents/document.ts";
export { readOpenDocument } from "./documents/open-document.ts";
export { readWord } from "./documents/word.ts";
export { headingLevel, isBlock, isCell, isEmpty, opensBlock } from "./files/elements.ts";
export {
  type Attributes,
  type ListedElement,
  listElements,
  readTags,
  type TagVisitor,
  walkHtml,
} from "./files/tags.ts";
export { acceptedFiles, endingsFor, formatNamed, formatsFor, type Reading, withoutEndings } from "./known-formats.ts";
export { escaped, htmlFile, prose } from "./markup.ts";
export { exportedQuiz } from "./quiz/exported.ts";
export { quizFormats } from "./quiz/formats.ts";
export { type QuizFormatName, quizFormatNames } from "./quiz/names.ts";
export type { TeiChapter } from "./tei/divisions.ts";
export type { TeiParagraph } from "./tei/paragraphs.ts";
export { isTei, readTei } from "./tei/tei.ts";
