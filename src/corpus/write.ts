import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Files that are being written: whoever ends the process early removes them. */
const unfinished = new Set<string>();

/** Writes a whole file or nothing: temporary file beside it, fsync, rename, fsync of the folder. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${process.pid}.${unfinished.size}.partial`);
  unfinished.add(temporary);
  try {
    writeAndSync(temporary, typeof content === "string" ? Buffer.from(content, "utf8") : content);
    renameSync(temporary, path);
    syncFolder(folder);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    unfinished.delete(temporary);
  }
}

export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
  unfinished.clear();
}

function writeAndSync(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx");
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The rename itself is on disk only when the folder is; Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
