export * from "./browser.ts";
export { storedAlignment, storedMethods } from "./corpus/alignments.ts";
export { type CheckReport, checkCorpus } from "./corpus/check.ts";
export { findWork, openCorpus } from "./corpus/open.ts";
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
