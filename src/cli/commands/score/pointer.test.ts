import { describe, expect, test } from "vitest";
import { plotline, sample } from "../../testing/plotline.ts";

describe("a file of weights", () => {
  test.each([
    [["score", "nowhere.json", sample], /nowhere\.json is not a file of weights/],
    [["score", "package.json", sample], /package\.json contains neither a pointer nor a completion scorer/],
  ])("%j is refused with a sentence", async (line, sentence) => {
    const { code, err } = await plotline(...line);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});

test("the pointer that ships beats the rule on the sample corpus", async () => {
  const { code, out } = await plotline("score", "pointer", sample, "--quiet", "--json");
  expect(code).toBe(0);
  const { scores } = JSON.parse(out) as { scores: { right: number; rule: number }[] };
  expect(scores).toHaveLength(4);
  for (const { right, rule } of scores) expect(right).toBeGreaterThan(rule);
});
