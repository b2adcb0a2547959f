// A small lesson of learning with the task, without names, whose markers are drawn: plotline and training/torch/learn.py read the
// same of it. As a program it writes what training/torch/testing/learn_by_torch.py makes the fixture of:
//   node --conditions=@plotline/source --import ./scripts/sources.mjs training/testing/learn-toy.ts FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { random } from "@plotline/base";
import { model, viewOf } from "@plotline/nn";
import { Replicas } from "@plotline/nn/node";
import { learnDefaults } from "@plotline/questions/node";
import { paperAligner } from "../../packages/questions/src/learn/paper-aligner.ts";
import { unitsIn } from "../../packages/questions/src/learn/units.ts";
import { WordList } from "../../packages/questions/src/readers/encoding/words.ts";
import { toyCorpus } from "../../packages/questions/src/readers/testing/toy.ts";
import { learnMaterial } from "../learn-material.ts";

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, k) => `${name}${k}`);
const words = new WordList([...numbered("verb", 6), ...numbered("filler", 4), ...numbered("person", 4)], 8);
const named = (text: Int32Array) => text.map((token) => (token < 0 ? words.number(`person${-token - 1}`) : token));

/** A paragraph more than points, points that ask nothing, and fewer options in every other one. */
const works = toyCorpus(4, 3).data.works.map((work) => ({
  ...work,
  chapters: work.chapters.map((chapter, k) => ({
    ...chapter,
    story: [...chapter.story, chapter.story[k]!].map(named),
    points: chapter.points.map((point) => ({ ...point, text: named(point.text) })),
    cloze: chapter.cloze
      .filter(({ paragraph }) => k !== 1 || paragraph !== 2)
      .map((each) => ({
        ...each,
        text: named(each.text),
        options: named(each.options).subarray(0, 4 - (each.paragraph % 2)),
      })),
  })),
}));

const sizes = { longestParagraph: 16, longestBullet: 16, embedding: 6, hidden: 5 };
const lanes = { relative: {}, plain: { gains: "plain" } } as const;
/** The first paragraph of each point in H and in its rival, and how many it has. */
const [chosen, rival] = [
  [
    [0, 2],
    [1, 2],
    [3, 1],
    [3, 2],
  ] as const,
  [
    [0, 1],
    [0, 3],
    [2, 2],
    [4, 1],
  ] as const,
];

const settings = { ...learnDefaults, ...sizes };
const { texts, material } = learnMaterial({ words, works }, new Map(), settings, lanes);
const units = material.learned.slice(0, settings.chapters).map((unit) => unitsIn(works)[unit]!);

export interface Found {
  readonly loss: number;
  readonly norm: number;
  /** Of each chapter, point by point. */
  readonly gains: readonly (readonly number[])[];
  /** H*: the first paragraph of each point, and how many. */
  readonly best: readonly (readonly (readonly [number, number])[])[];
}

/** What plotline makes of it, by both forms of gains. */
export async function byPlotline(): Promise<Record<keyof typeof lanes, Found>> {
  return { relative: await found("relative"), plain: await found("plain") };
}

async function found(lane: keyof typeof lanes): Promise<Found> {
  const aligner = paperAligner({ ...settings, ...lanes[lane] }, words);
  const replicas = await Replicas.open(model(aligner.build), { seed: 3 });
  const rows = (spans: typeof chosen | typeof rival) =>
    spans.map(([first, count]) => Array.from({ length: count }, (_, k) => first + k));
  const contrasted = units.map((unit) => ({ ...unit, chosen: rows(chosen), rival: rows(rival) }));
  const values = aligner.batch(contrasted, random(1));
  const { loss, norm } = await replicas.differentiate([{ values, weight: 1 }], { step: 1, seed: 1 });
  const gains = await aligner.gains(
    replicas,
    units.map(({ chapter }) => chapter),
  );
  await replicas.close();
  const best = gains.map((each) =>
    chosen.map((_, point): [number, number] => {
      const own = aligner.best(each).flatMap(({ summary, story }) => (summary === point ? story : []));
      return [Math.min(...own), own.length];
    }),
  );
  return { loss, norm, gains: gains.map(({ values }) => [...values]), best };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const out = process.argv[2]!;
  mkdirSync(out, { recursive: true });
  const replicas = await Replicas.open(model(paperAligner(settings, words).build), { seed: 3 });
  const weights = replicas.declarations.map(({ name }) => {
    const { weights, shape } = viewOf(replicas.memory, name);
    return [name, { shape, data: [...weights] }] as const;
  });
  await replicas.close();
  writeFileSync(join(out, "texts.i16.gz"), gzipSync(new Uint8Array(Int16Array.from(texts).buffer)));
  writeFileSync(join(out, "material.json.gz"), gzipSync(JSON.stringify(material)));
  writeFileSync(join(out, "given.json"), JSON.stringify({ weights: Object.fromEntries(weights), chosen, rival }));
}
