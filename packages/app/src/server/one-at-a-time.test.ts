import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

const patient = { signal: new AbortController().signal };

test("work is done in turn, a failure holds up nobody, and a crowd is sent away", async () => {
  const alone = oneAtATime("Someone reads");
  const done: number[] = [];
  const work = (k: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 5 - k));
    done.push(k);
    if (k === 1) throw new Error("no");
    return k;
  };
  const asked = [0, 1, 2, 3, 4, 5, 6].map((k) => alone(work(k), patient).catch((error: Error) => error.message));
  const answers = await Promise.all(asked);
  expect(answers).toEqual([0, "no", 2, 3, 4, expect.stringMatching(/^Someone reads at this moment/), answers[6]]);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(await alone(work(0), patient)).toBe(0);
});

test("who leaves while waiting makes room at once, and nothing is done for them", async () => {
  const alone = oneAtATime("Someone reads");
  let release = () => {};
  const first = alone(() => new Promise<void>((resolve) => (release = resolve)), patient);
  const leaving = new AbortController();
  const done: string[] = [];
  const left = Array.from({ length: 4 }, () => alone(async () => void done.push("left"), leaving));
  const results = Promise.allSettled(left);
  leaving.abort();
  expect((await results).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  const stayed = alone(async () => done.push("stayed"), patient);
  release();
  await Promise.all([first, stayed]);
  expect(done).toEqual(["stayed"]);
});

test("nobody takes all the places: the fourth request of one person is refused, another's is not", async () => {
  const alone = oneAtATime("Someone reads");
  const releases: (() => void)[] = [];
  const work = () => new Promise<string>((resolve) => releases.push(() => resolve("done")));
  const own = Array.from({ length: 4 }, () =>
    alone(work, { ...patient, name: "Ada" }).catch((error: Error) => error.message),
  );
  const other = alone(work, { ...patient, name: "Ben" });
  expect(await own[3]).toMatch(/^The server is doing this for you already/);
  for (let k = 0; k < 4; k++) {
    releases[k]?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(await Promise.all([...own.slice(0, 3), other])).toEqual(Array(4).fill("done"));
});

test("who leaves while the work is done is known to the work", async () => {
  const alone = oneAtATime("Someone reads");
  const leaving = new AbortController();
  const ended = alone(
    (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("ended"))),
    leaving,
  );
  leaving.abort();
  expect(await ended).toBe("ended");
});
