import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";
import "../node.ts";

/** The sample corpus of this repository. */
export const sample = fileURLToPath(new URL("../../../../corpora/sample", import.meta.url));

/** Copies the sample corpus as it came, without what was made in it since. */
export function copySample(folder: string): string {
  const made = /[/\\](alignments|annotators|people|runs|team|\.cache)$/;
  cpSync(sample, folder, { recursive: true, filter: (path) => !made.test(path) });
  return folder;
}

/** Makes all works of a copy of the sample but one, "The Telling at Winterlow", works to train on. */
export function trainOn(corpus: string): string {
  const file = join(corpus, "corpus.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const work of manifest.works) work.split = work.title === "The Telling at Winterlow" ? "validation" : "train";
  writeFileSync(file, JSON.stringify(manifest));
  return corpus;
}

/** A folder for all tests of a file. */
export function folderOfFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "plotline-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for one test, with these files in it. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "plotline-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Everything in a folder: path and content, folders included. */
export function contentOf(folder: string, encoding: BufferEncoding = "utf8"): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = entry.isDirectory() ? "(folder)" : readFileSync(path, encoding);
  }
  return found;
}
