import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import { expect, test } from "vitest";
import { amount, answerTokens, CostEstimate, mostTokens, upperBound } from "./cost.ts";
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
  const spending = new Spending({ counter: upperBound, price: { sent: 1, received: 10 }, budget: 0.02 });
  const ask = spending.watching(async () => ({ text: "{}", tokens: { sent: 400, received: 900 } }));
  const request = {
    id: "x",
    model: "m",
    messages: [{ role: "user", content: "hello" }],
    form: { name: "f", schema: {} },
    mostTokens: 1000,
  } as const;
  await ask(request);
  expect(spending.usage).toEqual({ requests: 1, sent: 400, received: 900 });
  expect(amount(spending.usage, { sent: 1, received: 10 })).toBeCloseTo(0.0094);
  await expect(ask(request)).resolves.toBeDefined();
  // 0.0188 are spent: the next answer alone might cost 0.01.
  await expect(ask(request)).rejects.toThrow("What was answered is saved; more might exceed the budget of 0.02.");
});

test("requests that are sent together do not exceed the budget together", async () => {
  const spending = new Spending({ counter: upperBound, budget: 2_500 });
  const ask = spending.watching(async () => ({ text: "{}", tokens: { sent: 10, received: 1000 } }));
  const request = { id: "x", model: "m", messages: [], form: { name: "f", schema: {} }, mostTokens: 1000 };
  const sent = await Promise.allSettled([ask(request), ask(request), ask(request)]);
  expect(sent.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

test("an answer is expected by its links, ends at several times that, and never beyond the context", () => {
  // Two of the chapters that a person answered: 86 points with 94 links, and 5 points with 40.
  expect(answerTokens(86, 94)).toBeGreaterThan(2_729);
  expect(answerTokens(86, 94)).toBeLessThan(5_000);
  expect(answerTokens(5, 40)).toBeGreaterThan(1_226);
  expect(mostTokens(900, 2_000, 32_000)).toBe(5_600);
  expect(mostTokens(900, 2_000, 4_096)).toBe(2_096);
});

test("the same request is estimated once", async () => {
  const cost = new CostEstimate(async () => undefined, upperBound);
  const request = { id: "x", model: "m", messages: [], form: { name: "f", schema: {} }, mostTokens: 1000 };
  await cost.add(request, 100);
  await cost.add(request, 100);
  expect(cost.usage).toMatchObject({ requests: 1, received: 100 });
});
