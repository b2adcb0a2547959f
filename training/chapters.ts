// Trains the trees that choose the chapters of a book, packages/books/src/chapters/data/forests.json, on the books of `learn`.
//   npm run train -- chapters FILES [--folds 5] [--out FILE]
// FILES is where bench/books/fetch-books.md laid the books out.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Forest, logistic, scoreRow } from "@plotline/base";
import { needed, program, root, share } from "../bench/kit/kit.ts";
import { candidatesOf, surenessRow } from "../packages/books/src/chapters/choose.ts";
import { type Proposal, proposalsOf } from "../packages/books/src/chapters/divisions.ts";
import { type Reader, readerOf } from "../packages/books/src/chapters/piece-features.ts";
import { studied } from "../packages/books/src/chapters/study.ts";
import { chaptersAt, type KnownBook, knownBooks, variantsOf } from "./chapters/truth.ts";
import { type Example, fitOdds, fitRanking } from "./forest.ts";

type Row = Record<string, number>;

interface Candidate extends Example {
  readonly row: Row;
}

/** A book with the pieces of its proposals; `isOwn`: as it is, not in another form. */
interface Prepared {
  readonly known: KnownBook;
  readonly isOwn: boolean;
  readonly reader: Reader;
  readonly examples: readonly Example[];
}

const [pieces, divisions, sureness] = [
  { trees: 100, levels: 4, rate: 0.1, bins: 20, ridge: 4, columns: 0.4, digits: 3 },
  { trees: 100, levels: 3, rate: 0.08, bins: 20, ridge: 3, columns: 0.3, digits: 3 },
  { trees: 60, levels: 2, rate: 0.08, bins: 20, ridge: 8, columns: 0.3, digits: 3 },
];

const file = join(root, "packages", "books", "src", "chapters", "data", "forests.json");

program(import.meta.url, { folds: 5, sure: 0.8, out: file }, ({ positionals, values: { folds, sure, out } }) => {
  const books = knownBooks(needed(positionals[0], "the folder of the books of bench/books"));
  const all = books.flatMap((known, k) => [prepared(known, true), ...variantsOf(known, `${k}`).map((variant) => prepared(variant, false))]);
  const parts = Array.from({ length: folds }, (_, fold) => ({ own: all.filter(({ known }) => foldOf(known.author, folds) === fold), others: all.filter(({ known }) => foldOf(known.author, folds) !== fold) }));
  const lists = parts.flatMap(({ own, others }) => {
    const piece = fitOdds(others.flatMap(({ examples }) => examples), pieces);
    return own.map((book) => ({ book, list: candidates(book, piece) }));
  });
  const judged = parts.flatMap(({ own }) => {
    const forest = fitRanking(lists.flatMap(({ book, list }) => (own.includes(book) || !book.isOwn ? [] : [list])), divisions);
    return lists.filter(({ book }) => own.includes(book) && book.isOwn).map(({ list }) => chosen(list, forest));
  });
  console.log(`${share(judged.filter(({ right }) => right).length / judged.length)} of ${judged.length} files right, in folds by author`);
  const named = (forest: Forest, row: Row) => ({ features: Object.keys(row), ...forest });
  const { row } = lists[0]!.list[0]!;
  writeFileSync(
    out,
    `${JSON.stringify({
      sure: Math.log(sure / (1 - sure)),
      piece: named(fitOdds(all.flatMap(({ examples }) => examples), pieces), proposalsOf(all[0]!.reader)[0]!.rows[0]!),
      division: named(fitRanking(lists.filter(({ book }) => book.isOwn).map(({ list }) => list), divisions), row),
      sureness: named(fitOdds(judged, sureness), surenessRow(row, [0], 0)),
    })}\n`,
  );
});

function foldOf(author: string, folds: number): number {
  let hash = 0;
  for (const letter of author.split(",")[0]!.toLowerCase()) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % folds;
}

function prepared(known: KnownBook, isOwn: boolean): Prepared {
  const reader = readerOf(studied(known.blocks, known.entries, known.title));
  const best = proposalsOf(reader)
    .map((proposal) => labelled(known, proposal))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .filter(({ likeness }, k) => likeness > 0.6 || k === 0);
  return { known, isOwn, reader, examples: best.flatMap(({ examples }) => examples) };
}

/** Which pieces of a proposal are chapters, and how much its series is like the chapters. */
function labelled(known: KnownBook, { pieces: own, rows }: Proposal) {
  const found = own.map(({ at }) => chaptersAt(known, [at])[0]!);
  const right = found.map((chapter, k) => {
    if (chapter < 0) return false;
    const same = found.flatMap((other, at) => (other === chapter ? [at] : []));
    return k === (same.find((at) => own[at]!.inSeries) ?? same.at(-1));
  });
  const inSeries = own.filter((piece) => piece.inSeries).length;
  const both = own.filter((piece, k) => piece.inSeries && right[k]).length;
  const isAsked = (k: number) => found[k] !== -2 && !(own[k]!.place === "inside" && own[k]!.inSeries && k % 2 === 1);
  return {
    likeness: (2 * both) / (inSeries + known.chapters.length),
    examples: rows.flatMap((row, k) => (isAsked(k) ? [{ features: Object.values(row), right: right[k]! }] : [])),
  };
}

function candidates({ known, reader }: Prepared, piece: Forest): Candidate[] {
  const { divisions: found, rows } = candidatesOf(reader, (row) => logistic(scoreRow(piece, Object.values(row))));
  return found.map(({ chapters }, k) => {
    const begun = chaptersAt(known, chapters.map(({ at }) => at));
    const right = begun.filter((chapter) => chapter >= 0).length === known.chapters.length && !begun.includes(-1);
    return { row: rows[k]!, features: Object.values(rows[k]!), right };
  });
}

/** The candidate that the trees prefer, as the sureness of a choice is learned from it. */
function chosen(list: readonly Candidate[], forest: Forest): Example {
  const scores = list.map(({ features }) => scoreRow(forest, features));
  const best = scores.indexOf(Math.max(...scores));
  return { features: Object.values(surenessRow(list[best]!.row, scores, best)), right: list[best]!.right };
}
