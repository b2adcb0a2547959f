import { existsSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentOf, copySample, folderOfFile, temporaryFolder } from "@plotline/corpus/testing";
import { allShards, type Shard, shardText } from "@plotline/runs/node";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { manyCommands, plotline, refusal } from "../testing/plotline.ts";

manyCommands();

const home = folderOfFile();
const corpus = join(home, "corpus");
let made = 0;

interface Line {
  readonly words: readonly string[];
  /** What it writes. */
  readonly folder: string;
  /** How often it is tried: the questions of a work take a while. */
  readonly tries: number;
}

const lines: Readonly<Record<string, Line>> = {
  align: {
    words: ["align", corpus, "--method", "TFIDF", "Random-5"],
    folder: join(corpus, "alignments"),
    tries: 5,
  },
  evaluate: {
    words: ["evaluate", corpus, "--method", "TFIDF", "Posterior-BM25", "--by-work", "--json", "--no-save"],
    folder: join(home, "nothing"),
    tries: 5,
  },
  tasks: {
    words: ["questions", corpus, "--alignment", "TFIDF", "gold", "--out", join(home, "dataset")],
    folder: join(home, "dataset"),
    tries: 2,
  },
};

beforeAll(() => {
  copySample(corpus);
});

async function ok(...words: string[]): Promise<string> {
  const { code, out, err } = await plotline(...words);
  expect(code, err).toBe(0);
  return out;
}

describe.each(Object.entries(lines))("%s", (_, { words, folder, tries }) => {
  const filesMade = () => (existsSync(folder) ? contentOf(folder, "latin1") : undefined);
  const forget = () => rmSync(folder, { recursive: true, force: true });

  test("any number of shards in any order, any of them cut off: merged they are one run, byte for byte", async () => {
    const printed = await ok(...words);
    const files = filesMade();
    const shardsInAnyOrder = fc
      .integer({ min: 1, max: 5 })
      .chain((count) => fc.shuffledSubarray(allShards(count), { minLength: count }));
    const ends = fc.func(fc.constantFrom("whole", "cut", "gone"));
    const check = async (shards: readonly Shard[], endOf: (index: number) => string) => {
      forget();
      const parts = ["--parts", join(home, `parts-${made++}`)];
      const doShard = (shard: Shard) => ok(...words, ...parts, "--shard", shardText(shard));
      for (const shard of shards) await doShard(shard);
      for (const { index, count } of shards) {
        const part = join(parts[1]!, `${index}-of-${count}.part`);
        if (endOf(index) === "cut") truncateSync(part, 30);
        if (endOf(index) === "gone") rmSync(part);
      }
      for (const shard of shards.filter(({ index }) => endOf(index) !== "whole")) await doShard(shard);
      expect(filesMade(), "a shard writes its part and nothing else").toBe(undefined);
      expect(await ok("worker", "merge", ...words, ...parts)).toBe(printed);
      expect(filesMade()).toEqual(files);
    };
    await fc.assert(fc.asyncProperty(shardsInAnyOrder, ends, check), { numRuns: tries });
  });
});

const align = ["align", corpus, "--method", "TFIDF"];

test("without --parts they are in the corpus; what is missing is named", async () => {
  expect(await ok(...align, "--shard", "2/2")).toMatch(
    /^Part 2 of 2 is done: \d+ items, in .*\.cache.parts.align-[0-9a-f]{12}\. When all are there, "plotline worker merge align …"/,
  );
  expect(await refusal("worker", "merge", ...align)).toMatch(/part 1 is missing: --shard 1\/2 makes it\./);
  expect(JSON.parse(await ok(...align, "--shard", "1/2", "--json"))).toMatchObject({ shard: "1/2" });
  expect(await ok("worker", "merge", ...align, "--threads", "1", "--quiet")).toMatch(/^TFIDF: \d+ links in/);
  expect(await refusal("worker", "merge", ...align, "--seed", "2")).toContain("has no parts of this run");
});

test("parts of other settings, another corpus or another method of one's own are refused", async () => {
  const other = copySample(join(temporaryFolder(), "other"));
  const mine = join(home, "mine.mjs");
  const write = (story: number) =>
    writeFileSync(
      mine,
      `export default { name: "mine", prepare: () => async ({ summary }) => summary.map((_, summary) => ({ summary, story: ${story} })) };`,
    );
  write(0);
  const words = ["--aligner", mine, "--parts", join(home, `parts-${made++}`)];
  await ok("align", other, ...words, "--shard", "1/1");
  expect(await refusal("align", other, ...words, "--seed", "2", "--shard", "1/1")).toMatch(
    /1-of-1\.part belongs to another run \(seed:1 there, seed:2 here\): name another folder with --parts/,
  );
  write(1);
  expect(await refusal("worker", "merge", "align", other, ...words)).toMatch(/another run \(methods:mine.mjs-/);
  write(0);
  writeFileSync(join(other, "summaries", "Forty Guineas", "0.txt.utf8"), "Something else happens.\n");
  expect(await refusal("worker", "merge", "align", other, ...words)).toMatch(/another run \(corpus:/);
});

test("shards are counted from 1, and only some commands have them", async () => {
  for (const wrong of ["0/3", "4/3", "1", "a/b", "1/0"])
    expect((await plotline(...align, "--shard", wrong)).err).toContain("Shards are counted from 1: 1/8, 2/8 … 8/8.");
  const nowhere = ["--queue", "redis://127.0.0.1:1"];
  expect(await refusal("worker", "queue", "status", ...nowhere)).toContain("No Redis answers at redis://127.0.0.1:1");
  expect(await refusal("worker", "merge", "stats", corpus)).toContain('"stats" is not done in shards');
  const judge = ["--judge", "http://127.0.0.1:9", "--model", "m", "--shard", "1/2"];
  expect(await refusal("align", corpus, ...judge)).toContain("leave --shard out");
});
