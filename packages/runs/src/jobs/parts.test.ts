import { appendFileSync, cpSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@plotline/corpus/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inline, job } from "./executor.ts";
import { allShards, difference, itemsOf, Parts, type Shard } from "./parts.ts";
import { Seal } from "./seal.ts";
import { mergingExecutor, ShardDone, shardExecutor } from "./sharded.ts";

const seal = new Seal();
const path = (parts: Parts, { index, count }: Shard) => join(parts.folder, `${index}-of-${count}.part`);

/** A result as jobs have them: numbers to the last bit, and fields that are there but undefined. */
export async function startComputing() {
  return async (task: number) => ({ task, share: Float64Array.of(task / 3, -0), set: undefined });
}
const computing = job(import.meta.url, startComputing, undefined);

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}

async function doShard(shard: Shard, parts: Parts, tasks: readonly number[]): Promise<void> {
  const executor = shardExecutor(shard, inline, async () => parts);
  await expect(all(executor.run(computing, tasks))).rejects.toThrow(ShardDone);
}

test("any number of shards in any order, any of them cut off: joined they are one run", async () => {
  const damages: readonly ((file: string) => void)[] = [
    (file) => truncateSync(file, 20),
    (file) => appendFileSync(file, "more"),
    (file) => writeFileSync(file, ""),
    (file) => writeFileSync(file, readFileSync(file).fill(7, 60)),
    (file) => renameSync(file, `${file}.partial`),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(30),
      fc.integer({ min: 1, max: 12 }).chain((count) => fc.shuffledSubarray(allShards(count), { minLength: count })),
      fc.infiniteStream(fc.nat(damages.length - 1)),
      fc.func(fc.boolean()),
      async (items, shards, damage, isCut) => {
        const tasks = [...Array(items).keys()];
        const parts = new Parts(temporaryFolder(), "command:x|corpus:a", seal);
        for (const shard of shards) await doShard(shard, parts, tasks);
        const cut = shards.filter(isCut);
        for (const shard of cut) damages[damage.next().value]!(path(parts, shard));
        expect(parts.missing(shards)).toEqual(cut);
        for (const shard of cut) await doShard(shard, parts, tasks);
        const merged = mergingExecutor(async () => parts).run(computing, tasks);
        expect(await all(merged)).toStrictEqual(await all(inline.run(computing, tasks)));
      },
    ),
    { numRuns: 15 },
  );
});

test("each item is in one shard", () => {
  const items = [...Array(10).keys()];
  for (const count of [1, 3, 10, 13])
    expect(
      allShards(count)
        .flatMap((shard) => itemsOf(items, shard))
        .sort((a, b) => a - b),
    ).toEqual(items);
});

test("a shard that is done is not done again", async () => {
  const parts = new Parts(temporaryFolder(), "x", seal);
  await doShard({ index: 1, count: 2 }, parts, [1, 2, 3]);
  const failing = { run: () => expect.fail("it is done") };
  const again = shardExecutor({ index: 1, count: 2 }, failing, async () => parts).run(computing, [1, 2, 3]);
  await expect(all(again)).rejects.toThrow(ShardDone);
});

test("what is missing is named", async () => {
  const parts = new Parts(temporaryFolder(), "x", seal);
  const merge = () => [...parts.joined(20)];
  expect(merge).toThrow(/has no parts of this run/);
  for (const index of [1, 2, 4, 5]) parts.write({ index, count: 6 }, [0]);
  expect(merge).toThrow(/^Of the 6 parts in .*, parts 3, 6 are missing: --shard 3\/6 makes the first\.$/);
  parts.write({ index: 3, count: 6 }, [0]);
  expect(merge).toThrow(/part 6 is missing: --shard 6\/6 makes it\./);
});

test("parts of another run, of another shard or under another secret are not used", () => {
  const folder = temporaryFolder();
  const own = new Parts(folder, "command:align|corpus:abc|seed:1", new Seal("a secret that we share"));
  own.write({ index: 1, count: 2 }, ["one"]);
  const other = new Parts(folder, "command:align|corpus:abd|seed:1", new Seal("a secret that we share"));
  expect(() => other.missing([{ index: 1, count: 2 }])).toThrow(/another run \(corpus:abc there, corpus:abd here\)/);
  cpSync(join(folder, "1-of-2.part"), join(folder, "2-of-2.part"));
  expect(own.missing(allShards(2))).toEqual([{ index: 2, count: 2 }]);
  expect(() => [...own.joined(2)]).toThrow(/2-of-2\.part is damaged, or was made with another secret/);
  const stranger = new Parts(folder, own.signature, new Seal());
  expect(stranger.missing([{ index: 1, count: 2 }])).toHaveLength(1);
});

test("the parts are removed, and nothing else", () => {
  const folder = temporaryFolder({ "thesis.tex": "years of work" });
  const parts = new Parts(folder, "x", seal);
  for (const shard of allShards(3)) parts.write(shard, []);
  parts.remove("run.json");
  expect(readdirSync(folder)).toEqual(["thesis.tex"]);
});

test("how two runs differ is said", () => {
  expect(difference("a:1|b:2", "a:1|b:3")).toBe("b:2 there, b:3 here");
  expect(difference("a:1", "a:1|b:3")).toBe("no b there, b:3 here");
  expect(difference("a:1|b:3", "a:1")).toBe("b:3 there, no b here");
});
