import { Problem } from "../problem.ts";
import { bm25 } from "../similarity/bm25.ts";
import type { Similarity } from "../similarity/similarity.ts";
import { tfidf } from "../similarity/tfidf.ts";
import { likelyOptions } from "./align.ts";
import { all, diagonal, randomWindows } from "./baselines.ts";
import { bestMatch } from "./best-match.ts";
import { bestExpectedF } from "./choose.ts";
import { chronological } from "./chronological.ts";
import { byEncoder, decideBy, decideByShape } from "./compose.ts";
import type { Method } from "./method.ts";
import { type PosteriorOptions, posterior } from "./posterior.ts";

/** Settings of the similarities: those that come closest to the paper's numbers, and better ones beside them. */
const likeThePaper = tfidf({ stopWords: true });
const withStems = tfidf({ stopWords: true, stems: true, counts: "sublinear" });
const bm25WithStems = bm25();

/** The 16 aligners of the paper's table, under its names. */
export const paperMethods: readonly Method[] = [
  decideByShape({ name: "No alignment", about: "Every bullet with every paragraph.", usesOrder: false }, all),
  ...[1, 5, 25].map(randomly),
  ...[1, 5, 25].map(diagonally),
  match("BERT", byEncoder),
  match("TFIDF", likeThePaper),
  inOrder("Chronological-BERT", byEncoder),
  inOrder("Chronological-TFIDF", likeThePaper),
];

/** Ours. */
export const ourMethods: readonly Method[] = [
  match("TFIDF-stems", withStems),
  inOrder("Chronological-TFIDF-stems", withStems),
  inOrder("Chronological-BM25", bm25WithStems),
  likely("Posterior-TFIDF", withStems, { ...likelyOptions, temperature: 0.1 }),
  likely("Posterior-BM25", bm25WithStems, likelyOptions),
];

export const methods: readonly Method[] = [...paperMethods, ...ourMethods];

/** What is used where nobody chose. */
export const defaultMethod = "Posterior-BM25";

/** The method of this name, whatever its capitals, or a sentence that says which there are. */
export function findMethod(name: string, known: readonly Method[] = methods): Method {
  const wanted = name.trim().toLowerCase();
  const found = known.find((method) => method.name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new Problem(`there is no method "${name}"; there are ${known.map((method) => method.name).join(", ")}.`);
}

function randomly(size: number): Method {
  const about = `${paragraphs(size)} at a random place for each bullet.`;
  return decideByShape({ name: `Random-${size}`, about, usesOrder: false }, (rows, columns, next) =>
    randomWindows(rows, columns, size, next),
  );
}

function diagonally(size: number): Method {
  const about = `${paragraphs(size)} around the diagonal.`;
  return decideByShape({ name: `Diagonal-${size}`, about, usesOrder: true }, (rows, columns) =>
    diagonal(rows, columns, size),
  );
}

function paragraphs(size: number): string {
  return size === 1 ? "One paragraph" : `${size} consecutive paragraphs`;
}

type Score = Similarity | typeof byEncoder;

function match(name: string, similarity: Score): Method {
  const about = "The paragraph most like the bullet.";
  return decideBy({ name, about, usesOrder: false }, similarity, bestMatch);
}

function inOrder(name: string, similarity: Score): Method {
  const about = "The best staircase through the chapter.";
  return decideBy({ name, about, usesOrder: true }, similarity, chronological);
}

function likely(name: string, similarity: Score, options: PosteriorOptions): Method {
  const about = "The links with the best expected F under the posterior over all chronological paths.";
  return decideBy({ name, about, usesOrder: true }, similarity, (g, pins) =>
    bestExpectedF(posterior(g, options, pins)),
  );
}
