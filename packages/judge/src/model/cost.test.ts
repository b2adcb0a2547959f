import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { amount, upperBound } from "./cost.ts";
import { Spending } from "./session.ts";
import { tokenizerCounter } from "./tokenizer.ts";

test("without a tokenizer more is claimed than any makes of prose", () => {
  expect(upperBound.exact).toBe(false);
  expect(upperBound.count("It was the best of times, it was the worst of times.")).toBeGreaterThan(13);
  expect(upperBound.count("天下大势，分久必合")).toBeGreaterThanOrEqual(9);
});

test("a tokenizer counts, and anything else gets a sentence", () => {
  const folder = temporaryFolder();
  const vocab = { "[UNK]": 0, anna: 1, leaves: 2, ".": 3 };
  const tokenizer = {
    version: "1.0",
    added_tokens: [],
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  };
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
  const counter = tokenizerCounter(folder);
  expect([counter.exact, counter.count("Anna leaves.")]).toEqual([true, 3]);
  writeFileSync(join(folder, "other.json"), "{}");
  expect(() => tokenizerCounter(join(folder, "other.json"))).toThrow("is not a tokenizer");
});

test("what the server counted takes the place of what was expected", async () => {
  const spending = new Spending({ counter: upperBound, price: { sent: 1, received: 10 }, budget: 0.01 });
  const ask = spending.watching(async () => ({ text: "{}", tokens: { sent: 400, received: 900 } }));
  const request = {
    id: "x",
    model: "m",
    messages: [{ role: "user", content: "hello" }],
    form: { name: "f", schema: {} },
  } as const;
  await ask(request);
  expect(spending.usage).toEqual({ requests: 1, sent: 400, received: 900 });
  expect(amount(spending.usage, { sent: 1, received: 10 })).toBeCloseTo(0.0094);
  await ask(request);
  await expect(ask(request)).rejects.toThrow("The budget of 0.01 is used up");
});
