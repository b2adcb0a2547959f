// Trains the trees that choose the chapters of a book, packages/books/src/chapters/data/forests.json, on the books of `learn`.
//   npm run train -- chapters FILES [--out FILE]
// FILES is where bench/books/fetch-books.md laid the books out. It takes some minutes, and says how many files are divided
// rightly by trees that did not see their author.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupedBy } from "@plotline/base";
import { needed, program, root, share } from "../bench/kit/kit.ts";
import { inFolds, type Judged, learned, logOdds, prepared } from "./chapters/learn.ts";
import { knownBooks } from "./chapters/truth.ts";

const file = join(root, "packages", "books", "src", "chapters", "data", "forests.json");

program(import.meta.url, { sure: 0.8, out: file }, ({ positionals, values: { sure, out } }) => {
  const books = knownBooks(needed(positionals[0], "the folder of the books of bench/books")).flatMap(prepared);
  const folds = inFolds(books, sure);
  for (const [kind, own] of [...groupedBy(folds.judged, (each) => each.kind), ["all", folds.judged] as const])
    console.log(`${kind}: ${summary(own)}`);
  const forests = { sure: Number(logOdds(sure).toFixed(4)), ...learned(books, folds) };
  writeFileSync(out, `${JSON.stringify(forests)}\n`);
});

function summary(judged: readonly Judged[]): string {
  const of = (is: (each: Judged) => boolean) => share(judged.filter(is).length / judged.length);
  const silent = of(({ right, isSure }) => !right && isSure);
  const warned = of(({ right, isSure }) => right && !isSure);
  const among = of(({ isAmong }) => isAmong);
  return `${of(({ right }) => right)} of ${judged.length} right (${among} among the candidates), ${silent} wrong and sure, ${warned} right and unsure`;
}
