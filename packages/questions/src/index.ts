export {
  type Answerer,
  type AnswererScore,
  answersTable,
  type Hit,
  hitsOf,
  noContext,
  type Scores,
  type Sitting,
  scoresOf,
  sittingsOf,
} from "./answer/answerer.ts";
export { choose } from "./answer/choose.ts";
export { readyAnswerers } from "./answer/rules.ts";
export { evidenceOf, type ScorerWeights, scorerAnswerers } from "./answer/scorer.ts";
export { AskedWork, type AskOptions } from "./asked-work.ts";
export { buildWork, type WorkRows } from "./build.ts";
export { datasetCard } from "./card.ts";
export { type ClozeQuestion, maskedText } from "./cloze.ts";
export { type CompletionItem, completionItems } from "./completion.ts";
export { contextsOf } from "./contexts.ts";
export { withContexts } from "./inline.ts";
export { type Protocol, protocols } from "./options.ts";
export {
  defaultSet,
  hashOfWorks,
  type QuestionSet,
  questionSets,
  setNames,
  type WorkQuestions,
} from "./question-sets.ts";
export { answerOf } from "./quiz/answer.ts";
export type { QuestionPlace, QuizOptions, QuizQuestion, ReadSoFar } from "./quiz/question.ts";
export { quiz, quizAgain } from "./quiz/quiz.ts";
export { type Unit, unitsOf } from "./readers/batches/units.ts";
export { chapterKey, type WorkContexts } from "./readers/encoding/examples.ts";
export { type Reader, readerModel } from "./readers/reader.ts";
export type { WorkScore } from "./readers/score.ts";
export { type ReaderScore, readerAnswerer, scoreReader } from "./readers/score.ts";
export {
  modelDefaults,
  modelSchema,
  type Task,
  type TrainSettings,
  tasks,
  trainDefaults,
  trainSchema,
} from "./readers/settings.ts";
export { fileRowSchemas } from "./row-schemas.ts";
export { type ContextSource, goldNotes, goldSource, methodSources, paperAlignment } from "./sources.ts";
export { byChapter, type NamedWork, namedWork, type WorkText, workText } from "./work.ts";
