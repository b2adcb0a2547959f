// What becomes of the models that train_grid.py wrote. After node scripts/build.mjs.
//   node training/torch/aligner-models.mjs pack MODELS.json NAME WEIGHTS.json        one of them as a weights file of the aligner
//   node training/torch/aligner-models.mjs judge MODELS.json PREFIX CORPUS           prints results/aligner.json: the models PREFIX-0 …
//     PREFIX-4, each judged by the product itself on the works that it has not seen, as `train-aligner.mjs --json` has it
import { readFileSync, writeFileSync } from "node:fs";
import { goldOf } from "../../bench/changed-guides.mjs";
import { results, scoreLinks } from "../../packages/align/dist/evaluate/evaluation.js";
import { featureReader } from "../../packages/align/dist/learned/feature-readers.js";
import { tiers } from "../../packages/align/dist/learned/inputs.js";
import { pack, unpack } from "../../packages/align/dist/learned/weights.js";
import { version } from "../../packages/base/dist/version.js";
import { openCorpus } from "../../packages/corpus/dist/open.js";
import { shippedTable } from "../../packages/text/dist/pieces/shipped.js";
import { compiled } from "../compile.mjs";

const { example } = await compiled("aligner/example.ts");
const { linksBy } = await compiled("aligner/learn.ts");
const { dealt } = await compiled("aligner/teachers.ts");

const [what, file, name, place] = process.argv.slice(2);
const models = JSON.parse(readFileSync(file, "utf8"));
if (what === "pack") writeFileSync(place, `${JSON.stringify(packed(name), null, 1)}\n`);
else await judge(await openCorpus(place));

function packed(name) {
  if (!(name in models)) throw new Error(`${file} has no ${name}: it has ${Object.keys(models).join(", ")}.`);
  const { weights, middles, spreads, ...trained } = models[name];
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

async function judge(corpus) {
  const read = featureReader(tiers.table, { table: await shippedTable() });
  const examples = (await goldOf(corpus)).map((chapter) => example(chapter, read(chapter)()));
  const chapters = dealt(examples, 5).flatMap((part, k) => {
    const links = linksBy(unpack(packed(`${name}-${k}`)));
    return part.map((each) => ({
      work: each.work,
      number: each.number,
      methods: [scoreLinks(links(each), each.gold)],
    }));
  });
  const signature = `corpus:${await corpus.hash()}|folds:5 by work|trained by:training/torch/train_grid.py ${name}|average:chapters|interval:bootstrap-2000|seed:1|version:${version}`;
  const methods = results(["plotline"], chapters, { seed: 1, byWork: true });
  process.stdout.write(`${JSON.stringify({ signature, chapters: chapters.length, methods }, null, 2)}\n`);
}
