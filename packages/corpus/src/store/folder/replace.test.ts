import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "@plotline/base/node";
import { expect, test } from "vitest";
import { backup } from "../../backup/backup.ts";
import { contentOf, copySample, temporaryFolder } from "../../testing/folder.ts";
import { keptAside, putInPlace } from "./replace.ts";

/** What was there before, as `putInPlace` tells it. */
async function replacing(out: string, fill: (path: string) => Promise<void>): Promise<string[]> {
  const told: string[] = [];
  await putInPlace(out, fill, (aside) => told.push(aside));
  return told;
}

test("a file that is replaced is set aside, and named", async () => {
  const folder = temporaryFolder({ "thesis.tex": "years of work" });
  const [aside = ""] = await replacing(join(folder, "thesis.tex"), async (path) => writeFileSync(path, "new"));
  expect(readFileSync(aside, "utf8")).toBe("years of work");
  expect(readFileSync(join(folder, "thesis.tex"), "utf8")).toBe("new");
  expect(readdirSync(folder)).toHaveLength(2);
});

test("a folder that is replaced is set aside whole; an empty one is not", async () => {
  const folder = temporaryFolder({ "export/rows": "old", "export/more/rows": "old too" });
  mkdirSync(join(folder, "empty"));
  const fill = async (path: string) => {
    mkdirSync(path);
    writeFileSync(join(path, "rows"), "new");
  };
  const [aside = ""] = await replacing(join(folder, "export"), fill);
  expect(contentOf(aside)).toMatchObject({ rows: "old", "more/rows": "old too" });
  expect(contentOf(join(folder, "export"))).toEqual({ rows: "new" });
  expect(await replacing(join(folder, "empty"), fill)).toEqual([]);
  expect(await replacing(join(folder, "third"), fill)).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(4);
});

test("a backup does not destroy the file that its name belongs to", async () => {
  const corpus = copySample(temporaryFolder());
  const out = temporaryFolder({ "notes.zip": "mine" });
  const { setAside = "" } = await backup(corpus, join(out, "notes.zip"));
  expect(readFileSync(setAside, "utf8")).toBe("mine");
});

test.skipIf(process.platform === "win32")("nothing takes the place of a pipe or a device", async () => {
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const isRefused = /pipe is a pipe or a device; name a file to write/;
  await expect(putInPlace(pipe, async (path) => writeFileSync(path, "new"))).rejects.toThrow(isRefused);
  await expect(backup(copySample(temporaryFolder()), pipe)).rejects.toThrow(isRefused);
  expect(() => writeAtomically(pipe, "new")).toThrow(isRefused);
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test("no output takes the place of a file of a corpus", async () => {
  const corpus = copySample(temporaryFolder());
  const before = contentOf(corpus);
  const work = join(corpus, "stories", "Forty Guineas");
  const write = async (path: string) => writeFileSync(path, "rows");
  for (const path of [join(corpus, "corpus.json"), join(work, "0.txt.utf8"), work]) {
    await expect(putInPlace(path, write)).rejects.toThrow("belongs to a corpus, so it is not replaced");
    if (path !== work) expect(() => keptAside(path)).toThrow("belongs to a corpus");
  }
  await expect(backup(corpus, join(corpus, "corpus.json"))).rejects.toThrow("belongs to a corpus");
  expect(contentOf(corpus)).toEqual(before);
  const through = join(temporaryFolder(), "stories");
  symlinkSync(join(corpus, "stories"), through);
  rmSync(join(corpus, "corpus.json"));
  for (const stories of [through, join(corpus, "stories")]) {
    expect(() => keptAside(join(stories, "Forty Guineas", "0.txt.utf8"))).toThrow("belongs to a corpus");
  }
  const linked = join(temporaryFolder(), "link");
  symlinkSync(join(corpus, "README.md"), linked);
  expect(await replacing(linked, write)).toHaveLength(1);
  expect(await replacing(join(corpus, "README.md"), write)).toHaveLength(1);
});
