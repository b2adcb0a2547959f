// Takes the cells that training/torch/reader.py trained into a folder of results, by plotline's own count of its answers; where
// weights came back, plotline asks them again. What is finished there already stays, as does what has more passes.
//   npm run train -- reader-results CORPUS FOLDER [--results results/paper-1] [--small]
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Corpus, tallyOf } from "@plotline/align";
import { bytesOf, Problem, sumOf } from "@plotline/base";
import { jsonIn } from "@plotline/base/node";
import { openCorpus } from "@plotline/corpus/node";
import { model } from "@plotline/nn";
import { Replicas } from "@plotline/nn/node";
import { readerModel, scoreReader, type Unit } from "@plotline/questions";
import type { EncodedCorpus } from "@plotline/questions/node";
import { cellName } from "@plotline/runs/node";
import { z } from "zod";
import { needed, program, share } from "../bench/kit/kit.ts";
import { viewOf } from "../packages/nn/src/training-state.ts";
import { choose } from "../packages/questions/src/answer/choose.ts";
import { Reader } from "../packages/questions/src/readers/reader.ts";
import {
  type CellFile,
  cellPath,
  cellSchema,
  digits,
  readCell,
  writeCell,
} from "../packages/runs/src/paper/cell-file.ts";
import { encodedFor, scoreFile } from "../packages/runs/src/paper/train-cell.ts";
import { installRuntime } from "../scripts/setup.mjs";
import { cellMaterial } from "./reader-material.ts";

const trained = z.object({
  ...cellSchema.pick({ task: true, alignment: true, seed: true, learningRate: true, hashes: true }).shape,
  ended: z.enum(["early", "finished", "broken"]).nullable(),
  curve: z.array(
    z.object({ pass: z.int(), loss: z.number(), heldBack: z.number(), validation: z.number(), seconds: z.number() }),
  ),
  /** 32-bit numbers in base64: ten options of each question, the right one first. */
  scores: z.object({ paper: z.string(), blind: z.string() }).partial(),
});
const schema = z.object({ device: z.string().default("a CPU"), cells: z.array(trained) });
type Trained = z.infer<typeof trained>;
type Material = Awaited<ReturnType<typeof cellMaterial>>;

const options = { results: join("results", "paper-1"), small: false };
program(import.meta.url, options, async ({ positionals, values: { results, small } }) => {
  const [folder, from] = positionals;
  needed(folder, "the corpus that the material was made of");
  needed(from, "the folder that training/torch/reader.py wrote");
  installRuntime();
  const { device, cells } = schema.parse(
    jsonIn(needed(join(from!, "cells.json"), "what training/torch/reader.py found")),
  );
  const corpus = await openCorpus(folder!);
  const encoded = await encodedFor(corpus, "paper-1");
  mkdirSync(results, { recursive: true });
  for (const cell of cells) await take(cell, { corpus, encoded, small, from: from!, results, device });
});

interface Place {
  readonly corpus: Corpus;
  readonly encoded: EncodedCorpus;
  readonly small: boolean;
  readonly from: string;
  readonly results: string;
  readonly device: string;
}

async function take(cell: Trained, { corpus, encoded, small, from, results, device }: Place): Promise<void> {
  const name = cellName(cell);
  if (cell.ended === "broken") return console.log(`${name}: its loss was no number; it is left out`);
  const { task, alignment, seed, learningRate } = cell;
  const material = await cellMaterial({ task, alignment, seed, learningRate }, corpus, encoded, small);
  mustBeOfThis(cell, material);
  const path = cellPath(results, cell);
  const before = readCell(path);
  const stays = before?.score !== undefined || (!cell.ended && (before?.curve.length ?? 0) >= cell.curve.length);
  if (stays) return console.log(`${name}: the result that is there stays`);
  const file = fileOf(cell, material, `training/torch/reader.py, one ${device}`);
  writeCell(path, file);
  const right = file.score ? `${share(file.score.paper.accuracy)} right` : "not at its end";
  console.log(`${name}: ${file.curve.length} passes, ${right}`);
  const weights = join(from, `${name}.weights`);
  if (existsSync(weights) && cell.scores.paper) await askAgain(weights, cell, material, encoded);
}

