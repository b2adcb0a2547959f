import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { folderOfFile } from "../../corpus/testing/folder.ts";
import { sumOf } from "../../lists.ts";
import { batches, type Parcel } from "./batches.ts";
import { type Bundle, describeFolder, readList } from "./bundle.ts";
import { Journal } from "./journal.ts";
import { openMessage } from "./message.ts";
import { Obtainer } from "./obtain.ts";
import { Offer, type OfferOptions } from "./offer.ts";
import { packOutcomes, unpackOutcomes } from "./outcomes.ts";
import { Seal } from "./seal.ts";

const home = folderOfFile();
const model = join(home, "model");
const offers: Offer[] = [];
const seal = new Seal("a secret of sixteen letters");
const obtainer = (place: string, share?: string) => new Obtainer({ cache: place, share }, seal);

beforeAll(() => {
  mkdirSync(join(model, "inner"), { recursive: true });
  writeFileSync(join(model, "a.bin"), "one");
  writeFileSync(join(model, "inner", "b.bin"), "two");
  writeFileSync(join(model, ".hidden"), "not sent");
});
afterEach(async () => {
  for (const offer of offers.splice(0)) await offer.close();
});
async function offered(options: OfferOptions = {}): Promise<{ offer: Offer; bundle: Bundle }> {
  const offer = new Offer(options, seal);
  offers.push(offer);
  return { offer, bundle: await offer.add({ path: model }) };
}

const cache = () => mkdtempSync(join(home, "cache-"));

describe("a folder", () => {
  test("is fetched whole over HTTP, once, and found in the cache when nobody serves it any more", async () => {
    const { offer, bundle } = await offered();
    expect(offer.at).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
    const place = cache();
    const folder = await obtainer(place).folder(bundle, offer.at);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["a.bin", "inner", join("inner", "b.bin")]);
    expect(readFileSync(join(folder, "inner", "b.bin"), "utf8")).toBe("two");
    await offer.close();
    expect(await obtainer(place).folder(bundle, offer.at)).toBe(folder);
    await expect(obtainer(cache()).folder(bundle, offer.at)).rejects.toThrow(
      /^This worker does not have "model" \(\w{12}\): http:.* does not answer/,
    );
  });

  test("is served by what is in its files, and nothing else is", async () => {
    const { offer } = await offered();
    const [at] = offer.at;
    const status = async (path: string, method = "GET", by = seal) => {
      const headers = { authorization: `plotline ${by.on("file", path.slice(1)).toString("hex")}` };
      return (await fetch(`${at}${path}`, { method, headers })).status;
    };
    for (const path of ["/", "/a.bin", "/../a.bin", "/%2e%2e/a.bin", `/${"0".repeat(64)}`, `/${home}`])
      expect(await status(path)).toBe(404);
    const [file] = (await describeFolder(model)).files;
    expect(await status(`/${file!.hash}`)).toBe(200);
    expect(await status(`/${file!.hash}`, "GET", new Seal("another secret of some letters"))).toBe(404);
    expect((await fetch(`${at}/${file!.hash}`)).status).toBe(404);
    for (const method of ["POST", "PUT", "DELETE"]) expect(await status(`/${file!.hash}`, method)).toBe(405);
  });

  test("that broke off on its way is fetched again from the start", async () => {
    const { offer, bundle } = await offered();
    const requests: string[] = [];
    // Its list comes, its first file breaks off, and by then its second is on the way.
    const unsteady = createServer(async ({ url = "", headers }, response) => {
      requests.push(url);
      if (requests.length === 2) return response.destroy();
      if (requests.length === 3) await sleep(100);
      const { authorization = "" } = headers;
      response.end(
        Buffer.from(await (await fetch(`${offer.at[0]}${url}`, { headers: { authorization } })).arrayBuffer()),
      );
    });
    await new Promise<void>((resolve) => unsteady.listen(0, "127.0.0.1", resolve));
    const at = [`http://127.0.0.1:${(unsteady.address() as AddressInfo).port}`];
    const place = cache();
    try {
      const fetching = obtainer(place);
      await expect(fetching.folder(bundle, at)).rejects.toThrow('This worker does not have "model"');
      await sleep(300);
      expect(readdirSync(join(place, "folders"))).toEqual([]);
      const folder = await fetching.folder(bundle, at);
      expect(readFileSync(join(folder, "inner", "b.bin"), "utf8")).toBe("two");
    } finally {
      unsteady.closeAllConnections();
      unsteady.close();
    }
  });

  test("comes from a shared folder, where a file that was changed is refused", async () => {
    const share = join(home, "share");
    mkdirSync(share);
    const { offer, bundle } = await offered({ share });
    expect(offer.at).toEqual([]);
    const folder = await obtainer(cache(), share).folder(bundle, []);
    expect(readFileSync(join(folder, "a.bin"), "utf8")).toBe("one");
    writeFileSync(join(share, "plotline", bundle.hash, "a.bin"), "ONE");
    await expect(obtainer(cache(), share).folder(bundle, [])).rejects.toThrow(
      "a.bin is not the file that was asked for",
    );
    await expect(offered({ share: join(home, "nowhere") })).rejects.toThrow("there is no such folder");
  });

  test("cannot be made to write outside of its place", async () => {
    const { list, bundle } = await describeFolder(model);
    expect(readList(bundle, list).length).toBe(2);
    expect(() => readList(bundle, list.replace("a.bin", "c.bin"))).toThrow("not the one that was asked for");
    for (const path of ["../a.bin", "/a.bin", "inner/../../a", "a\\..\\b", "C:/a", "inner//b", "."]) {
      const evil = list.replace("a.bin", path.replaceAll("\\", "\\\\"));
      const { createHash } = await import("node:crypto");
      const hash = createHash("sha256").update(evil).digest("hex");
      expect(() => readList({ ...bundle, hash }, evil), path).toThrow("leads out of its folder");
    }
  });

  test("is served only where it was said, in words that make sense", async () => {
    for (const serve of ["0.0.0.0:80", "a b", "host:99999", "http://host"])
      await expect(offered({ serve })).rejects.toThrow(/^--serve /);
  });
});

