/** What runs in a browser tab as it is: nothing below imports from Node. */
export { align, alignGuide, explain, likelihoods } from "./align/align.ts";
export { bestMatch } from "./align/best-match.ts";
export { chronological } from "./align/chronological.ts";
export { type Decision, decideBy } from "./align/compose.ts";
export { type Evidence, type EvidenceOptions, evidence } from "./align/evidence/evidence.ts";
export type { Calibration, Density } from "./align/guide/density.ts";
export type { Fit } from "./align/guide/fit.ts";
export type { AlignedGuide, GuideOptions } from "./align/guide/guide.ts";
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
export { findMethod, methods } from "./align/registry.ts";
export type { Text } from "./align/text.ts";
export { corpusView } from "./align/view.ts";
export type { Cell } from "./corpus/cells.ts";
export { memoryCorpus } from "./corpus/memory.ts";
export type { Alignment, Chapter, ChapterChoice, Corpus, Link, Work } from "./corpus/types.ts";
export { type Agreement, agreement, type TwoAlignments } from "./evaluate/agreement.ts";
export { evaluate } from "./evaluate/evaluate.ts";
export type { MethodResult } from "./evaluate/evaluation.ts";
export { type Score, score } from "./evaluate/score.ts";
export type { PointChoice } from "./outline/points.ts";
export { Problem } from "./problem.ts";
export { type ReadingPage, readingPage } from "./report/reading-page/page.ts";
export { type BleuOptions, bleu } from "./similarity/bleu.ts";
export { type Bm25Options, bm25 } from "./similarity/bm25.ts";
export { type Encoder, encoder } from "./similarity/encoder.ts";
export type { Matrix } from "./similarity/matrix.ts";
export type { Passages, Similarity } from "./similarity/similarity.ts";
export { type TfidfOptions, tfidf } from "./similarity/tfidf.ts";
export { type Entity, type Mention, type NameIndex, type NameIndexOptions, nameIndex } from "./text/names/index.ts";
export { sentences } from "./text/sentences.ts";
export type { Span } from "./text/tokens.ts";
