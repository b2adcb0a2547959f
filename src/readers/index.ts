export { entityToken } from "../text/work-numbers.ts";
export { attentiveReader } from "./attentive-reader.ts";
export { type AskedUnit, clozeBatch, optionCount } from "./batches/cloze-batch.ts";
export { completionBatch, type Writing, type WritingUnit } from "./batches/completion-batch.ts";
export { type Markers, markerOf } from "./batches/markers.ts";
export { type Unit, unitsOf } from "./batches/units.ts";
export { type BeamOptions, beamSearch, type Found, type Likely } from "./beam.ts";
export { cachedCorpus } from "./encoding/cache.ts";
export { contextsFor, type EncodedCorpus, type EncodingOptions, encodeCorpus } from "./encoding/corpus.ts";
export { encodeText, encodeWork } from "./encoding/encode.ts";
export {
  type BulletPlace,
  type ClozeExample,
  type CompletionExample,
  chapterKey,
  type Encoded,
  type EncodedBullet,
  type EncodedChapter,
  type EncodedWork,
  type WorkContexts,
} from "./encoding/examples.ts";
export { packCorpus, unpackCorpus } from "./encoding/storage.ts";
export { special, WordList, type WordListOptions, wordListDefaults } from "./encoding/words.ts";
export { readerModel } from "./model.ts";
export { Reader } from "./reader.ts";
export {
  hasRun,
  openReader,
  type ReaderFile,
  type ReaderFolder,
  readerFolder,
  readReaderFile,
  saveReaderFile,
  vocabularyHash,
} from "./run-folder.ts";
export { type Hit, type ReaderScore, scoreReader, type WorkScore } from "./score.ts";
export {
  type ModelSettings,
  modelDefaults,
  modelSchema,
  type Task,
  type TrainSettings,
  tasks,
  trainDefaults,
  trainSchema,
  vocabularySchema,
} from "./settings.ts";
export { type SummariseOptions, summarise, summariseDefaults } from "./summarise.ts";
export { summaryDecoder } from "./summary-decoder.ts";
export { type TrainedReader, type TrainReaderOptions, trainReader } from "./train.ts";
