/** What runs in a browser tab as it is: nothing below imports from Node. */
export { align, alignGuide, type Text } from "./align/align.ts";
export { all, diagonal, randomWindows } from "./align/baselines.ts";
export { bestMatch } from "./align/best-match.ts";
export { atLeast, bestExpectedF } from "./align/choose.ts";
export { chronological } from "./align/chronological.ts";
export { type Decision, decideBy, decideByShape } from "./align/compose.ts";
export { evidence, explainCell } from "./align/explain.ts";
export { type Calibration, type Density, densityNames, type UsedDensity } from "./align/guide/density.ts";
export type { Fit } from "./align/guide/fit.ts";
export {
  type AlignedGuide,
  byParagraph,
  type FoundOrder,
  type GuideOptions,
  type GuidePoints,
} from "./align/guide/guide.ts";
export { learnedMethod } from "./align/learned/plotline.ts";
export type { PackedModel } from "./align/learned/weights.ts";
export {
  type Aligner,
  type Asked,
  type Cell,
  type CorpusView,
  type Explanation,
  type Method,
  type MethodOptions,
  noPins,
  type Pins,
  type Readable,
  type SharedWord,
} from "./align/method.ts";
export { likelyOptions, type PosteriorOptions, posterior } from "./align/posterior.ts";
export { defaultMethod, findMethod, methods, ourMethods, paperMethods } from "./align/registry.ts";
export { type SharedScores, sharedScores } from "./align/scores.ts";
export { corpusView } from "./align/view.ts";
export type { Alignment, Chapter, Kind, Link } from "./corpus/types.ts";
export { type Agreement, agreement, type Pair } from "./evaluate/agreement.ts";
export { bootstrapInterval, type Interval } from "./evaluate/bootstrap.ts";
export { type Bin, type Judged, type Reliability, reliability } from "./evaluate/calibration.ts";
export {
  type ChapterScores,
  type Evaluation,
  type MethodResult,
  results,
  scoreLinks,
  type WorkResult,
} from "./evaluate/evaluation.ts";
export { type Missing, missing, type Stretch } from "./evaluate/missing.ts";
export { kendallTau, type OrderStatistics, orderStatistics, pooled } from "./evaluate/order.ts";
export { meanScore, type Score, score } from "./evaluate/score.ts";
export { type Point, type PointChoice, pointChoices, pointsOf } from "./outline/points.ts";
export { Problem } from "./problem.ts";
export { type MatrixFigure, matrixFigure } from "./report/matrix-figure.ts";
export { type ReadingPage, readingPage } from "./report/reading-page/page.ts";
export { type BleuOptions, bleu, bleuDefaults } from "./similarity/bleu.ts";
export { type Bm25Options, bm25, bm25Defaults } from "./similarity/bm25.ts";
export { type ChanceOptions, chance, chanceDefaults } from "./similarity/chance.ts";
export { type Encoder, encoder } from "./similarity/encoder.ts";
export type { DocumentChoice } from "./similarity/frequencies.ts";
export { at, type Matrix, matrix, stored } from "./similarity/matrix.ts";
export type {
  DocumentFrequencies,
  FrequencyCounter,
  Ground,
  Passages,
  Scorer,
  Similarity,
} from "./similarity/similarity.ts";
export { type Smoothing, smoothings } from "./similarity/smoothing.ts";
export { type TfidfOptions, tfidf, tfidfDefaults } from "./similarity/tfidf.ts";
export {
  type Entity,
  type Mention,
  type NameIndex,
  type NameIndexOptions,
  type NameType,
  nameIndex,
} from "./text/names/index.ts";
export { type Reader, reader } from "./text/reader.ts";
export { sentenceRanges, sentences } from "./text/sentences.ts";
export { stem } from "./text/stem.ts";
export { stopWords } from "./text/stop-words.ts";
export { type Span, type Token, tokens } from "./text/tokens.ts";
export { type Vocabulary, vocabulary, type WordDefinition, type Words } from "./text/vocabulary.ts";
export { version } from "./version.ts";
