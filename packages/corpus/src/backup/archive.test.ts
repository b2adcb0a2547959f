import { readFileSync } from "node:fs";
import { once } from "@plotline/base";
import { digest } from "@plotline/base/node";
import fc from "fast-check";
import { strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { expect, test } from "vitest";
import { archived, type CorpusFile, type Limits, openBackup } from "./archive.ts";
import { directoryOf, sourceOf, zipped } from "./zip.ts";

/** Files with some content, given in pieces of any length. */
const someFiles = fc.uniqueArray(
  fc.record({
    path: fc
      .array(fc.stringMatching(/^[a-zä ]{1,8}$/), { minLength: 1, maxLength: 3 })
      .map((names) => names.join("/f/")),
    pieces: fc.array(fc.uint8Array({ maxLength: 2_000 }), { maxLength: 5 }),
  }),
  { selector: ({ path }) => path, maxLength: 8 },
);

test("files come out as they went in, whatever the pieces, and equal files give equal bytes", async () => {
  await fc.assert(
    fc.asyncProperty(someFiles, async (files) => {
      fc.pre(files.every(({ path }) => !files.some((other) => other.path.startsWith(`${path}/`))));
      const whole = files.map(({ path, pieces }) => ({ path, bytes: joined(pieces) }));
      const made = await bytesOf(
        archived(
          "c",
          files.map(({ path, pieces }) => ({ path, content: () => pieces })),
        ),
      );
      const again = await bytesOf(
        archived(
          "c",
          whole.toReversed().map(({ path, bytes }) => fileOf(path, bytes)),
        ),
      );
      expect(again).toEqual(made);
      const opened = await openBackup(sourceOf(made));
      expect(opened.corpus).toBe("c");
      const found = await Promise.all(
        opened.files.map(async ({ path, content }) => ({ path, bytes: await content() })),
      );
      const sorted = whole.toSorted((a, b) => (a.path < b.path ? -1 : 1));
      expect(found).toEqual(sorted);
    }),
    { numRuns: 50 },
  );
});

test("a large file is packed piece by piece, and other programs unpack it", async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, k) => (k * k) % 251);
  const made = await bytesOf(archived("c", [fileOf("large", bytes), fileOf("zip in it", zipSync({ a: bytes }))]));
  const isSame = (found: Uint8Array | undefined) => found !== undefined && Buffer.compare(found, bytes) === 0;
  expect(isSame(unzipSync(made)["corpus/large"])).toBe(true);
  const { files } = await openBackup(sourceOf(made));
  expect(isSame(await files[0]!.content())).toBe(true);
  expect(isSame(unzipSync(await files[1]!.content())["a"])).toBe(true);
});

test("more files than an ordinary zip can count are listed in one that can", async () => {
  const entries = Array.from({ length: 5 }, (_, k) => ({ name: `${k}`, content: [strToU8(`${k}`)] }));
  const made = await bytesOf(zipped(entries, 3));
  expect((await directoryOf(sourceOf(made))).map(({ name }) => name)).toEqual(["0", "1", "2", "3", "4"]);
  expect(Object.keys(unzipSync(made))).toHaveLength(5);
});

test("one changed byte changes no file: the backup is refused, or as good as before", async () => {
  const texts = ["Once upon a time. ".repeat(30), "The end."];
  const made = await bytesOf(
    archived(
      "c",
      texts.map((text, k) => fileOf(`${k}`, strToU8(text))),
    ),
  );
  for (let at = 0; at < made.length; at++) {
    const changed = made.slice();
    changed[at]! ^= 1 << (at % 8);
    const found = await contentsOf(changed).catch((error: Error) => {
      expect(error.message).toMatch(/^(The backup|This is not a backup)/);
      return texts;
    });
    expect(found).toEqual(texts);
  }
});

test.each<[string, Partial<Limits>, string]>([
  ["files", { files: 2 }, "holds more than 2 files"],
  ["bytes", { bytes: 1e6 }, "unpack to more than 0.001 GB"],
  ["ratio", {}, "unpack to more than 100 times its own size"],
])("a bomb is refused before it is unpacked, and says which limit: %s", async (_, limits, sentence) => {
  const all = { files: 100, bytes: 1e9, ratio: 100, ...limits };
  await expect(openBackup(sourceOf(bomb()), { limits: all })).rejects.toThrow(sentence);
});

const bomb = once(() => listed({ a: new Uint8Array(70_000_000), b: strToU8("b") }));

test("a file that says it is smaller than it is is not unpacked further", async () => {
  const lying = withSize(listed({ a: new Uint8Array(1_000_000) }, { a: 10 }), 1_000_000, 10);
  const { files } = await openBackup(sourceOf(lying));
  await expect(files[0]!.content()).rejects.toThrow("not as long as it says");
});

test.each(["../evil", "/etc/passwd", "a//evil", ".changing/x", "a/../../evil", "a\\..\\evil", "a\u0000b", "a/./b"])(
  "a file that leads elsewhere is refused: %j",
  async (path) => {
    await expect(openBackup(sourceOf(listed({ [path]: strToU8("x") })))).rejects.toThrow("is not a file of a corpus");
  },
);

test("a file and a folder of one name, files without a list, and a list without files are refused", async () => {
  const both = listed({ a: strToU8("x"), "a/b": strToU8("x") });
  await expect(openBackup(sourceOf(both))).rejects.toThrow("a is a file and a folder");
  await expect(openBackup(sourceOf(zipSync({ "corpus/a": strToU8("x") })))).rejects.toThrow("it has no backup.json");
  const { "corpus/b": b = new Uint8Array(), ...rest } = unzipSync(listed({ a: strToU8("x"), b: strToU8("x") }));
  const other = zipSync({ ...rest, "corpus/c": b });
  await expect(openBackup(sourceOf(other))).rejects.toThrow("b is not what was backed up");
  const more = zipSync({ ...rest, "corpus/b": b, "corpus/more": b });
  await expect(openBackup(sourceOf(more))).rejects.toThrow("not those of its list");
});

test("nothing here needs Node", () => {
  for (const name of ["archive.ts", "zip.ts"])
    expect(readFileSync(new URL(name, import.meta.url), "utf8")).not.toMatch(/node:|json\.ts/);
});

function fileOf(path: string, bytes: Uint8Array): CorpusFile {
  return { path, content: () => [bytes] };
}

async function contentsOf(archive: Uint8Array): Promise<string[]> {
  const { files } = await openBackup(sourceOf(archive));
  return Promise.all(files.map(async ({ content }) => new TextDecoder().decode(await content())));
}

/** A zip made by others, with the list that fits it but for some sizes. */
function listed(files: Record<string, Uint8Array>, sizes: Record<string, number> = {}): Uint8Array {
  const entries: Zippable = {};
  const list = Object.entries(files).map(([path, bytes]) => {
    entries[`corpus/${path}`] = bytes;
    return { path, size: sizes[path] ?? bytes.length, sha256: digest("anything") };
  });
  const text = JSON.stringify({ format: "plotline corpus backup 2", corpus: "c", files: list });
  return zipSync({ ...entries, "backup.json": strToU8(text) });
}

/** The same zip with another size in its directory. */
function withSize(zip: Uint8Array, size: number, said: number): Uint8Array {
  const changed = new DataView(zip.slice().buffer);
  for (let at = 0; at + 4 <= zip.length; at++)
    if (changed.getUint32(at, true) === size) changed.setUint32(at, said, true);
  return new Uint8Array(changed.buffer);
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return joined(all);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
