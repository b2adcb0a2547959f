import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { Problem } from "../problem.ts";
import { type Book, readBook } from "../text/names/litbank.ts";
import {
  crossValidate,
  type PreparedBook,
  packedNames,
  prepareBook,
  type TaggerScores,
  trainingDefaults,
} from "../text/names/train.ts";
import { writeAtomically } from "../write.ts";
import { type Common, command, fileToWrite, numberOption, print, printJson, seedOption } from "./frame.ts";
import { Progress } from "./progress.ts";
import { textTable } from "./table.ts";

interface Options extends Common {
  readonly folds: number;
  readonly epochs: number;
  readonly seed: number;
  readonly out?: string;
}

export function trainNamesCommand(): Command {
  return command(
    "names <litbank>",
    "Train the names tagger on LitBank (github.com/dbamman/litbank, CC BY 4.0) and judge it by cross-validation.",
    ["train names litbank --out weights.json", "train names litbank --folds 10"],
  )
    .addOption(
      numberOption("--folds <number>", "judge by this many folds, by book; 0: do not judge", trainingDefaults.folds),
    )
    .addOption(numberOption("--epochs <number>", "passes over the books", trainingDefaults.epochs))
    .addOption(seedOption())
    .option("--out <file>", "write the weights of all books here", fileToWrite)
    .action((folder: string, options: Options) => train(folder, options));
}

function train(folder: string, options: Options): void {
  if (options.folds === 1)
    throw new Problem("--folds 1 would judge the tagger on what it learned from; give 2 or more.");
  const books = prepared(folder, options);
  const scores = options.folds === 0 ? undefined : judged(books, options);
  const out = options.out;
  if (out !== undefined) writeAtomically(out, `${JSON.stringify(packedNames(books, options), null, 1)}\n`);
  if (options.json) printJson({ books: books.length, ...scores, out });
  else if (scores !== undefined) print(scoresText(scores, options.folds));
  if (out !== undefined && !options.json) print(`The weights of ${books.length} books are in ${out}.`);
}

/** Reads LitBank as it is published: `coref/tsv` holds the names, `original` the whole novels. */
export function readLitbank(folder: string): Book[] {
  const annotations = join(folder, "coref", "tsv");
  const names = readdirSync(annotations)
    .filter((file) => file.endsWith("_brat.ann"))
    .map((file) => file.slice(0, -"_brat.ann".length))
    .sort();
  if (names.length < 2)
    throw new Problem(`${annotations} has no annotated books; give the folder of a clone of LitBank.`);
  const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
  return names.map((name) =>
    readBook(
      name,
      read("coref", "tsv", `${name}_brat.txt`),
      read("coref", "tsv", `${name}_brat.ann`),
      read("original", `${name}.txt`),
    ),
  );
}

function prepared(folder: string, { quiet }: Options): PreparedBook[] {
  const books = readLitbank(folder);
  const progress = new Progress("Reading books", books.length, quiet);
  const result = books.map((book) => {
    progress.advance(1, book.name);
    return prepareBook(book);
  });
  progress.end();
  return result;
}

function judged(books: readonly PreparedBook[], options: Options): TaggerScores {
  const progress = new Progress("Folds", options.folds, options.quiet);
  const { scores } = crossValidate(books, options, () => progress.advance());
  progress.end();
  return scores;
}

function scoresText({ typed, untyped, byType, names }: TaggerScores, folds: number): string {
  const rows = [["typed", typed] as const, ["untyped", untyped] as const, ...Object.entries(byType)];
  const cells = rows.map(([name, { precision, recall, f }]) => [
    name,
    ...[precision, recall, f].map((x) => x.toFixed(3)),
  ]);
  const heading = `Exact spans without titles, ${names} names, ${folds} folds by book:`;
  return `${heading}\n${textTable(["", "precision", "recall", "F"], cells)}`;
}