describe("batches", () => {
  const packer = {
    parcel: async (size: number) => ({ task: size, name: "", text: "x".repeat(size), key: `${size}` }),
  };
  async function cut(sizes: readonly number[], limit: number, isDone = (_: Parcel<number>) => false) {
    const found: number[][] = [];
    for await (const { parcels, done } of batches(sizes, packer, limit, isDone))
      if (!done) found.push(parcels.map(({ task }) => task));
    return found;
  }

  test("keep the order, and are as large as they may be at most", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 100_000 })), async (sizes) => {
        const found = await cut(sizes, 40_000);
        expect(found.flat()).toEqual(sizes);
        for (const batch of found)
          if (batch.length > 1) expect(sumOf(batch, (size) => size)).toBeLessThanOrEqual(40_000);
      }),
    ));

  test("are the same again when some of them are done", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 200 }),
        fc.infiniteStream(fc.boolean()),
        async (sizes, chance) => {
          const all = await cut(sizes, 40_000);
          const done = new Set(all.filter(() => chance.next().value).flat());
          const rest = await cut(sizes, 40_000, ({ task }) => done.has(task));
          expect(rest).toEqual(all.filter(([first]) => !done.has(first!)));
        },
      ),
    ));
});

test("a journal gives back what it was given, and forgets a file that is not whole", () => {
  const place = join(home, "journal");
  const journal = new Journal(place, "run");
  const [first, second] = [
    { key: "k1", name: "first" },
    { key: "k2", name: "second" },
  ];
  journal.add("one", [first, null], packOutcomes([{ result: { a: 1 } }, { problem: "no" }]));
  journal.add("two", [second], packOutcomes([{ result: null }]));
  journal.add("none", [null], packOutcomes([{ problem: "no" }]));
  const whole = readFileSync(join(place, "run", "two.done"));
  writeFileSync(join(place, "run", "three.done"), "half");
  writeFileSync(join(place, "run", "four.done"), whole.subarray(0, whole.length - 1));
  const again = new Journal(place, "run");
  expect([again.has("k1"), again.has("k2"), again.has("k3")]).toEqual([true, true, false]);
  expect([again.result("k1"), again.result("k2")]).toEqual([{ a: 1 }, null]);
  expect([again.isChanged("first", "k1"), again.isChanged("first", "k9"), again.isChanged("new", "k")]).toEqual([
    false,
    true,
    false,
  ]);
  expect(readdirSync(join(place, "run")).sort()).toEqual(["one.done", "two.done"]);
  again.remove();
  expect(new Journal(place, "run").has("k1")).toBe(false);
});

describe("outcomes", () => {
  const numbers = fc.oneof(fc.uint8Array(), fc.int32Array(), fc.float32Array(), fc.float64Array());
  const outcome = fc.oneof(
    fc.record({ problem: fc.string() }),
    fc.record({
      result: fc.oneof(fc.integer(), fc.string(), numbers, fc.array(fc.record({ size: fc.nat(), numbers }))),
    }),
  );

  test("come back as they went, arrays of numbers too", () =>
    fc.assert(
      fc.property(fc.array(outcome), (outcomes) => {
        expect(unpackOutcomes(packOutcomes(outcomes), outcomes.length)).toEqual(outcomes);
      }),
    ));

  test("that are not whole are none", () => {
    const whole = packOutcomes([{ result: { numbers: new Uint8Array(40) } }]);
    const half = [whole.subarray(0, 3), whole.subarray(0, 20), whole.subarray(0, -1), Buffer.concat([whole, whole])];
    for (const each of [...half, Buffer.from("{}"), Buffer.alloc(0)])
      expect(() => unpackOutcomes(each, 1)).toThrow("A worker sent an answer that this plotline does not understand.");
    expect(() => unpackOutcomes(whole, 2)).toThrow("does not understand");
  });
});

test("what is not a message is refused in a sentence", () => {
  for (const data of [null, 3, {}, { version: "9/9.9.9" }, { version: 1 }])
    expect(openMessage(seal, "id", data)).toEqual({
      refused: expect.stringMatching(/^This work is of plotline .*same version/),
    });
});
