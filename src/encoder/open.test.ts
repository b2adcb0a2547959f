import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Problem } from "../problem.ts";
import { encoder } from "../similarity/encoder.ts";
import { at } from "../similarity/matrix.ts";
import { openEncoder } from "./open.ts";
import { tinyShape, tokenizerOf, writeTinyBert } from "./testing/tiny-bert.ts";

const home = mkdtempSync(join(tmpdir(), "plotline-encoder-"));
const folder = join(home, "tiny");
const texts = [
  "The captain said nothing.",
  "",
  "and",
  "Said the captain: and the rest, and so on (5)!",
  "the ".repeat(200),
];

beforeAll(() => writeTinyBert(folder));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function expectAlike(left: Float32Array, right: Float32Array): void {
  expect(left.length).toBe(right.length);
  for (const [k, value] of left.entries()) expect(value).toBeCloseTo(right[k]!, 5);
}

describe("an encoder from a folder", () => {
  test("gives one vector a text, whatever the batches", async () => {
    const together = await (await openEncoder(folder)).encode(texts);
    const alone = await (await openEncoder(folder, { batchTokens: 1, threads: 1 })).encode(texts);
    for (const [k, vector] of together.entries()) expectAlike(vector, alone[k]!);
    expect(together.map(({ length }) => length)).toEqual(texts.map(() => tinyShape.hidden));
  });

  test("pools by the mean or by [CLS], and cuts long texts", async () => {
    const [mean] = await (await openEncoder(folder)).encode(texts);
    const [cls] = await (await openEncoder(folder, { pooling: "cls" })).encode(texts);
    expect(mean).not.toEqual(cls);
    const short = await openEncoder(folder, { maxTokens: 5 });
    const [long, cut] = await short.encode(["the captain said and the captain", "the captain said"]);
    expectAlike(long!, cut!);
  });

  test("[CLS] is the default where the folder says so", async () => {
    const other = join(home, "cls");
    writeTinyBert(join(other, "1_Pooling"));
    writeTinyBert(other);
    writeFileSync(join(other, "1_Pooling", "config.json"), JSON.stringify({ pooling_mode_cls_token: true }));
    expect((await openEncoder(other)).name).toMatch(/^cls \(cls, 64 tokens, [0-9a-f]{8}\)$/);
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

describe("vectors are kept on disk", () => {
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
    await (await openEncoder(folder, { cache, pooling: "cls" })).encode(["another"]);
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
    tokenizerOf([
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

  test("no folder, no model, no tokenizer", async () => {
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

  test("no onnxruntime", async () => {
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
