import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";

/** The sample corpus of this repository. */
export const sample = fileURLToPath(new URL("../../../corpora/sample", import.meta.url));

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
export function contentOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = entry.isDirectory() ? "(folder)" : readFileSync(path, "utf8");
  }
  return found;
}
