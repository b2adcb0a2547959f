export { writeTinyBert } from "../encoder/testing/tiny-bert.ts";
export { wordPieceTokenizer } from "../encoder/testing/word-piece.ts";
export { ground, story, summary } from "./anna.ts";
