import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { needs } from "@plotline/base/testing";
import { folderOfFile } from "@plotline/corpus/testing";
import { OnnxGraph } from "@plotline/nn/node";
import { beforeAll, describe, expect, test as testWithoutRuntime, vi } from "vitest";
import { encoder } from "../similarity/encoder.ts";
import { at } from "../similarity/similarity.ts";
import { shippedEncoder } from "./model-folder.ts";
import { openEncoder } from "./open.ts";
import { pieces, tinyShape, writeTinyBert } from "./testing/tiny-bert.ts";
import { wordPieceTokenizer } from "./testing/word-piece.ts";

const { test } = needs("onnxruntime");

const home = folderOfFile();
const folder = join(home, "tiny");
const texts = [
  "The captain said nothing.",
  "",
  "and",
  "Said the captain: and the rest, and so on (5)!",
  "the ".repeat(200),
];

beforeAll(() => writeTinyBert(folder));
function expectAlike(left: Float32Array, right: Float32Array): void {
  expect(left.length).toBe(right.length);
  for (const [k, value] of left.entries()) expect(value).toBeCloseTo(right[k]!, 5);
}

/** A model that takes no mask and pools by itself. */
function meanOfPieces(): Uint8Array {
  const graph = new OnnxGraph("mean");
  const table = Float32Array.from({ length: pieces.length * 4 }, (_, k) => Math.sin(k));
  const ids = graph.input("int64", ["texts", "tokens"], "input_ids");
  const words = graph.constant("float32", [pieces.length, 4], new Uint8Array(table.buffer));
  const axis = graph.constant("int64", [1], new Uint8Array(BigInt64Array.of(1n).buffer));
  const mean = graph.op("ReduceMean", [graph.op("Gather", [words, ids]), axis], { keepdims: 0 });
  graph.output(mean, "float32", ["texts", 4]);
  return graph.model();
}

/** The same model in a folder that asks for the vector of [CLS]. */
function byCls(): string {
  const other = join(home, "cls");
  writeTinyBert(join(other, "1_Pooling"));
  writeTinyBert(other);
  writeFileSync(join(other, "1_Pooling", "config.json"), JSON.stringify({ pooling_mode_cls_token: true }));
  return other;
}

describe("an encoder from a folder", () => {
  test("gives one vector a text, whatever the batches", async () => {
    const together = await (await openEncoder(folder)).encode(texts);
    const model = await openEncoder(folder, { threads: 1 });
    for (const [k, vector] of together.entries()) expectAlike(vector, (await model.encode([texts[k]!]))[0]!);
    expect(together.map(({ length }) => length)).toEqual(texts.map(() => tinyShape.hidden));
  });

  test("pools by the mean, or by [CLS] where the folder says so", async () => {
    const [mean] = await (await openEncoder(folder)).encode(texts);
    const model = await openEncoder(byCls());
    expect(model.name).toMatch(/^cls \(cls, 64 tokens, [0-9a-f]{8}\)$/);
    expect((await model.encode(texts))[0]).not.toEqual(mean);
  });

  test("cuts texts where the folder says so", async () => {
    const other = join(home, "short");
    writeTinyBert(other);
    writeFileSync(join(other, "sentence_bert_config.json"), JSON.stringify({ max_seq_length: 5 }));
    const short = await openEncoder(other);
    const [long, cut] = await short.encode(["the captain said and the captain", "the captain said"]);
    expectAlike(long!, cut!);
  });

  test("a model that takes no mask never gets padding", async () => {
    const other = join(home, "unmasked");
    writeTinyBert(other);
    writeFileSync(join(other, "model.onnx"), meanOfPieces());
    const model = await openEncoder(other);
    for (const [k, vector] of (await model.encode(texts)).entries())
      expect(vector).toEqual((await model.encode([texts[k]!]))[0]);
  });

  test("a text without a single piece is like nothing", async () => {
    const other = join(home, "bare");
    writeTinyBert(other);
    writeFileSync(
      join(other, "tokenizer.json"),
      JSON.stringify({ ...wordPieceTokenizer(pieces), added_tokens: [], post_processor: null }),
    );
    const [nothing, something] = await (await openEncoder(other)).encode(["", "the captain"]);
    expect(nothing).toEqual(new Float32Array(tinyShape.hidden));
    expect(something).not.toEqual(nothing);
  });

  test("scores a chapter by cosine", async () => {
    const score = encoder(await openEncoder(folder)).prepare();
    const matrix = await score({ summary: texts.slice(0, 2), story: texts });
    expect([matrix.rows, matrix.columns]).toEqual([2, texts.length]);
    expect(at(matrix, 0, 0)).toBeCloseTo(1, 6);
    expect(at(matrix, 1, 1)).toBeCloseTo(1, 6);
    expect(matrix.values.every((value) => value >= -1.000001 && value <= 1.000001)).toBe(true);
    expect((await score({ summary: [], story: texts })).values.length).toBe(0);
  });
});

