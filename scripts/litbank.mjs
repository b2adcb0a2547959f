// LitBank (github.com/dbamman/litbank, CC BY 4.0) as it is published: `coref/tsv` has the names, `original` whole novels.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../dist/problem.js";
import { readBook } from "../dist/text/names/litbank.js";

export function readLitbank(folder) {
  const annotations = join(folder, "coref", "tsv");
  const names = (existsSync(annotations) ? readdirSync(annotations) : [])
    .filter((file) => file.endsWith("_brat.ann"))
    .map((file) => file.slice(0, -"_brat.ann".length))
    .sort();
  if (names.length < 2)
    throw new Problem(`${annotations} has no annotated books; give the folder of a clone of LitBank.`);
  const read = (...path) => readFileSync(join(folder, ...path), "utf8");
  return names.map((name) =>
    readBook(
      name,
      read("coref", "tsv", `${name}_brat.txt`),
      read("coref", "tsv", `${name}_brat.ann`),
      read("original", `${name}.txt`),
    ),
  );
}
