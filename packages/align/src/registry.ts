import { Problem } from "@plotline/base";
import { all, diagonal, randomStaircase, randomWindows } from "./baselines.ts";
import { bestMatch } from "./best-match.ts";
import { bestExpectedF } from "./choose.ts";
import { chronological } from "./chronological.ts";
import { byChance, byEncoder, decideBy, decideByShape } from "./compose.ts";
import type { Method, Pins } from "./method.ts";
import { plotline } from "./plotline.ts";
import { likelyOptions, type PosteriorOptions, posterior } from "./posterior.ts";
import { bleu } from "./similarity/bleu.ts";
import { bm25 } from "./similarity/bm25.ts";
import type { Matrix } from "./similarity/similarity.ts";
import { tfidf } from "./similarity/tfidf.ts";

/** The settings that come closest to the paper's numbers: all words for BLEU, scikit-learn's for TF-IDF, no stems. */
const paper = {
  bleu1: bleu(1, { smoothing: "nltk-4", hypothesis: "summary" }),
  bleu4: bleu(4, { smoothing: "nltk-4", hypothesis: "summary" }),
  tfidf: tfidf({ stopWords: "glasgow", stems: false, counts: "raw" }),
};

/** The settings that are best on the gold chapters. */
const best = {
  bleu1: bleu(1, { smoothing: "nltk-5", hypothesis: "story", stopWords: true }),
  bleu4: bleu(4, { smoothing: "nltk-5", hypothesis: "story", stopWords: true }),
  tfidf: tfidf({ stopWords: true, stems: true, counts: "sublinear" }),
  bm25: bm25({ stopWords: true, stems: true }),
};

/** The 16 aligners of the paper's table, under its names. */
export const paperMethods: readonly Method[] = [
  decideByShape({ name: "No alignment", usesOrder: false }, all),
  ...[1, 5, 25].map(randomly),
  ...[1, 5, 25].map(diagonally),
  match("BERT", byEncoder),
  match("BLEU1", paper.bleu1),
  match("BLEU4", paper.bleu4),
  match("TFIDF", paper.tfidf),
  inOrder("Chronological-Random", byChance),
  inOrder("Chronological-BERT", byEncoder),
  inOrder("Chronological-BLEU1", paper.bleu1),
  inOrder("Chronological-BLEU4", paper.bleu4),
  inOrder("Chronological-TFIDF", paper.tfidf),
];

/** Ours: the paper's methods with better settings (`-content`: without stop words; `-stems`), and what goes beyond. */
const ourMethods: readonly Method[] = [
  match("BLEU1-content", best.bleu1),
  match("BLEU4-content", best.bleu4),
  match("TFIDF-stems", best.tfidf),
  match("BM25", best.bm25),
  decideByShape({ name: "Chronological-Random-staircase", usesOrder: true, draws: true }, randomStaircase),
  inOrder("Chronological-BLEU1-content", best.bleu1),
  inOrder("Chronological-BLEU4-content", best.bleu4),
  inOrder("Chronological-TFIDF-stems", best.tfidf),
  inOrder("Chronological-BM25", best.bm25),
  likely("Posterior-TFIDF", best.tfidf, { ...likelyOptions, temperature: 0.1 }),
  likely("Posterior-BM25", best.bm25, likelyOptions),
  plotline,
];

/**
 * Every method: the paper's, then ours.
 *
 * @example
 * methods.some(({ name }) => name === "Posterior-BM25"); // → true
 */
export const methods: readonly Method[] = [...paperMethods, ...ourMethods];

/** What is used where nobody chose. */
export const defaultMethod = plotline.name;

/**
 * The method of this name, whatever its capitals, or a sentence that says which there are.
 *
 * @example
 * findMethod("chronological-tfidf").name; // → "Chronological-TFIDF"
 */
export function findMethod(name: string, known: readonly Method[] = methods): Method {
  const wanted = name.trim().toLowerCase();
  const found = known.find((method) => method.name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new Problem(`There is no method "${name}"; there are ${known.map((method) => method.name).join(", ")}.`);
}

/** So many paragraphs at a random place for each point. */
function randomly(size: number): Method {
  return decideByShape({ name: `Random-${size}`, usesOrder: false, draws: true }, (rows, columns, next) =>
    randomWindows(rows, columns, size, next),
  );
}

/** So many paragraphs around the diagonal. */
function diagonally(size: number): Method {
  return decideByShape({ name: `Diagonal-${size}`, usesOrder: true }, (rows, columns) => diagonal(rows, columns, size));
}

type Score = Parameters<typeof decideBy>[1];

/** The paragraph most like the point. */
function match(name: string, similarity: Score): Method {
  return decideBy({ name, usesOrder: false }, similarity, bestMatch);
}

/** The best staircase through the chapter. */
function inOrder(name: string, similarity: Score): Method {
  return decideBy({ name, usesOrder: true }, similarity, chronological);
}

/** The links with the best expected F under the posterior over all chronological paths. */
function likely(name: string, similarity: Score, options: PosteriorOptions): Method {
  const decide = (g: Matrix, pins: Pins) => bestExpectedF(posterior(g, options, pins));
  return decideBy({ name, usesOrder: true }, similarity, decide);
}
