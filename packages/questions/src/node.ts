export { aligningNetwork, learnAlignment } from "./learn/learn.ts";
export type { Round } from "./learn/rounds.ts";
export { type LearnSettings, learnDefaults, learnSchema } from "./learn/settings.ts";
export { defaultSet, hashOfWorks, type QuestionSet, questionSets, setNames } from "./question-sets.ts";
export { cachedCorpus } from "./readers/encoding/cache.ts";
export { contextsFor, type EncodedCorpus } from "./readers/encoding/corpus.ts";
export * from "./readers/run-folder.ts";
export { summarise } from "./readers/summarise.ts";
export { type TrainedReader, trainReader } from "./readers/train.ts";
