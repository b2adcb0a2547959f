/**
 * node judge-folds.mjs MODELS.json PREFIX CORPUS > results/aligner.json: the five models PREFIX-0 … PREFIX-4 of train_grid.py, each
 * judged by the product itself on the works that it has not seen; in the form of `plotline train aligner --folds 5 --json`.
 */
import { readFileSync } from "node:fs";
import { featureReader } from "../../src/align/learned/feature-readers.ts";
import { tiers } from "../../src/align/learned/inputs.ts";
import { unpack } from "../../src/align/learned/weights.ts";
import { openCorpus } from "../../src/corpus/open.ts";
import { type ChapterScores, results, scoreLinks } from "../../src/evaluate/evaluation.ts";
import { type Example, example } from "../../src/learn/aligner/example.ts";
import { linksBy } from "../../src/learn/aligner/learn.ts";
import { dealt } from "../../src/learn/aligner/teachers.ts";
import { unpackTable } from "../../src/text/pieces/token-table.ts";
import { version } from "../../src/version.ts";
import { packedModel } from "./packed-model.ts";

const [models = "", prefix = "", folder = ""] = process.argv.slice(2);
const table = unpackTable(JSON.parse(readFileSync("src/text/pieces/data/token-table.json", "utf8")));
const read = featureReader(tiers.table, { table });
const corpus = await openCorpus(folder);
const examples: Example[] = [];
for await (const chapter of corpus.chapters({ goldOnly: true })) {
  if (chapter.gold === undefined || chapter.gold.length === 0) continue;
  examples.push(example(chapter, read(chapter)()));
}
const chapters: ChapterScores[] = [];
for (const [k, part] of dealt(examples, 5).entries()) {
  const model = unpack(packedModel(models, `${prefix}-${k}`));
  const links = linksBy(model);
  for (const each of part)
    chapters.push({ work: each.work, number: each.number, methods: [scoreLinks(links(each), each.gold)] });
}
const signature = `corpus:${await corpus.hash()}|folds:5 by work|trained by:scripts/lab/train_grid.py ${prefix}|average:chapters|interval:bootstrap-2000|seed:1|version:${version}`;
const methods = results(["plotline"], chapters, { seed: 1, byWork: true });
process.stdout.write(`${JSON.stringify({ signature, chapters: chapters.length, methods }, null, 2)}\n`);
