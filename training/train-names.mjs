// Trains the names tagger that ships (packages/text/src/names/weights.json) on a clone of LitBank, and judges it.
//   node training/train-names.mjs LITBANK --out weights.json
import { fileToWrite, load, Problem, Progress, print, runScript, trainer } from "../scripts/maintenance.mjs";
import { compiled } from "./compile.mjs";

const { writeAtomically } = await load("base/dist/write.js");
const { textTable } = await load("plotline/dist/cli/print/text-table.js");
const { crossValidate, packedNames, prepareBook, trainingDefaults } = await compiled("names/train.ts");
const { readLitbank } = await compiled("names/litbank.ts");

await runScript(
  trainer(
    "train-names.mjs",
    "Train the names tagger on LitBank (github.com/dbamman/litbank, CC BY 4.0); judge it by cross-validation.",
    "litbank",
    [
      ["--folds", "judge by this many folds, by book; 0: do not judge", trainingDefaults.folds],
      ["--epochs", "passes over the books", trainingDefaults.epochs],
    ],
  )
    .option("--out <file>", "write the weights of all books here", fileToWrite)
    .action(train),
);

function train(folder, options) {
  const { folds, out } = options;
  if (folds === 1) throw new Problem("--folds 1 would judge the tagger on what it learned from; give 2 or more.");
  const books = prepared(folder);
  if (folds > 0) print(scoresText(judged(books, options), folds));
  if (out === undefined) return;
  writeAtomically(out, `${JSON.stringify(packedNames(books, options), null, 1)}\n`);
  print(`The weights of ${books.length} books are in ${out}.`);
}

function prepared(folder) {
  const books = readLitbank(folder);
  const progress = new Progress("Reading books", books.length);
  const result = books.map((book) => {
    progress.advance(1, book.name);
    return prepareBook(book);
  });
  progress.end();
  return result;
}

function judged(books, options) {
  const progress = new Progress("Folds", options.folds);
  const { scores } = crossValidate(books, options, () => progress.advance());
  progress.end();
  return scores;
}

function scoresText({ typed, untyped, byType, names }, folds) {
  const rows = [["typed", typed], ["untyped", untyped], ...Object.entries(byType)];
  const cells = rows.map(([name, { precision, recall, f }]) => [
    name,
    ...[precision, recall, f].map((x) => x.toFixed(3)),
  ]);
  const heading = `Exact spans without titles, ${names} names, ${folds} folds by book:`;
  return `${heading}\n${textTable(["", "precision", "recall", "F"], cells)}`;
}
