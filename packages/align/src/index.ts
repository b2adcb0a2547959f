export { align, alignGuide, explain, likelihoods, shippedScorer, type WithEncoder, withEncoder } from "./align.ts";
export { diagonal, randomWindows } from "./baselines.ts";
export { bestMatch } from "./best-match.ts";
export { byPlace, type Cell, cellKey, cellSet, isIn, without } from "./chapter/cells.ts";
export { chosenNumbers, memoryCorpus } from "./chapter/memory.ts";
export { rowsOf, rowsOutOfOrder } from "./chapter/order.ts";
export { joinParagraphs, splitParagraphs, tidyParagraph } from "./chapter/paragraphs.ts";
export * from "./chapter/types.ts";
export { countTokens, countWords, mostCompared, mostPairs, mostWords } from "./chapter/words.ts";
export { chronological } from "./chronological.ts";
export { type Decision, decideBy } from "./compose.ts";
export { type Agreement, agreement, agreementByPair, type TwoAlignments } from "./evaluate/agreement.ts";
export * from "./evaluate/answered.ts";
export { bootstrapInterval, type Interval } from "./evaluate/bootstrap.ts";
export { evaluate } from "./evaluate/evaluate.ts";
export {
  type ChapterScores,
  type ChapterWithGold,
  drawnSeeds,
  type Evaluation,
  type MethodResult,
  results,
  type ScoredMethod,
  scoreChapter,
  scoredMethod,
  scoreLinks,
} from "./evaluate/evaluation.ts";
export { type Missing, missing, type Stretch } from "./evaluate/missing.ts";
export { type OrderStatistics, orderOver, orderStatistics } from "./evaluate/order.ts";
export { reachedPoints } from "./evaluate/reached.ts";
export { learnedWithTask, type ReaderResult, readerResultSchema } from "./evaluate/reader-result.ts";
export { meanOf, meanScore, type Score, score } from "./evaluate/score.ts";
export { type CiteOptions, cite, type Evidence, type OpenStory, openStory } from "./evidence/evidence.ts";
export { withEvidence } from "./evidence/of-links.ts";
export type { StorySentence } from "./evidence/story-sentences.ts";
export { type Foreign, parseJsonl } from "./foreign/jsonl.ts";
export { calibrationOf, fewestChapters, type LinkedChapter, linksApart } from "./guide/calibrate.ts";
export { type Calibration, type Density, densityNames, parseDensity, type UsedDensity } from "./guide/density.ts";
export { findingsOver, type GuideFindings, misfitRemark, remarks } from "./guide/findings.ts";
export type { Fit } from "./guide/fit.ts";
export type { AlignedGuide, FoundGuide, FoundOrder, GuideOptions, GuidePoints } from "./guide/guide.ts";
export { cellFeatures, pointFeatures, type RowFeatures, rowFeatures } from "./guide/row/features.ts";
export {
  type PackedRowModel,
  type RowArchitecture,
  type RowModel,
  type RowScale,
  rowInput,
  rowNetwork,
} from "./guide/row/model.ts";
export type { GuideOdds } from "./guide/similarity.ts";
export { calibrate, probabilities } from "./learned/calibrate.ts";
export { type ChapterFeatures, encodedFeatureReader, featureReader } from "./learned/features.ts";
export { type Feature, networkInput, type Scale, type Tier, tiers } from "./learned/inputs.ts";
export { likeliestLinks, pathLikelihoods } from "./learned/likelihoods.ts";
export { type AlignerModel, cellScorer, oddsScorer, type PackedModel, unpack } from "./learned/model.ts";
export { type Architecture, alignerNetwork } from "./learned/network.ts";
export { deviationOf } from "./learned/rivals.ts";
export * from "./method.ts";
export { placeAlong } from "./outline/along.ts";
export { type Point, type PointChoice, pointChoices, pointsNote, pointsOf } from "./outline/points.ts";
export { distinctLinks, pinned } from "./pins.ts";
export { learnedFrom, learnedMethod, shippedWithEncoder } from "./plotline.ts";
export { defaultMethod, findMethod, methods, paperMethods } from "./registry.ts";
export { sharedScores } from "./scores.ts";
export { type BleuOptions, bleu } from "./similarity/bleu.ts";
export { type Bm25Options, bm25 } from "./similarity/bm25.ts";
export { type Encoder, encoder, type OpenedEncoder, type TokenEncoder } from "./similarity/encoder.ts";
export { at, type Matrix, matrix, type Passages, type Scorer, type Similarity } from "./similarity/similarity.ts";
export { type TfidfOptions, tfidf } from "./similarity/tfidf.ts";
export type { Text } from "./text.ts";
