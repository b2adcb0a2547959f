// Writes the features of every chapter for train_grid.py, and its texts for the encoders.
//   npm run train -- torch/features REAL OPEN SAMPLE OUT [--part 0 --of 1]     one part of several, so that all cores have work
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Chapter, featureReader, networkInput, tiers } from "@plotline/align";
import { Problem, random, shuffled } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { shippedTable } from "@plotline/text";
import { goldOf, program } from "../../bench/kit/kit.ts";

program(
  import.meta.url,
  { part: 0, of: 1 },
  async ({ positionals: [real, open, sample, out], values: { part, of } }) => {
    if (real === undefined || open === undefined || sample === undefined || out === undefined)
      throw new Problem("Name three corpora, the published, the open and the sample one, and a folder to write to.");
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
    const chapters: object[] = [];
    let offset = 0;
    for (const [place, { set, chapter }] of all.entries()) {
      if (place % of !== part) continue;
      const features = read(chapter)();
      const { rows, columns } = features;
      const values = networkInput(features, tiers.table);
      appendFileSync(numbers, new Uint8Array(values.buffer));
      const { work, number, summary, story, gold = [] } = chapter;
      const links = gold.map((link) => [link.summary, link.story]);
      chapters.push({ place, set, work, number, rows, columns, links, part: String(part), offset });
      offset += values.length;
      appendFileSync(texts, `${JSON.stringify({ place, set, work, number, summary, story })}\n`);
    }
    const names = tiers.table.map(({ name }) => name);
    writeFileSync(join(out, `features-${part}.json`), JSON.stringify({ features: names, chapters }));
  },
);

interface Chosen {
  readonly set: string;
  readonly chapter: Chapter;
}

async function annotated(folder: string, set: string): Promise<Chosen[]> {
  return (await goldOf(await openCorpus(folder))).map((chapter) => ({ set, chapter }));
}

/** Chapters of works without gold, as training/aligner draws them. */
async function others(folder: string, most: number): Promise<Chosen[]> {
  const corpus = await openCorpus(folder);
  const works = corpus.works.filter((work) => work.annotated.length === 0);
  const refs = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const found: Chosen[] = [];
  for (const { work, number } of shuffled(refs, random("unannotated", 1))) {
    if (found.length >= most) break;
    const { gold: _, ...chapter } = await corpus.chapter(work, number);
    const cells = chapter.summary.length * chapter.story.length;
    if (cells > 0 && cells <= 8000) found.push({ set: "weak", chapter });
  }
  return found;
}
