/**
 * node features.mjs REAL OPEN SAMPLE OUT [PART OF]: the features of every chapter, for train_grid.py, and its texts, for the
 * encoders. Bundled by scripts/lab/pack.mjs; run in the root of a checkout, which has the token table.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { featureReader } from "../../src/align/learned/feature-readers.ts";
import { networkInput, tiers } from "../../src/align/learned/inputs.ts";
import { openCorpus } from "../../src/corpus/open.ts";
import type { Chapter } from "../../src/corpus/types.ts";
import { random, shuffled } from "../../src/random.ts";
import { unpackTable } from "../../src/text/pieces/token-table.ts";

const table = unpackTable(JSON.parse(readFileSync("src/text/pieces/data/token-table.json", "utf8")));
const read = featureReader(tiers.table, { table });
await writeFeatures(process.argv.slice(2));

interface Place {
  readonly set: "gold" | "open" | "sample" | "weak";
  readonly chapter: Chapter;
}

async function writeFeatures([real = "", open = "", sample = "", out = "", part = "0", of = "1"]: string[]) {
  mkdirSync(out, { recursive: true });
  const all = [
    ...(await annotated(real, "gold")),
    ...(await annotated(open, "open")),
    ...(await annotated(sample, "sample")),
    ...(await others(real, 600)),
  ];
  const rows = [];
  let offset = 0;
  const file = join(out, `features-${part}.f32`);
  writeFileSync(file, "");
  for (const [k, { set, chapter }] of all.entries()) {
    if (k % Number(of) !== Number(part)) continue;
    const features = read(chapter)();
    const values = networkInput(features, tiers.table);
    appendFileSync(file, new Uint8Array(values.buffer));
    const links = (chapter.gold ?? []).map(({ summary, story }) => [summary, story]);
    const { work, number, summary, story } = chapter;
    rows.push({ place: k, set, work, number, rows: features.rows, columns: features.columns, links, part, offset });
    offset += values.length;
    appendFileSync(
      join(out, `texts-${part}.jsonl`),
      `${JSON.stringify({ place: k, set, work, number, summary, story })}\n`,
    );
  }
  writeFileSync(
    join(out, `features-${part}.json`),
    JSON.stringify({ features: tiers.table.map(({ name }) => name), chapters: rows }),
  );
}

async function annotated(folder: string, set: Place["set"]): Promise<Place[]> {
  const found: Place[] = [];
  for await (const chapter of (await openCorpus(folder)).chapters({ goldOnly: true }))
    if (chapter.gold !== undefined && chapter.gold.length > 0) found.push({ set, chapter });
  return found;
}

/** Chapters of works without gold, as `plotline train aligner` draws them. */
async function others(folder: string, most: number): Promise<Place[]> {
  const corpus = await openCorpus(folder);
  const works = corpus.works.filter((work) => work.annotated.length === 0);
  const refs = works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const found: Place[] = [];
  for (const { work, number } of shuffled(refs, random("unannotated", 1))) {
    if (found.length >= most) break;
    const { gold: _, ...chapter } = await corpus.chapter(work, number);
    const cells = chapter.summary.length * chapter.story.length;
    if (cells > 0 && cells <= 8000) found.push({ set: "weak", chapter });
  }
  return found;
}
