// Trains the trees that choose the chapters of a book, packages/books/src/chapters/data/forests.json, on the books of `learn`.
//   npm run train -- chapters FILES [--sure .8] [--out FILE]
// FILES is where bench/books/fetch-books.md laid the books out. It takes some minutes, and says how many files are divided
// rightly by trees that saw no book of their author.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Forest, scoreRow } from "@plotline/base";
import { needed, program, root, share } from "../bench/kit/kit.ts";
import { candidates, readingsOf } from "../packages/books/src/chapters/candidates.ts";
import { studied } from "../packages/books/src/chapters/chapterise.ts";
import { confidenceRow, type NamedForest, type Scored } from "../packages/books/src/chapters/choose.ts";
import { doubtsAbout } from "../packages/books/src/chapters/doubts.ts";
import { featuresOf, measureOf, type Row } from "../packages/books/src/chapters/features.ts";
import { chaptersAt, type KnownBook, knownBooks } from "./chapters/truth.ts";
import { type Example, fitOdds, fitRanking } from "./forest.ts";

/** A division of a book, and whether it is right. */
interface Candidate extends Example, Omit<Scored, "score"> {}

interface Weighed {
  readonly book: ReturnType<typeof studied>["book"];
  readonly fold: number;
  readonly list: readonly Candidate[];
}

const options = {
  division: { trees: 200, levels: 2, rate: 0.06, bins: 20, ridge: 3, columns: 0.3, digits: 3 },
  confidence: { trees: 60, levels: 2, rate: 0.08, bins: 20, ridge: 8, columns: 0.3, digits: 3 },
};
const folds = 5;

const file = join(root, "packages", "books", "src", "chapters", "data", "forests.json");

program(import.meta.url, { sure: 0.8, out: file }, ({ positionals, values: { sure, out } }) => {
  const all = knownBooks(needed(positionals[0], "the folder of the books of bench/books")).map(weighed);
  const judged = Array.from({ length: folds }, (_, fold) => {
    const forest = ranking(all.filter((book) => book.fold !== fold));
    return all.filter((book) => book.fold === fold).map((book) => chosen(book, forest));
  }).flat();
  const right = judged.filter((each) => each.right).length / judged.length;
  console.log(`${share(right)} of ${judged.length} files right, in folds by author`);
  const learned = {
    sure: Number(Math.log(sure / (1 - sure)).toFixed(4)),
    division: named(ranking(all), all[0]!.list[0]!.row),
    confidence: named(fitOdds(judged, options.confidence), judged[0]!.row),
  };
  writeFileSync(out, `${JSON.stringify(learned)}\n`);
});

function named(forest: Forest, row: Row): NamedForest {
  return { features: Object.keys(row), ...forest };
}

function ranking(books: readonly Weighed[]): Forest {
  return fitRanking(
    books.map(({ list }) => list),
    options.division,
  );
}

function weighed(known: KnownBook): Weighed {
  const { book } = studied(known.blocks, known.entries, known.title);
  const measure = measureOf(book);
  const list = candidates(book, readingsOf(book)).map((candidate) => {
    const row = featuresOf(measure, candidate);
    return { candidate, row, features: Object.values(row), right: isRight(known, candidate) };
  });
  return { book, fold: foldOf(known.author), list };
}

function isRight(known: KnownBook, { chapters }: Candidate["candidate"]): boolean {
  const places = chapters.map(({ at }) => at);
  const begun = chaptersAt(known, places);
  return begun.filter((chapter) => chapter >= 0).length === known.chapters.length && !begun.includes(-1);
}

/** All books of an author are in one fold. */
function foldOf(author: string): number {
  const hash = createHash("md5").update(author.split(",")[0]!.toLowerCase()).digest("hex");
  return Number(BigInt(`0x${hash}`) % BigInt(folds));
}

/** The candidate that the trees prefer, as the confidence in a choice is learned from it. */
function chosen({ book, list }: Weighed, forest: Forest): Example & { readonly row: Row } {
  const scored = list.map((each) => ({ ...each, score: scoreRow(forest, each.features) }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const row = confidenceRow(best, scored, doubtsAbout({ ...best.candidate, ...book }));
  return { row, features: Object.values(row), right: best.right };
}
