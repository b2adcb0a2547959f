import { Tokenizer } from "@huggingface/tokenizers";
import { wordPieceTokenizer } from "@plotline/align/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import packed from "./data/token-table.json" with { type: "json" };
import { unpackTable } from "./token-table.ts";
import { pieceReader } from "./word-pieces.ts";

const vocabulary = packed.pieces.split(" ");

/** The reference: the tokenizer that encoders are used with, over the same pieces. */
const reference = new Tokenizer(wordPieceTokenizer(vocabulary, true), {});

describe("word pieces", () => {
  const read = pieceReader(vocabulary);
  const spelled = (text: string) => [...read([text]).ids].map((id) => vocabulary[id]);

  test("are the longest that fit, without capitals and accents", () => {
    expect(spelled("The Élise unlocked-door’s")).toEqual(["the", "elise", "unlocked", "-", "door", "’", "s"]);
    expect(spelled("Raskolnikov")).toEqual(["ras", "##ko", "##ln", "##iko", "##v"]);
    expect(spelled(`${"a".repeat(101)} ok`)).toEqual(["[UNK]", "ok"]);
  });

  test("are those of the tokenizer that encoders use", () => {
    const words = fc.constantFrom(
      "Anna",
      "DON'T",
      "naïve",
      "“Flour?”",
      "a—b",
      "x\u00adz",
      "\u200b",
      "日本",
      "…",
      "3.14",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 8 }).map((all) => all.join(" ")),
    );
    fc.assert(
      fc.property(text, (some) => {
        expect([...read([some]).ids]).toEqual(reference.encode(some, { add_special_tokens: false }).ids);
      }),
    );
  });

  test("of several texts are one list with the start of each", () => {
    const { ids, starts } = read(["one two", "", "three"]);
    expect([...starts]).toEqual([0, 2, 2, 3]);
    expect([...ids].map((id) => vocabulary[id])).toEqual(["one", "two", "three"]);
  });
});

describe("the table that ships", () => {
  const { read, size, vectors, weights } = unpackTable(packed);
  const like = (a: string, b: string) => {
    const [one, other] = [a, b].map((word) => {
      const id = read([word]).ids[0]!;
      return vectors.subarray(id * size, (id + 1) * size);
    });
    const dot = (x: Int8Array, y: Int8Array) => x.reduce((sum, value, k) => sum + value * y[k]!, 0);
    return dot(one!, other!) / Math.sqrt(dot(one!, one!) * dot(other!, other!));
  };

  test("has words of like meaning near each other", () => {
    expect(like("doctor", "physician")).toBeGreaterThan(like("doctor", "bridge") + 0.2);
    expect(like("wept", "crying")).toBeGreaterThan(like("wept", "horse") + 0.2);
  });

  test("weighs rare words more", () => {
    const weight = (word: string) => weights[read([word]).ids[0]!]!;
    expect(weight("physician")).toBeGreaterThan(3 * weight("the"));
  });

  test("says whose work it is, and refuses to be used when damaged", () => {
    expect(packed.licence).toContain("Copyright (c) 2022 staoxiao");
    expect(() => unpackTable({ ...packed, size: 32 })).toThrow(/damaged/);
  });
});
