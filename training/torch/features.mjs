// Writes the features of every chapter for train_grid.py, and its texts for the encoders. After node scripts/build.mjs.
//   node training/torch/features.mjs REAL OPEN SAMPLE OUT [PART OF]     one part of several, so that all cores have work
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goldOf } from "../../bench/changed-guides.mjs";
import { featureReader } from "../../packages/align/dist/learned/feature-readers.js";
import { networkInput, tiers } from "../../packages/align/dist/learned/inputs.js";
import { random, shuffled } from "../../packages/base/dist/random.js";
import { openCorpus } from "../../packages/corpus/dist/open.js";
import { shippedTable } from "../../packages/text/dist/pieces/shipped.js";

const [real, open, sample, out, part = "0", of = "1"] = process.argv.slice(2);
const read = featureReader(tiers.table, { table: await shippedTable() });
const all = [
  ...(await annotated(real, "gold")),
  ...(await annotated(open, "open")),
  ...(await annotated(sample, "sample")),
  ...(await others(real, 600)),
];
mkdirSync(out, { recursive: true });
const [numbers, texts] = [join(out, `features-${part}.f32`), join(out, `texts-${part}.jsonl`)];
for (const file of [numbers, texts]) writeFileSync(file, "");
const chapters = [];
let offset = 0;
for (const [place, { set, chapter }] of all.entries()) {
  if (place % Number(of) !== Number(part)) continue;
  const features = read(chapter)();
  const { rows, columns } = features;
  const values = networkInput(features, tiers.table);
  appendFileSync(numbers, new Uint8Array(values.buffer));
  const { work, number, summary, story, gold = [] } = chapter;
  const links = gold.map((link) => [link.summary, link.story]);
  chapters.push({ place, set, work, number, rows, columns, links, part, offset });
  offset += values.length;
  appendFileSync(texts, `${JSON.stringify({ place, set, work, number, summary, story })}\n`);
}
const names = tiers.table.map(({ name }) => name);
writeFileSync(join(out, `features-${part}.json`), JSON.stringify({ features: names, chapters }));

async function annotated(folder, set) {
  return (await goldOf(await openCorpus(folder))).map((chapter) => ({ set, chapter }));
}

/** Chapters of works without gold, as `plotline train aligner` draws them. */
async function others(folder, most) {
  const corpus = await openCorpus(folder);
  const works = corpus.works.filter((work) => work.annotated.length === 0);
  const refs = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const found = [];
  for (const { work, number } of shuffled(refs, random("unannotated", 1))) {
    if (found.length >= most) break;
    const { gold: _, ...chapter } = await corpus.chapter(work, number);
    const cells = chapter.summary.length * chapter.story.length;
    if (cells > 0 && cells <= 8000) found.push({ set: "weak", chapter });
  }
  return found;
}
