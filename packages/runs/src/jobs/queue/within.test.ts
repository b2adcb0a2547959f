import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { NoAnswer, within } from "./within.ts";

test("what does not come is not waited for", async () => {
  await expect(within(200, new Promise(() => undefined))).rejects.toThrow(NoAnswer);
  expect(await within(200, Promise.resolve("heard"))).toBe("heard");
});

test("time in which this process could do nothing does not count", async () => {
  const answer = within(300, sleep(350, "heard"));
  for (const since = Date.now(); Date.now() - since < 600; );
  expect(await answer).toBe("heard");
});
