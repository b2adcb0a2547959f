export { locate, parseBookSum } from "./align/foreign/booksum.ts";
export { parseLadder } from "./align/foreign/hunalign.ts";
export { type Foreign, parseJsonl } from "./align/foreign/jsonl.ts";
export { parseVecalign } from "./align/foreign/vecalign.ts";
export * from "./browser.ts";
export { formatAlignment, linksOf, parseAlignment } from "./corpus/alignment-file.ts";
export { storedAlignment, storedMethods } from "./corpus/alignments.ts";
export { type CheckReport, checkCorpus } from "./corpus/check.ts";
export { clearestExamples, type Example } from "./corpus/examples.ts";
export { type ExportChoice, type ExportRow, exportRows, type LeftOut, leftOut } from "./corpus/export.ts";
export { type ExportedTasks, exportTasks } from "./corpus/label-studio/export.ts";
export { type ImportedSheet, importTasks } from "./corpus/label-studio/import.ts";
export { parseTasks } from "./corpus/label-studio/read.ts";
export { findWork, openCorpus } from "./corpus/open.ts";
export { joinParagraphs, splitParagraphs } from "./corpus/paragraphs.ts";
export { type PublishedWork, publishedWork, publishedWorks } from "./corpus/published.ts";
export { type Statistics, statistics } from "./corpus/statistics.ts";
export {
  type AlignmentRows,
  addWork,
  type NewChapter,
  type NewWork,
  removeWork,
  renameWork,
  type Texts,
  writeAlignment,
  writeStory,
  writeSummary,
} from "./corpus/store.ts";
export type { ChapterChoice, Corpus, Fault, Rights, Split, Work } from "./corpus/types.ts";
export type { Pooling } from "./encoder/model-folder.ts";
export { type EncoderOptions, openEncoder } from "./encoder/open.ts";
export { type Executor, inline, type Job } from "./jobs/executor.ts";
export { threads } from "./jobs/threads.ts";
export { type JudgeOptions, judge } from "./judge/method.ts";
export { type Answerer, openWork as openPointer, type Pointer } from "./readers/pointer/pointer.ts";
export { shippedPointer } from "./readers/pointer/shipped.ts";
export { type AlignedChapter, alignChapters, chapterRefs } from "./runs/align.ts";
export { alignTexts } from "./runs/align-texts.ts";
export { scoreChapters } from "./runs/evaluate.ts";
export { externalMethod } from "./runs/methods/external.ts";
export { type Packed, unpack } from "./runs/packed-links.ts";
export { type ClozeQuestion, clozeQuestions } from "./tasks/cloze.ts";
export { byChapter, type NamedWork, namedWork, workText } from "./tasks/work.ts";
