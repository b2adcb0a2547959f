import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** The chapters that pack-readers.mjs wrote, one out of `every`: the title of each work with its chapters' numbers. */
export async function chosenChapters(data, every) {
  const works = new Map();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(data) })) {
    if (line++ % every !== 0) continue;
    const { work, number } = JSON.parse(text);
    works.set(work, (works.get(work) ?? new Set()).add(number));
  }
  return works;
}
