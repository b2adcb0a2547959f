export { type LearnSettings, learnAlignment, learnDefaults, learnSchema, type Round } from "./learn/index.ts";
export { defaultSet, hashOfWorks, type QuestionSet, questionSets, setNames } from "./question-sets.ts";
export { cachedCorpus } from "./readers/encoding/cache.ts";
export { contextsFor, type EncodedCorpus, type EncodingOptions } from "./readers/encoding/corpus.ts";
export {
  openReader,
  type ReaderFile,
  type ReaderFolder,
  readerFolder,
  saveReaderFile,
  vocabularyHash,
} from "./readers/run-folder.ts";
export { summarise, summariseDefaults } from "./readers/summarise.ts";
export { type TrainedReader, type TrainReaderOptions, trainReader } from "./readers/train.ts";
