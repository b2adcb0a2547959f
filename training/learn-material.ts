// Writes what training/torch/learn.py learns an alignment from with the task (plotline paper learn): texts and questions as numbers,
// and which chapters are learned from, held back and judged. There is no word in it, and no gold, but it must not be shared either.
//   npm run train -- learn-material CORPUS OUT [--small]
// --small is for a trial on a small corpus.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Alignment } from "@plotline/align";
import { Problem, random } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import { cachedCorpus, type EncodedCorpus, type LearnSettings, learnDefaults } from "@plotline/questions/node";
import { needed, program } from "../bench/kit/kit.ts";
import { type Rows, startRows } from "../packages/questions/src/learn/rows.ts";
import { divided, type Unit, unitsIn } from "../packages/questions/src/learn/units.ts";
import { windowed } from "../packages/questions/src/readers/batches/cloze-batch.ts";
import { trainDefaults } from "../packages/questions/src/readers/settings.ts";
import { goldOf } from "../packages/runs/src/learn.ts";
import { summarisedWorks } from "../packages/runs/src/summarised-works.ts";

/** What is learned with, several settings at once: they differ in nothing that decides which chapters are held back. */
export const lanes: Readonly<Record<string, Partial<LearnSettings>>> = {
  paper: {},
  "paper-slower": { learningRate: 3e-4 },
  "paper-random": { start: "random" },
  "paper-plain": { gains: "plain" },
};

program(import.meta.url, { small: false }, async ({ positionals: [folder, out], values: { small } }) => {
  needed(folder, "the corpus that has the questions");
  if (out === undefined) throw new Problem("Name the folder to write to.");
  const corpus = await openCorpus(folder!);
  const works = summarisedWorks(corpus);
  const data = await cachedCorpus(corpus, works);
  const base = { ...learnDefaults, ...(small && { hidden: 8, embedding: 8 }) };
  const { texts, material } = learnMaterial(data, await goldOf(corpus, works), base);
  mkdirSync(out, { recursive: true });
  const write = (name: string, bytes: string | Uint8Array) =>
    writeFileSync(join(out, name), gzipSync(bytes, { level: 9 }));
  write("texts.i16.gz", new Uint8Array(Int16Array.from(texts).buffer));
  write("material.json.gz", JSON.stringify(material));
  const { learned, heldBack, judged } = material;
  console.log(`${learned.length} chapters to learn from, ${heldBack.length} held back, ${judged.length} judged`);
});

/** The numbers of all texts one after the other, and what says which they are. */
export function learnMaterial(
  { words, works }: EncodedCorpus,
  gold: ReadonlyMap<string, Alignment>,
  settings: LearnSettings,
  some: typeof lanes = lanes,
) {
  const { longestParagraph, longestBullet, embedding, hidden, chapters, questions, clip, seed } = settings;
  const units = unitsIn(works);
  const { learned, heldBack, judged } = divided(units, gold, settings);
  const numbers = new Map(units.map(({ key }, number) => [key, number]));
  const numbered = (part: readonly Unit[]) => part.map(({ key }) => numbers.get(key)!);
  const texts: number[] = [];
  const shown = units.map(({ chapter: { story, cloze, points } }) => {
    const cut = story.map((text) => text.subarray(0, longestParagraph));
    for (const text of cut) texts.push(...text);
    const asked = cloze.map(({ paragraph, kind, options, ...question }) => {
      const { text, mask } = windowed(question.text, question.mask, longestBullet);
      texts.push(...text, ...options);
      return [paragraph, Number(kind === "entity"), mask, text.length, options.length];
    });
    return { points: points.length, story: cut.map((text) => text.length), cloze: asked };
  });
  const startsOf = (start: LearnSettings["start"]) =>
    units.flatMap(({ key, chapter }) => spans(startRows(chapter, { ...settings, start }, random(seed, "start", key))));
  const material = {
    ...{ vocabulary: words.size, firstMarker: words.firstMarker, markers: words.markers, embedding, hidden },
    ...{ chapters, questions, clip, seed, margin: trainDefaults.margin },
    lanes: Object.entries(some).map(([name, own]) => ({ name, ...settings, ...own })),
    units: shown,
    ...{ learned: numbered(learned), heldBack: numbered(heldBack), judged: numbered(judged) },
    starts: { diagonal: startsOf("diagonal"), random: startsOf("random") },
  };
  return { texts, material };
}

/** Rows whose paragraphs follow one another: the first of each, and how many. */
function spans(rows: Rows): [number, number][] {
  return rows.map((row) => [row[0] ?? 0, row.length]);
}
