import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("work is done in turn, a failure holds up nobody, and a crowd is sent away", async () => {
  const alone = oneAtATime("Someone reads");
  const done: number[] = [];
  const work = (k: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 5 - k));
    done.push(k);
    if (k === 1) throw new Error("no");
    return k;
  };
  const asked = [0, 1, 2, 3, 4, 5, 6].map((k) => alone(work(k)).catch((error: Error) => error.message));
  const answers = await Promise.all(asked);
  expect(answers).toEqual([0, "no", 2, 3, 4, expect.stringMatching(/^Someone reads at this moment/), answers[6]]);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(await alone(work(0))).toBe(0);
});
