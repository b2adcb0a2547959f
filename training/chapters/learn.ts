import { createHash } from "node:crypto";
import { type Forest, logistic, scoreRow } from "@plotline/base";
import { candidatesOf, surenessRow } from "../../packages/books/src/chapters/choose.ts";
import { proposalsOf } from "../../packages/books/src/chapters/divisions.ts";
import { type Reader, readerOf } from "../../packages/books/src/chapters/piece-features.ts";
import { studied } from "../../packages/books/src/chapters/study.ts";
import { type Example, fitOdds, fitRanking } from "../forest.ts";
import { labelled } from "./label.ts";
import { madeUp } from "./made-up.ts";
import { chaptersAt, type KnownBook, variantsOf } from "./truth.ts";

type Row = Record<string, number>;

interface Candidate extends Example {
  readonly row: Row;
}

/** A book with the pieces of its proposals: as it is, or in another form. */
export interface Prepared {
  readonly known: KnownBook;
  readonly form: "own" | "made up" | "changed";
  readonly fold: number;
  readonly reader: Reader;
  readonly examples: readonly Example[];
}

/** The division that the trees prefer, as its sureness is learned from it. */
export interface Judged extends Example {
  readonly kind: string;
  readonly isSure: boolean;
  /** The right division is among those that were compared. */
  readonly isAmong: boolean;
}

export interface Folds {
  readonly lists: readonly (readonly Candidate[])[];
  readonly examples: readonly Example[];
  readonly judged: readonly Judged[];
}

export const options = {
  pieces: { trees: 130, levels: 4, rate: 0.1, bins: 24, ridge: 4, columns: 0.4, digits: 3 },
  divisions: { trees: 100, levels: 3, rate: 0.09, bins: 20, ridge: 3, columns: 0.3, digits: 3 },
  sureness: { trees: 40, levels: 2, rate: 0.1, bins: 20, ridge: 8, columns: 0.3, digits: 3 },
};
const folds = 5;
/** How many small books are made of each. */
const made = 3;

/** A book as it is, in small, as plain text, and small books that are made of it. */
export function prepared({ known, isWhole }: { known: KnownBook; isWhole: boolean }, k: number): Prepared[] {
  const small = Array.from({ length: made }, (_, turn) => madeUp(known, `${k} false ${turn + 1}`));
  return [
    read(known, "own", isWhole),
    ...small.map((book) => read(book, "made up", true)),
    ...variantsOf(known, `${k}`).map((book) => read(book, "changed", isWhole)),
  ];
}

function read(known: KnownBook, form: Prepared["form"], isWhole: boolean): Prepared {
  const reader = readerOf(studied(known.blocks, known.entries, known.title));
  const best = proposalsOf(reader)
    .map((proposal) => labelled(known, proposal))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .filter(({ likeness }, k) => likeness > 0.6 || k === 0);
  const examples = isWhole ? best.flatMap((each) => each.examples) : [];
  return { known, form, fold: foldOf(known.author), reader, examples };
}

/** All books of an author are in one fold. */
function foldOf(author: string): number {
  const hash = createHash("md5").update(author.split(",")[0]!.toLowerCase()).digest("hex");
  return Number(BigInt(`0x${hash}`) % BigInt(folds));
}

/** Every book judged by trees that did not see its author. */
export function inFolds(books: readonly Prepared[], sure: number): Folds {
  const numbers = Array.from({ length: folds }, (_, fold) => fold);
  const lists = new Map<Prepared, readonly Candidate[]>();
  for (const fold of numbers) {
    const pieces = fitPieces(books.filter((book) => book.fold !== fold));
    for (const book of books) if (book.fold === fold) lists.set(book, candidates(book, pieces));
  }
  const chosen = numbers.flatMap((fold) => {
    const others = books.filter((book) => book.fold !== fold);
    const forest = fitRanking(
      others.map((book) => lists.get(book)!),
      options.divisions,
    );
    return books.filter((book) => book.fold === fold).map((book) => ({ book, ...chosenOf(lists.get(book)!, forest) }));
  });
  const judged = numbers.flatMap((fold) => {
    const forest = fitOdds(
      chosen.filter(({ book }) => book.fold !== fold),
      options.sureness,
    );
    return chosen
      .filter(({ book }) => book.fold === fold && book.form === "own")
      .map(({ book, ...each }) => ({
        ...each,
        kind: book.known.kind,
        isSure: scoreRow(forest, each.features) > logOdds(sure),
      }));
  });
  return { lists: books.map((book) => lists.get(book)!), examples: chosen, judged };
}

/** The weights that are shipped: of all books. */
export function learned(books: readonly Prepared[], { lists, examples }: Folds) {
  const { row } = lists[0]![0]!;
  return {
    piece: named(fitPieces(books), proposalsOf(books[0]!.reader)[0]!.rows[0]!),
    division: named(fitRanking(lists, options.divisions), row),
    sureness: named(fitOdds(examples, options.sureness), surenessRow(row, [0], 0)),
  };
}

export function logOdds(chance: number): number {
  return Math.log(chance / (1 - chance));
}

function named(forest: Forest, row: Row) {
  return { features: Object.keys(row), ...forest };
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

function chosenOf(list: readonly Candidate[], forest: Forest) {
  const scores = list.map(({ features }) => scoreRow(forest, features));
  const best = scores.indexOf(Math.max(...scores));
  return {
    features: Object.values(surenessRow(list[best]!.row, scores, best)),
    right: list[best]!.right,
    isAmong: list.some(({ right }) => right),
  };
}
