import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { contentOf, temporaryFolder } from "../testing/folder.ts";
import { archivedTogether, wholeOf } from "./archive.ts";
import { restore, unpackedLibrary } from "./restore.ts";

const corpusOf = (corpus: string, text: string) => ({
  corpus,
  files: [{ path: "stories/A/0.txt.utf8", content: () => [new TextEncoder().encode(text)] }],
});

test("two corpora of a library that have one name on some disk get a folder each", async () => {
  const folder = temporaryFolder();
  const library = join(folder, "library.zip");
  writeFileSync(library, await wholeOf(archivedTogether([corpusOf("mine", "One."), corpusOf("Mine", "Two.")])));
  const folders = await unpackedLibrary(library);
  expect(folders.map((each) => contentOf(each))).toMatchObject([
    { "stories/A/0.txt.utf8": "One." },
    { "stories/A/0.txt.utf8": "Two." },
  ]);
});

test("a library whose parts unpack to far more than it has is refused", async () => {
  const folder = temporaryFolder();
  const library = join(folder, "library.zip");
  writeFileSync(library, zipSync({ "a.zip": new Uint8Array(70_000_000) }));
  await expect(unpackedLibrary(library)).rejects.toThrow("it would unpack to more than 2 times its own size");
  expect(existsSync(join(folder, "library"))).toBe(false);
});

test("a folder is no backup, and nothing is restored into what is no corpus", async () => {
  const folder = temporaryFolder({ "home/thesis.tex": "years of work" });
  mkdirSync(join(folder, "empty"));
  await expect(restore(join(folder, "empty"), join(folder, "new"), false)).rejects.toThrow(/empty is not a file/);
  const file = join(folder, "corpus.zip");
  writeFileSync(file, await wholeOf(archivedTogether([corpusOf("mine", "One.")])));
  for (const replaces of [true, false])
    await expect(restore(file, join(folder, "home"), replaces)).rejects.toThrow("is neither empty nor a corpus");
  expect(readFileSync(join(folder, "home/thesis.tex"), "utf8")).toBe("years of work");
});
