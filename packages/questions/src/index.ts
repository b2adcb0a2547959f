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
export { evidenceOf } from "./answer/scorer.ts";
export { type AskOptions, askedWork } from "./asked-work.ts";
export { buildWork, type WorkRows } from "./build.ts";
export { datasetCard } from "./card.ts";
export { type ClozeQuestion, maskedText } from "./cloze.ts";
export { type CompletionItem, completionItems } from "./completion.ts";
export {
  type ContextSource,
  contextsOf,
  goldNotes,
  goldSource,
  methodSources,
  type Protocol,
  paperAlignment,
  protocols,
} from "./contexts.ts";
export { withContexts } from "./inline.ts";
export {
  defaultSet,
  hashOfWorks,
  type QuestionSet,
  questionSets,
  setNames,
  type WorkQuestions,
} from "./question-sets.ts";
export { answerOf } from "./quiz/answer.ts";
export { gap, type QuizOptions, type QuizQuestion, type ReadSoFar } from "./quiz/question.ts";
export { quiz } from "./quiz/quiz.ts";
export { type Unit, unitsOf } from "./readers/batches/units.ts";
export { chapterKey, type WorkContexts } from "./readers/encoding/examples.ts";
export { type Reader, readerModel } from "./readers/reader.ts";
export { type ReaderScore, readerAnswerer, scoreReader } from "./readers/score.ts";
export {
  modelDefaults,
  modelSchema,
  type Task,
  type TrainSettings,
  tasks,
  trainSchema,
} from "./readers/settings.ts";
export { fileRowSchemas } from "./row-schemas.ts";
export { type NamedWork, namedWork, type WorkText, workText } from "./work.ts";
