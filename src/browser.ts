/** What runs in a browser tab as it is: nothing below imports from Node. */
export { align, alignGuide, explain, likelihoods } from "./align/align.ts";
export { bestMatch } from "./align/best-match.ts";
export { bestExpectedF } from "./align/choose.ts";
export { chronological } from "./align/chronological.ts";
export { type Decision, decideBy } from "./align/compose.ts";
export { type Evidence, type EvidenceOptions, evidence, evidenceByEncoder } from "./align/evidence/evidence.ts";
export type { Calibration, Density, UsedDensity } from "./align/guide/density.ts";
export type { Fit } from "./align/guide/fit.ts";
export type { AlignedGuide, FoundOrder, GuideOptions, GuidePoints } from "./align/guide/guide.ts";
export type { PackedModel } from "./align/learned/weights.ts";
export type {
  Aligner,
  Asked,
  CorpusView,
  Explanation,
  Method,
  MethodOptions,
  Pins,
  Readable,
  SharedWord,
} from "./align/method.ts";
export { learnedMethod } from "./align/plotline.ts";
export { type PosteriorOptions, posterior } from "./align/posterior.ts";
export { defaultMethod, findMethod, methods, ourMethods, paperMethods } from "./align/registry.ts";
export type { Text } from "./align/text.ts";
export { corpusView } from "./align/view.ts";
export type { Cell } from "./corpus/cells.ts";
export { memoryCorpus } from "./corpus/memory.ts";
export type {
  Alignment,
  Chapter,
  ChapterChoice,
  Corpus,
  Kind,
  Link,
  LinkSentence,
  Rights,
  Split,
  Work,
} from "./corpus/types.ts";
export { type Agreement, agreement, type TwoAlignments } from "./evaluate/agreement.ts";
export type { Interval } from "./evaluate/bootstrap.ts";
export { type Bin, type Reliability, reliability, type ScoredLink } from "./evaluate/calibration.ts";
export { evaluate } from "./evaluate/evaluate.ts";
export type { MethodResult, WorkResult } from "./evaluate/evaluation.ts";
export { type Missing, missing, type Stretch } from "./evaluate/missing.ts";
export { type OrderStatistics, orderStatistics } from "./evaluate/order.ts";
export { type Score, score } from "./evaluate/score.ts";
export type { Point, PointChoice } from "./outline/points.ts";
export { Problem } from "./problem.ts";
export { type ReadingPage, readingPage } from "./report/reading-page/page.ts";
export { type BleuOptions, bleu, type Smoothing } from "./similarity/bleu.ts";
export { type Bm25Options, bm25 } from "./similarity/bm25.ts";
export { type ChanceOptions, chance } from "./similarity/chance.ts";
export { type Encoder, encoder } from "./similarity/encoder.ts";
export { at, type Matrix, matrix } from "./similarity/matrix.ts";
export type { Passages, Scorer, Similarity } from "./similarity/similarity.ts";
export { type TfidfOptions, tfidf } from "./similarity/tfidf.ts";
export {
  type Entity,
  type Mention,
  type NameIndex,
  type NameIndexOptions,
  type NameType,
  nameIndex,
} from "./text/names/index.ts";
export { sentences } from "./text/sentences.ts";
export { stem } from "./text/stem.ts";
export { stopWords } from "./text/stop-words.ts";
export { type Span, type Token, tokens } from "./text/tokens.ts";
export { version } from "./version.ts";