describe("the tokens of paragraphs", () => {
  const story = ["The captain said nothing.", "and the rest ".repeat(40), "", "Said the captain."];

  test("have vectors of length 1, and a paragraph's depend on its neighbours", async () => {
    const { tokens } = await openEncoder(folder);
    const read = await tokens.read(story);
    expect(read.size).toBe(tinyShape.hidden);
    expect(read.pieces.slice(0, 3)).toEqual(["the", "captain", "said"]);
    expect([...read.starts].at(-1)).toBe(read.pieces.length);
    expect(read.starts[3]).toBe(read.starts[2]);
    for (let k = 0; k < read.ids.length; k++)
      expect(Math.hypot(...read.vectors.subarray(k * read.size, (k + 1) * read.size))).toBeCloseTo(1, 4);
    const { vectors } = await tokens.read([story[0]!]);
    expect(Math.abs(vectors[0]! - read.vectors[0]!)).toBeGreaterThan(1e-4);
  });

  test("are multiplied with each other", async () => {
    const { tokens } = await openEncoder(folder);
    const [a, b] = [Float32Array.of(1, 2, 3, 4), Float32Array.of(5, 6, 7, 8, 9, 10)];
    expect([...(await tokens.products(a, b, 2))]).toEqual([17, 23, 29, 39, 53, 67]);
    expect(await tokens.products(a, new Float32Array(0), 2)).toHaveLength(0);
  });

  test("a model that pools by itself is refused with a sentence", async () => {
    const other = join(home, "pooled");
    writeTinyBert(other);
    writeFileSync(join(other, "model.onnx"), meanOfPieces());
    const { tokens } = await openEncoder(other);
    await expect(tokens.read(story)).rejects.toThrow("one vector per text; the aligner needs one per token");
  });

  test("the encoder that ships says how much each token counts", async () => {
    const { tokens } = await openEncoder(shippedEncoder(), { threads: 1 });
    const { pieces: spelled, weights } = await tokens.read(["The physician wept.", "He left."]);
    expect(spelled).toEqual(["the", "physician", "wept", ".", "he", "left", "."]);
    expect(weights?.every((weight) => weight > 0)).toBe(true);
    expect(weights![1]).toBeGreaterThan(weights![3]!);
  });

  test("what was computed from a chapter is remembered on disk", async () => {
    const cache = join(home, "remembered");
    const open = async () => (await openEncoder(folder, { cache })).tokens.remembered!;
    (await open()).add("a chapter", Float32Array.of(1, 2, 3));
    expect((await open()).get("a chapter")).toEqual(Float32Array.of(1, 2, 3));
    expect((await open()).get("another")).toBeUndefined();
  });
});

