/**
 * The aligner's training on another machine, one process a mode, no network. Bundled by scripts/lab/pack.mjs; run in the root
 * of a checkout, which has the token table.
 *
 *   node kit.mjs features REAL OPEN SAMPLE OUT [PART OF]   features of every chapter, for train_grid.py
 *   node kit.mjs fold K REAL OPEN SAMPLE OUT                one of five folds by work of the real corpus
 *   node kit.mjs open SHARE_SEED REAL OPEN SAMPLE OUT       the open corpus alone, or a share of its works
 *   node kit.mjs both K REAL OPEN SAMPLE OUT                one of five folds by work, and the open corpus
 *
 * Every mode but the first writes MODE-ARGUMENT.weights.json, .scores.json and .log in OUT as soon as there is something.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { featureReader } from "../../src/align/learned/feature-readers.ts";
import type { ChapterFeatures } from "../../src/align/learned/features.ts";
import { networkInput, tiers } from "../../src/align/learned/inputs.ts";
import type { Model } from "../../src/align/learned/model.ts";
import { pack } from "../../src/align/learned/weights.ts";
import { openCorpus } from "../../src/corpus/open.ts";
import type { Chapter } from "../../src/corpus/types.ts";
import { scoreLinks } from "../../src/evaluate/evaluation.ts";
import { type Example, example } from "../../src/learn/aligner/example.ts";
import { type LearningOptions, learn, learningDefaults, linksBy } from "../../src/learn/aligner/learn.ts";
import { dealt } from "../../src/learn/aligner/teachers.ts";
import { random, shuffled } from "../../src/random.ts";
import { unpackTable } from "../../src/text/pieces/token-table.ts";

const [mode = "", ...rest] = process.argv.slice(2);
const table = unpackTable(JSON.parse(readFileSync("src/text/pieces/data/token-table.json", "utf8")));
const read = featureReader(tiers.table, { table });
await (mode === "features" ? writeFeatures(rest) : trainOne(rest));

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

async function trainOne([argument = "", real = "", open = "", sample = "", out = ""]: string[]) {
  mkdirSync(out, { recursive: true });
  const name = join(out, `${mode}-${argument}`);
  const started = Date.now();
  const log = (line: string) => {
    console.log(line);
    appendFileSync(`${name}.log`, `${((Date.now() - started) / 1000).toFixed(0)} s: ${line}\n`);
  };
  let passes = 0;
  const tick = () => log(`pass ${++passes}`);
  const [gold, tests] = [await examples(real, "gold"), await examples(sample, "sample")];
  const { lessons, judged, unannotated, options } = await plan(argument, gold, real, open);
  log(`${new Set(lessons.map(({ work }) => work)).size} works, ${lessons.length} chapters, ${unannotated.length} more`);
  const model = await learn(lessons, unannotated, options, tick);
  writeFileSync(`${name}.weights.json`, `${JSON.stringify(pack(model), null, 1)}\n`);
  const scores = [...scored(model, judged, "gold"), ...scored(model, tests, "sample")];
  writeFileSync(`${name}.scores.json`, JSON.stringify(scores));
  for (const set of ["gold", "sample"]) {
    const own = scores.filter((each) => each.set === set).map(({ f }) => f);
    log(`${set}: ${own.length} chapters, F ${(own.reduce((sum, f) => sum + f, 0) / own.length).toFixed(4)}`);
  }
}

interface Plan {
  readonly lessons: readonly Example[];
  readonly judged: readonly Example[];
  readonly unannotated: readonly ChapterFeatures[];
  readonly options: LearningOptions;
}

async function plan(argument: string, gold: readonly Example[], real: string, open: string): Promise<Plan> {
  if (mode === "open") {
    const [share = 1, seed = 1] = argument.split("_").map(Number);
    const all = await examples(open, "open");
    const titles = shuffled([...new Set(all.map(({ work }) => work))], random("curve", 1));
    const chosen = new Set(titles.slice(0, Math.round(titles.length * share)));
    const lessons = all.filter(({ work }) => chosen.has(work));
    return { lessons, judged: gold, unannotated: [], options: { ...quick, seed } };
  }
  const judged = dealt(gold, 5)[Number(argument)] ?? [];
  const lessons = gold.filter((each) => !judged.includes(each));
  if (mode === "both")
    return { lessons: [...lessons, ...(await examples(open, "open"))], judged, unannotated: [], options: quick };
  if (mode !== "fold") throw new Error(`There is no mode ${mode}.`);
  const unannotated = (await others(real, 300)).map(({ chapter }) => read(chapter)());
  return { lessons, judged, unannotated, options: { ...learningDefaults, channels: 16, members: 4, epochs: 16 } };
}

/** Small enough for twenty minutes of one core. */
const quick: LearningOptions = {
  ...learningDefaults,
  channels: 12,
  members: 2,
  epochs: 8,
  student: { channels: 12, passes: 6 },
};

async function examples(folder: string, set: Place["set"]): Promise<Example[]> {
  return (await annotated(folder, set)).map(({ chapter }) => example(chapter, read(chapter)()));
}

function scored(model: Model, chapters: readonly Example[], set: string) {
  const links = linksBy(model);
  return chapters.map((each) => {
    const { precision, recall, f } = scoreLinks(links(each), each.gold).score;
    return { set, work: each.work, number: each.number, precision, recall, f };
  });
}
