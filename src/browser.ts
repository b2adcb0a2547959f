/** What runs in a browser tab as it is: nothing below imports from Node. */
export type { Alignment, Chapter, Kind, Link } from "./corpus/types.ts";
export { Problem } from "./problem.ts";
export { type Bm25Options, bm25, bm25Defaults } from "./similarity/bm25.ts";
export type { DocumentChoice, DocumentFrequencies } from "./similarity/frequencies.ts";
export { at, type Matrix, matrix, stored } from "./similarity/matrix.ts";
export type { FrequencyCounter, Ground, Passages, Scorer, Similarity } from "./similarity/similarity.ts";
export { type TfidfOptions, tfidf, tfidfDefaults } from "./similarity/tfidf.ts";
export { type Reader, reader } from "./text/reader.ts";
export { sentenceRanges, sentences } from "./text/sentences.ts";
export { stem } from "./text/stem.ts";
export { stopWords } from "./text/stop-words.ts";
export { type Span, type Token, tokens } from "./text/tokens.ts";
export { type Vocabulary, vocabulary, type WordDefinition, type Words } from "./text/vocabulary.ts";
export { version } from "./version.ts";