describe("vectors are saved on disk", () => {
  const cache = join(home, "vectors");
  const files = () =>
    readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".vectors"));

  test("no text is encoded twice, and what is read back is equal to the bit", async () => {
    const first = await (await openEncoder(folder, { cache })).encode(texts);
    expect(files().length).toBe(1);
    const second = await openEncoder(folder, { cache });
    expect(await second.encode([...texts, texts[0]!])).toEqual([...first, first[0]]);
    expect(files().length).toBe(1);
    await second.encode(["another"]);
    expect(files().length).toBe(2);
  });

  test("another way of pooling has vectors of its own", async () => {
    await (await openEncoder(byCls(), { cache })).encode(["another"]);
    expect(new Set(files().map((name) => name.split(/[\\/]/)[0])).size).toBe(2);
  });

  test("a file cut short, or deleted under our feet, is encoded again", async () => {
    const expected = await (await openEncoder(folder)).encode(texts);
    for (const name of files()) truncateSync(join(cache, name), readFileSync(join(cache, name)).length - 3);
    const model = await openEncoder(folder, { cache });
    expect(files().filter((name) => name.includes("-mean-"))).toEqual([]);
    expect(await model.encode(texts)).toEqual(expected);
    rmSync(cache, { recursive: true });
    expect(await model.encode(texts)).toEqual(expected);
  });

  test("numbers that are none are encoded again", async () => {
    const expected = await (await openEncoder(folder, { cache })).encode(texts);
    for (const name of files()) {
      const bytes = readFileSync(join(cache, name));
      writeFileSync(join(cache, name), bytes.fill(0xff, bytes.length - 4));
    }
    expect(await (await openEncoder(folder, { cache })).encode(texts)).toEqual(expected);
  });

  test("a folder that may only be read keeps none, and nobody minds", async () => {
    const expected = await (await openEncoder(folder)).encode(texts);
    vi.resetModules();
    vi.doMock("../write.ts", () => ({
      writeAtomically() {
        throw Object.assign(new Error("read-only"), { code: "EROFS" });
      },
    }));
    const { openEncoder: openThere } = await import("./open.ts");
    expect(await (await openThere(folder, { cache: join(home, "locked") })).encode(texts)).toEqual(expected);
    vi.doUnmock("../write.ts");
  });
});

describe("a folder that cannot be used gets one clear sentence", () => {
  async function sentence(name: string, spoil: (folder: string) => void): Promise<string> {
    const broken = join(home, name);
    writeTinyBert(broken);
    spoil(broken);
    const failure = await openEncoder(broken)
      .then((model) => model.encode(["the captain", "said 9"]))
      .then(() => undefined)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Problem);
    const message = failure instanceof Problem ? failure.message : "";
    expect(message.startsWith(broken)).toBe(true);
    expect(message).not.toContain("\n");
    return message;
  }
  const write = (name: string, content: string) => (broken: string) => writeFileSync(join(broken, name), content);
  const manyPieces = JSON.stringify(
    wordPieceTokenizer([
      "[PAD]",
      "[UNK]",
      "[CLS]",
      "[SEP]",
      "[MASK]",
      ..."abc",
      ...Array.from({ length: 500 }, (_, k) => `x${k}`),
      "the",
      "captain",
    ]),
  );

  testWithoutRuntime("no folder, no model, no tokenizer", async () => {
    await expect(openEncoder(join(home, "nowhere"))).rejects.toThrow("there is no such folder");
    expect(await sentence("no-model", (broken) => rmSync(join(broken, "model.onnx")))).toContain("needs model.onnx or");
    expect(await sentence("no-pieces", (broken) => rmSync(join(broken, "tokenizer.json")))).toContain("tokenizer.json");
  });

  test("files that are something else", async () => {
    expect(await sentence("not-onnx", write("model.onnx", "hello"))).toContain("can onnxruntime open this model?");
    expect(await sentence("not-json", write("tokenizer.json", "{"))).toContain("not JSON");
    expect(await sentence("not-pieces", write("tokenizer.json", "{}"))).toContain("tokenizer.json cannot be used");
    expect(await sentence("not-config", write("config.json", '{"vocab_size":"many"}'))).toContain("vocab_size");
  });

  test("a tokenizer that does not fit the model", async () => {
    expect(await sentence("too-many", write("tokenizer.json", manyPieces))).toContain(
      "the tokenizer does not fit the model",
    );
    const unknownSize = await sentence("unknown-size", (broken) => {
      rmSync(join(broken, "config.json"));
      write("tokenizer.json", manyPieces)(broken);
    });
    expect(unknownSize).toContain("does its tokenizer belong to it?");
  });

  testWithoutRuntime("no onnxruntime", async () => {
    vi.doMock("onnxruntime-node", () => {
      throw new Error("no build for this platform");
    });
    await expect(openEncoder(folder)).rejects.toThrow("needs the package onnxruntime-node");
    vi.doUnmock("onnxruntime-node");
  });

  test("NaN", async () => {
    const message = await sentence("nan", (broken) => writeTinyBert(broken, { spoil: () => Number.NaN }));
    expect(message).toContain("the model gives NaN for the text that begins with “");
  });
});
