import { expect, test } from "vitest";
import { answerTokens } from "../prompt/prompt.ts";
import { amount, CostEstimate, tokensOf } from "./cost.ts";
import { chatRequest } from "./request.ts";
import { Spending } from "./session.ts";

const form = { name: "f", schema: {} };
const asked = chatRequest({ model: "m", context: 32_000 }, [{ role: "user", content: "hello" }], form, 100);
const request = { ...asked, most: 1000 };

test("more tokens are claimed than any tokenizer makes of prose", () => {
  expect(tokensOf("It was the best of times, it was the worst of times.")).toBeGreaterThan(13);
  expect(tokensOf("天下大势，分久必合")).toBeGreaterThanOrEqual(9);
});

test("what the server counted takes the place of what was expected", async () => {
  const spending = new Spending({ price: { sent: 1, received: 10 }, budget: 0.02 });
  const ask = spending.watching(async () => ({ text: "{}", tokens: { sent: 400, received: 900 } }));
  await ask(request);
  expect(spending.usage).toEqual({ requests: 1, sent: 400, received: 900 });
  expect(amount(spending.usage, { sent: 1, received: 10 })).toBeCloseTo(0.0094);
  await expect(ask(request)).resolves.toBeDefined();
  // 0.0188 are spent: the next answer alone might cost 0.01.
  await expect(ask(request)).rejects.toThrow("What was answered is saved; more might exceed the budget of 0.02.");
});

test("requests that are sent together do not exceed the budget together", async () => {
  const spending = new Spending({ budget: 2_500 });
  const ask = spending.watching(async () => ({ text: "{}", tokens: { sent: 10, received: 1000 } }));
  const sent = await Promise.allSettled([ask(request), ask(request), ask(request)]);
  expect(sent.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

test("an answer is expected by its links, ends at several times that, and never beyond the context", () => {
  // Two of the chapters that a person answered: 86 points with 94 links, and 5 points with 40.
  expect(answerTokens(86, 94)).toBeGreaterThan(2_729);
  expect(answerTokens(86, 94)).toBeLessThan(5_000);
  expect(answerTokens(5, 40)).toBeGreaterThan(1_226);
  const most = (context: number) => chatRequest({ model: "m", context }, asked.messages, form, 900).most;
  expect(most(32_000)).toBe(5_600);
  expect(most(4_096)).toBe(4_096 - asked.sent);
});

test("the same request is estimated once", async () => {
  const cost = new CostEstimate(async () => undefined);
  await cost.add(request);
  await cost.add(request);
  expect(cost.usage).toMatchObject({ requests: 1, received: 100 });
});
