import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../corpus/testing/folder.ts";
import { Journal } from "../jobs/queue/journal.ts";
import { resumed } from "./saved-results.ts";

test("a run that was interrupted makes only what is missing, and only for the same signature", async () => {
  const folder = join(temporaryFolder(), "training");
  const made: number[] = [];
  const run = (limit: number) =>
    async function* (tasks: readonly number[]) {
      for (const task of tasks) {
        if (task > limit) throw new Error("interrupted");
        made.push(task);
        yield Float64Array.of(task, task / 3);
      }
    };
  const all = async (signature: string, limit: number) => {
    const results = [];
    for await (const each of resumed(new Journal(folder, signature), [1, 2, 3], run(limit))) results.push(each);
    return results;
  };
  await expect(all("a", 2)).rejects.toThrow("interrupted");
  expect(await all("a", 3)).toEqual([1, 2, 3].map((task) => Float64Array.of(task, task / 3)));
  expect(made).toEqual([1, 2, 3]);
  await all("b", 3);
  expect(made).toEqual([1, 2, 3, 1, 2, 3]);
  new Journal(folder, "a").remove();
  await all("a", 3);
  expect(made).toHaveLength(9);
});

test.each([1, 2, Number.POSITIVE_INFINITY])("what makes the results is closed when %s were wanted", async (wanted) => {
  let isOpen = true;
  async function* run(tasks: readonly number[]) {
    try {
      yield* tasks;
    } finally {
      isOpen = false;
    }
  }
  const seen: number[] = [];
  for await (const each of resumed(new Journal(temporaryFolder(), "a"), [1, 2], run)) {
    seen.push(each);
    if (seen.length === wanted) break;
  }
  expect([seen, isOpen]).toEqual([[1, 2].slice(0, wanted), false]);
});
