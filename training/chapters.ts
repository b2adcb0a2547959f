// Trains the trees that choose the chapters of a book, packages/books/src/chapters/data/forests.json, on the books of `learn`.
//   npm run train -- chapters FILES [--out FILE]
// FILES is where bench/books/fetch-books.md laid the books out. It takes some minutes, and says how many files are divided
// rightly by trees that did not see their author.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Forest, logistic, scoreRow } from "@plotline/base";
import { needed, program, root, share } from "../bench/kit/kit.ts";
import { candidatesOf, surenessRow } from "../packages/books/src/chapters/choose.ts";
import { proposalsOf } from "../packages/books/src/chapters/divisions.ts";
import { type Reader, readerOf } from "../packages/books/src/chapters/piece-features.ts";
import { studied } from "../packages/books/src/chapters/study.ts";
import { labelled } from "./chapters/label.ts";
import { madeUp } from "./chapters/made-up.ts";
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
  readonly fold: number;
  readonly reader: Reader;
  readonly examples: readonly Example[];
}

const options = {
  pieces: { trees: 200, levels: 4, rate: 0.07, bins: 24, ridge: 4, columns: 0.4, digits: 3 },
  divisions: { trees: 150, levels: 3, rate: 0.06, bins: 20, ridge: 3, columns: 0.3, digits: 3 },
  sureness: { trees: 60, levels: 2, rate: 0.08, bins: 20, ridge: 8, columns: 0.3, digits: 3 },
};
const folds = 5;
/** How many small books are made of each. */
const made = 4;

const file = join(root, "packages", "books", "src", "chapters", "data", "forests.json");

program(import.meta.url, { sure: 0.8, out: file }, ({ positionals, values: { sure, out } }) => {
  const all = knownBooks(needed(positionals[0], "the folder of the books of bench/books")).flatMap(inForms);
  const parts = Array.from({ length: folds }, (_, fold) => ({
    own: all.filter((book) => book.fold === fold),
    others: all.filter((book) => book.fold !== fold),
  }));
  const lists = parts.flatMap(({ own, others }) => {
    const pieces = fitPieces(others);
    return own.map((book) => ({ book, list: candidates(book, pieces) }));
  });
  const judged = parts.flatMap(({ own, others }) => {
    const forest = fitRanking(
      lists.flatMap(({ book, list }) => (others.includes(book) ? [list] : [])),
      options.divisions,
    );
    return lists.filter(({ book }) => own.includes(book) && book.isOwn).map(({ list }) => chosen(list, forest));
  });
  const right = judged.filter((each) => each.right).length / judged.length;
  console.log(`${share(right)} of ${judged.length} files right, in folds by author`);
  const { row } = lists[0]!.list[0]!;
  const ranking = fitRanking(
    lists.map(({ list }) => list),
    options.divisions,
  );
  const learned = {
    sure: Number(Math.log(sure / (1 - sure)).toFixed(4)),
    piece: named(fitPieces(all), proposalsOf(all[0]!.reader)[0]!.rows[0]!),
    division: named(ranking, row),
    sureness: named(fitOdds(judged, options.sureness), surenessRow(row, [0], 0)),
  };
  writeFileSync(out, `${JSON.stringify(learned)}\n`);
});

function named(forest: Forest, row: Row) {
  return { features: Object.keys(row), ...forest };
}

/** A book as it is, in small, as plain text, and small books that are made of it. */
function inForms({ known, isWhole }: { known: KnownBook; isWhole: boolean }, k: number): Prepared[] {
  const books = Array.from({ length: made }, (_, turn) => madeUp(known, `${k} ${turn + 1}`));
  return [
    prepared(known, true, isWhole),
    ...books.map((book) => prepared(book, false, true)),
    ...variantsOf(known, `${k}`).map((book) => prepared(book, false, isWhole)),
  ];
}

function prepared(known: KnownBook, isOwn: boolean, isWhole: boolean): Prepared {
  const reader = readerOf(studied(known.blocks, known.entries, known.title));
  const best = proposalsOf(reader)
    .map((proposal) => labelled(known, proposal))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .filter(({ likeness }, k) => likeness > 0.6 || k === 0);
  const examples = isWhole ? best.flatMap((each) => each.examples) : [];
  return { known, isOwn, fold: foldOf(known.author), reader, examples };
}

/** All books of an author are in one fold. */
function foldOf(author: string): number {
  const hash = createHash("md5").update(author.split(",")[0]!.toLowerCase()).digest("hex");
  return Number(BigInt(`0x${hash}`) % BigInt(folds));
}

function fitPieces(books: readonly Prepared[]): Forest {
  return fitOdds(
    books.flatMap(({ examples }) => examples),
    options.pieces,
  );
}

function candidates({ known, reader }: Prepared, pieces: Forest): Candidate[] {
  const { divisions, rows } = candidatesOf(reader, (row) => logistic(scoreRow(pieces, Object.values(row))));
  return divisions.map(({ chapters }, k) => {
    const begun = chaptersAt(
      known,
      chapters.map(({ at }) => at),
    );
    const right = begun.filter((chapter) => chapter >= 0).length === known.chapters.length && !begun.includes(-1);
    return { row: rows[k]!, features: Object.values(rows[k]!), right: right && known.chapters.length > 0 };
  });
}

/** The candidate that the trees prefer, as the sureness of a choice is learned from it. */
function chosen(list: readonly Candidate[], forest: Forest): Example {
  const scores = list.map(({ features }) => scoreRow(forest, features));
  const best = scores.indexOf(Math.max(...scores));
  return { features: Object.values(surenessRow(list[best]!.row, scores, best)), right: list[best]!.right };
}
