// node bench/tiers.mjs: how long the aligner takes for one chapter of 6,000 words on one core, in each of its tiers, and its F
// on the sample corpus.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shippedEncoder } from "../packages/align/dist/encoder/model-folder.js";
import { findMethod, openCorpus, score } from "../packages/plotline/dist/index.js";
import { encoderOf } from "../packages/runs/dist/methods/methods.js";
import { mean, noCorpus, open, sample, seconds, timed } from "./kit.mjs";

const chapter = longChapter(6000);
const words = wordsOf(chapter);
const encoder = await encoderOf({ encoder: shippedEncoder(), model: { threads: 1 } });
for (const [tier, options] of Object.entries({ table: {}, encoder })) {
  const align = await findMethod("plotline").prepare(noCorpus, options);
  await align({ ...chapter, summary: chapter.summary.slice(0, 2), story: chapter.story.slice(0, 5) });
  const { ms, cpuMs } = await timed(() => align(chapter));
  console.log(
    `${tier}: ${words} words, ${chapter.summary.length} bullets: ${seconds(ms, 2)} (${seconds(cpuMs, 2)} of a core)`,
  );
  console.log(`${tier}: F ${(await sampleF(align)).toFixed(4)} on corpora/sample`);
}

async function sampleF(align) {
  const found = [];
  const corpus = await openCorpus(sample);
  for await (const { gold, ...each } of corpus.chapters({ goldOnly: true }))
    found.push(score(await align(each), gold).f);
  return mean(found);
}

/** Chapters of one work of the open corpus as one, of at least this many words. */
function longChapter(least) {
  const [stories, summaries] = ["stories", "summaries"].map((kind) => join(open, kind, "Agnes Grey"));
  const made = { work: "Agnes Grey", number: 0, summary: [], story: [] };
  for (const file of readdirSync(stories).sort()) {
    made.story.push(...paragraphs(join(stories, file)));
    made.summary.push(...paragraphs(join(summaries, file)));
    if (wordsOf(made) >= least) return made;
  }
  return made;
}

function wordsOf({ story }) {
  return story.join(" ").split(/\s+/).length;
}

function paragraphs(file) {
  return readFileSync(file, "utf8")
    .trim()
    .split(/\n\s*\n/);
}
