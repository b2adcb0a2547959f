// What becomes of the models that train_grid.py wrote.
//   npm run train -- torch/aligner-models pack MODELS.json NAME WEIGHTS.json      one of them as a weights file of the aligner
//   npm run train -- torch/aligner-models judge MODELS.json PREFIX CORPUS         prints results/aligner.json: the models
//     PREFIX-0 … PREFIX-4, each judged by the product itself on the works that it has not seen
import { readFileSync, writeFileSync } from "node:fs";
import {
  type AlignerModel,
  featureReader,
  type PackedModel,
  results,
  scoreLinks,
  tiers,
  unpack,
} from "@plotline/align";
import { Problem, version } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { shippedTable } from "@plotline/text";
import { goldOf, needed, program } from "../../bench/kit/kit.ts";
import { example } from "../aligner/example.ts";
import { linksBy } from "../aligner/learn.ts";
import { pack } from "../aligner/pack.ts";
import { dealt } from "../aligner/teachers.ts";

/** A model as Python writes it. */
interface TorchModel extends Omit<AlignerModel, "scale" | "members"> {
  readonly weights: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: readonly number[] }>>;
  readonly middles: readonly number[];
  readonly spreads: readonly number[];
}

program(import.meta.url, {}, async ({ positionals: [what, file, name, place] }) => {
  const models = JSON.parse(readFileSync(needed(file, "the models that train_grid.py wrote"), "utf8"));
  if (name === undefined || place === undefined || !["pack", "judge"].includes(what ?? ""))
    throw new Problem("Give pack MODELS.json NAME WEIGHTS.json, or judge MODELS.json PREFIX CORPUS.");
  if (what === "judge") return judge(place, name, models);
  writeFileSync(place, `${JSON.stringify(packed(name, models), null, 1)}\n`);
});

function packed(name: string, models: Readonly<Record<string, TorchModel>>): PackedModel {
  const model = models[name];
  if (model === undefined) throw new Problem(`There is no model ${name}, only ${Object.keys(models).join(", ")}.`);
  const { weights, middles, spreads, ...trained } = model;
  const values = Object.entries(weights).map(([part, { shape, data }]) => [
    part,
    { shape, data: Float32Array.from(data) },
  ]);
  const made = pack({
    ...trained,
    scale: { middles: Float32Array.from(middles), spreads: Float32Array.from(spreads) },
    members: [Object.fromEntries(values)],
  });
  unpack(made);
  return made;
}

async function judge(folder: string, prefix: string, models: Readonly<Record<string, TorchModel>>): Promise<void> {
  const corpus = await openCorpus(folder);
  const read = featureReader(tiers.table, { table: await shippedTable() });
  const examples = (await goldOf(corpus)).map((chapter) => example(chapter, read(chapter)()));
  const chapters = dealt(examples, 5).flatMap((part, k) => {
    const links = linksBy(unpack(packed(`${prefix}-${k}`, models)));
    return part.map((each) => ({
      work: each.work,
      number: each.number,
      methods: [scoreLinks(links(each), each.gold)],
    }));
  });
  const signature = `corpus:${await corpus.hash()}|folds:5 by work|trained by:training/torch/train_grid.py ${prefix}|average:chapters|interval:bootstrap-2000|seed:1|version:${version}`;
  const methods = results([{ name: "plotline" }], chapters, { seed: 1, byWork: true });
  process.stdout.write(`${JSON.stringify({ signature, chapters: chapters.length, methods }, null, 2)}\n`);
}
