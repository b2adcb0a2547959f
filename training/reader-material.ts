// Writes what training/torch/reader.py trains cells of the paper's table on: texts as numbers, contexts, and which chapters are
// learned from, held back and asked about. There is no word in it, but it is of the texts, and must not be shared either.
//   npm run train -- reader-material CORPUS OUT [--cells "No alignment:1:1e-4,Chronological-TFIDF:2"] [--small]
// A cell is an alignment, a seed and, unless it is the usual one, a rate; --small is for a trial on a small corpus.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Corpus } from "@plotline/align";
import { Problem } from "@plotline/base";
import { openCorpus } from "@plotline/corpus/node";
import type { Unit } from "@plotline/questions";
import { contextsFor, type EncodedCorpus } from "@plotline/questions/node";
import { cellName, paperSize, quickSize, type TableCell } from "@plotline/runs/node";
import { needed, program } from "../bench/kit/kit.ts";
import { trainingPlan } from "../packages/questions/src/readers/train.ts";
import { contextSource } from "../packages/runs/src/context-sources.ts";
import { usualRate } from "../packages/runs/src/paper/cells.ts";
import { blindContexts, describe, encodedFor, validation } from "../packages/runs/src/paper/train-cell.ts";
import { summarisedWorks } from "../packages/runs/src/summarised-works.ts";

const set = "paper-1";
const wanted = [
  ...["No alignment:2", "No alignment:1:1e-4", "Chronological-TFIDF:1:1e-4", "Random-5:1", "Diagonal-25:2", "TFIDF:2"],
  ...["TFIDF:3", "Random-5:3", "Random-1:3", "Diagonal-25:3"],
];

program(import.meta.url, { cells: wanted.join(), small: false }, async ({ positionals, values: { cells, small } }) => {
  const [folder, out] = positionals;
  needed(folder, "the corpus that has the questions");
  if (out === undefined) throw new Problem("Name the folder to write to.");
  const corpus = await openCorpus(folder!);
  const encoded = await encodedFor(corpus, set);
  const texts: number[] = [];
  const works = encoded.works.map(({ split, chapters }) => ({
    test: split === "validation",
    chapters: chapters.map(({ story, cloze }) => {
      for (const text of story) texts.push(...text);
      for (const { text, options } of cloze) texts.push(...text, ...options);
      return {
        story: story.map((text) => text.length),
        cloze: cloze.map(({ paragraph, kind, mask, text, options }) => [
          ...[paragraph, Number(kind === "entity"), mask, text.length, options.length],
        ]),
      };
    }),
  }));
  const contexts: Record<string, unknown> = {};
  const described = [];
  for (const cell of cells.split(",").map(cellOf)) {
    const { blank, plan, asked, hidden } = await cellMaterial(cell, corpus, encoded, small);
    const numbered = (units: readonly Unit[]) => units.map((unit) => placeOf(unit, encoded));
    const own = (units: readonly Unit[]) =>
      Object.fromEntries(units.map((unit) => [placeOf(unit, encoded).join(), unit.contexts.map(stretches)]));
    const name = cellName(cell);
    contexts[name] = { paper: own([...plan.learning, ...plan.heldBack, ...asked]), blind: own(hidden ?? []) };
    const units = { learning: numbered(plan.learning), heldBack: numbered(plan.heldBack), asked: numbered(asked) };
    described.push({
      name,
      ...cell,
      hashes: blank.hashes,
      epochs: blank.train.epochs,
      ...units,
      blind: numbered(hidden ?? []),
    });
    console.log(`${name}: ${plan.learning.length} chapters to learn from, ${plan.heldBack.length} held back`);
  }
  const { words } = encoded;
  const { embedding, hidden } = sizeOf(small).model;
  const about = { vocabulary: words.size, firstMarker: words.firstMarker, markers: words.markers, embedding, hidden };
  mkdirSync(out, { recursive: true });
  const write = (name: string, bytes: string | Uint8Array) =>
    writeFileSync(join(out, name), gzipSync(bytes, { level: 9 }));
  write("texts.i16.gz", new Uint8Array(Int16Array.from(texts).buffer));
  write("contexts.json.gz", JSON.stringify(contexts));
  write("material.json.gz", JSON.stringify({ ...about, works, cells: described }));
});

/** A cell with all that it is trained on, and asked, under both protocols. */
export async function cellMaterial(cell: TableCell, corpus: Corpus, encoded: EncodedCorpus, small: boolean) {
  const size = sizeOf(small);
  const source = await contextSource(corpus, cell.alignment, cell.seed);
  const contexts = await contextsFor(corpus, summarisedWorks(corpus), source);
  const blank = await describe(cell, encoded, contexts, { corpus, set, size });
  const { model, train } = blank;
  const plan = trainingPlan({ task: cell.task, data: encoded, contexts, model, train, threads: 1 });
  const hidden = await blindContexts(cell, corpus, encoded, set, source);
  return { blank, plan, asked: validation(encoded, contexts), hidden: hidden && validation(encoded, hidden) };
}

/** Small readers that read everything all the same. */
export function sizeOf(small: boolean): typeof paperSize {
  if (!small) return paperSize;
  const { longestParagraph, longestBullet } = paperSize.model;
  return { name: "small", model: { ...quickSize.model, longestParagraph, longestBullet }, train: paperSize.train };
}

function cellOf(text: string): TableCell {
  const [, alignment, seed, rate = usualRate] = /^(.+?):(\d+)(?::(\d+e-\d+))?$/.exec(text) ?? [];
  if (alignment === undefined)
    throw new Problem(`A cell is an alignment, a seed and maybe a rate, TFIDF:2:1e-4, not ${text}.`);
  return { task: "cloze", alignment, seed: Number(seed), learningRate: Number(rate) };
}

function placeOf({ work, chapter }: Unit, { works }: EncodedCorpus): readonly [number, number] {
  const place = works.findIndex(({ title }) => title === work.title);
  return [place, works[place]!.chapters.findIndex(({ number }) => number === chapter.number)];
}

/** Places in a row as where they begin and how many they are. */
function stretches(places: readonly number[]): number[] {
  const found: number[] = [];
  for (const place of new Set(places)) {
    const end = found.at(-2)! + found.at(-1)!;
    if (place === end) found[found.length - 1]!++;
    else found.push(place, 1);
  }
  return found;
}
