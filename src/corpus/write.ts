import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Files and folders that are being written: whoever ends the process early removes them. */
const underWay = new Set<string>();

/** From now on `path` is half-written, until `finished` says otherwise. */
export function unfinished(path: string): void {
  underWay.add(path);
}

export function finished(path: string): void {
  underWay.delete(path);
}

/** Writes a whole file or nothing: temporary file beside it, fsync, rename, fsync of the folder. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${process.pid}.${underWay.size}.partial`);
  unfinished(temporary);
  try {
    writeAndSync(temporary, typeof content === "string" ? Buffer.from(content, "utf8") : content);
    renameSync(temporary, path);
    syncFolder(folder);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    finished(temporary);
  }
}

export function removeUnfinished(): void {
  for (const path of underWay) rmSync(path, { recursive: true, force: true });
  underWay.clear();
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
