export { type EncoderOptions, openEncoder } from "@plotline/align/node";
export {
  type Assignment,
  type AssignOptions,
  assignSections,
  type BookChapter,
  chaptersOf,
  type GuideSection,
  type Story,
  type StoryChapter,
} from "@plotline/books";
export { type Guide, readGuide, readStory, type StoryOptions } from "@plotline/books/node";
export { openCorpus } from "@plotline/corpus/node";
export { type JudgeOptions, judge } from "@plotline/judge/node";
export {
  type ClozeQuestion,
  type CompletionItem,
  completionItems,
  type NamedWork,
  namedWork,
  type QuestionSet,
  questionSets,
  type WorkText,
  workText,
} from "@plotline/questions";
export * from "./browser.ts";
