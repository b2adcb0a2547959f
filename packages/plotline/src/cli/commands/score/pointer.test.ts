import { expect, test } from "vitest";
import { plotline, refusal, sample } from "../../testing/plotline.ts";

test.each([
  ["nowhere.json", "nowhere.json is not a file of weights"],
  ["package.json", "package.json contains neither a pointer nor a completion scorer"],
])("%s: %s", async (file, sentence) => {
  expect(await refusal("score", file, sample)).toContain(sentence);
});

test("the pointer that ships beats the rule on the sample corpus", async () => {
  const { code, out } = await plotline("score", "pointer", sample, "--quiet", "--json");
  expect(code).toBe(0);
  const { scores } = JSON.parse(out) as { scores: { right: number; rule: number }[] };
  expect(scores).toHaveLength(4);
  for (const { right, rule } of scores) expect(right).toBeGreaterThan(rule);
});