function mustBeOfThis({ hashes, ...cell }: Trained, { blank }: Material): void {
  const differing = Object.entries(blank.hashes).filter(([name, hash]) => hashes[name as keyof typeof hashes] !== hash);
  if (differing.length > 0)
    throw new Problem(
      `${cellName(cell)} was trained on other material: its ${differing[0]![0]} differ; export it again.`,
    );
}

function fileOf(cell: Trained, { blank, plan, asked, hidden }: Material, trainedBy: string): CellFile {
  const titles = (units: readonly Unit[]) => [...new Set(units.map(({ work }) => work.title))];
  const { questions, chance } = tallyOf(questionsOf(plan.heldBack).map(({ options }) => ({ right: false, options })));
  const { paper, blind } = cell.scores;
  const scoreOf = (units: readonly Unit[], scores: string) => scoreFile({ hits: hitsOf(units, scores) });
  const score = { paper: paper && scoreOf(asked, paper), ...(hidden && blind && { blind: scoreOf(hidden, blind) }) };
  return cellSchema.parse({
    ...blank,
    trainedBy,
    trainedOn: {
      works: titles(plan.learning).length,
      chapters: plan.learning.length,
      questions: sumOf(plan.learning, ({ chapter }) => chapter.cloze.length),
    },
    heldBack: { works: titles(plan.heldBack), questions, chance: digits(chance) },
    curve: cell.curve.map(({ pass, seconds, ...numbers }) => {
      const { loss, heldBack, validation } = numbers;
      const rounded = { loss: digits(loss), heldBack: digits(heldBack), validation: digits(validation) };
      return { pass, ...rounded, seconds: Math.round(seconds) };
    }),
    ...(cell.ended && { ended: cell.ended }),
    ...(score.paper && { score }),
  });
}

/** In the order in which readers are asked. */
function questionsOf(units: readonly Unit[]) {
  return units.flatMap(({ work, chapter }) =>
    chapter.cloze
      .filter(({ kind }) => kind === "entity")
      .map(({ id, options }) => ({ id, work: work.title, options: Math.min(most, options.length) })),
  );
}

const most = 10;

function hitsOf(units: readonly Unit[], scores: string) {
  const questions = questionsOf(units);
  const numbers = new Float32Array(bytesOf(scores).slice().buffer);
  if (numbers.length !== most * questions.length)
    throw new Problem(`There are scores of ${numbers.length / most} questions, and ${questions.length} are asked.`);
  return questions.map((question, k) => {
    const own = [...numbers.subarray(most * k, most * k + question.options)];
    return { ...question, right: choose(own, question.id) === 0 };
  });
}

/** The weights that came back, read by plotline itself. */
async function askAgain(
  path: string,
  { scores }: Trained,
  material: Material,
  { words }: EncodedCorpus,
): Promise<void> {
  const { blank, asked } = material;
  const replicas = await Replicas.open(model(readerModel("cloze", blank.model, words, blank.train)), { threads: 1 });
  try {
    for (const [name, data] of weightsIn(path)) viewOf(replicas.memory, name).weights.set(data);
    const { hits, right } = await scoreReader(new Reader("cloze", words, blank.model, replicas), asked);
    const there = hitsOf(asked, scores.paper!);
    const otherwise = hits.filter((hit, k) => hit.right !== there[k]!.right).length;
    console.log(
      `  asked again by plotline: ${share(right)}, ${share(tallyOf(there).right)} there; ${otherwise} of ${hits.length} answers differ`,
    );
  } finally {
    await replicas.close();
  }
}

/** A line of JSON, then for each tensor the step of every row and whole numbers of 16 bits. */
function weightsIn(path: string): [string, Float32Array][] {
  const bytes = readFileSync(path);
  let at = bytes.indexOf(10) + 1;
  const take = (size: number) =>
    bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + (at += size)) as ArrayBuffer;
  const head: { name: string; shape: number[] }[] = JSON.parse(bytes.toString("utf8", 0, at));
  return head.map(({ name, shape }) => {
    const width = shape.at(-1)!;
    const rows = shape.reduce((product, size) => product * size, 1) / width;
    const steps = new Float32Array(take(4 * rows));
    const values = new Int16Array(take(2 * rows * width));
    return [name, Float32Array.from(values, (value, k) => value * steps[Math.floor(k / width)]!)];
  });
}
