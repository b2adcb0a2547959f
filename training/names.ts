// Trains the names tagger that ships on a clone of LitBank (github.com/dbamman/litbank, CC BY 4.0), and judges it by
// cross-validation by book.
//   npm run train -- names LITBANK [--folds 5] [--epochs 5] [--seed 1] [--out packages/text/src/names/weights.json]
import { Problem } from "@plotline/base";
import { mustBeWritable, writeAtomically } from "@plotline/base/node";
import { needed, printTable, program } from "../bench/kit/kit.ts";
import { readLitbank } from "./names/litbank.ts";
import { crossValidate, packedNames, prepareBook, type TaggerScores, trainingDefaults } from "./names/train.ts";

program(import.meta.url, { ...trainingDefaults, out: undefined }, ({ positionals, values }) => {
  const { folds, out } = values;
  if (folds === 1) throw new Problem("--folds 1 would judge the tagger on what it learned from; give 2 or more.");
  if (out !== undefined) mustBeWritable(out);
  const books = readLitbank(needed(positionals[0], "a clone of github.com/dbamman/litbank")).map(prepareBook);
  if (folds > 0) printScores(crossValidate(books, values), folds);
  if (out === undefined) return;
  writeAtomically(out, `${JSON.stringify(packedNames(books, values), null, 1)}\n`);
  console.log(`The weights of ${books.length} books are in ${out}.`);
});

function printScores({ typed, untyped, byType, names }: TaggerScores, folds: number): void {
  console.log(`Exact spans without titles, ${names} names, ${folds} folds by book:`);
  printTable(
    ["", "precision", "recall", "F"],
    Object.entries({ typed, untyped, ...byType }).map(([name, { precision, recall, f }]) => [
      name,
      ...[precision, recall, f].map((x) => x.toFixed(3)),
    ]),
  );
}
