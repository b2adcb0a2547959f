import {
  closeSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { Problem } from "./problem.ts";

/** Files and folders that are being written: whoever ends the process early removes them. */
const underWay = new Set<string>();

/** Told when something begins to be half-written and when nothing is any more. */
let watcher: { begin(): void; end(): void } | undefined;

export function watchUnfinished(watching: { begin(): void; end(): void }): void {
  watcher = watching;
}

/** From now on `path` is half-written, until `finished` says otherwise. */
export function unfinished(path: string): void {
  if (underWay.size === 0) watcher?.begin();
  underWay.add(path);
}

export function finished(path: string): void {
  if (underWay.delete(path) && underWay.size === 0) watcher?.end();
}

/** Writes a whole file or nothing: temporary file beside it, fsync, rename, fsync of the folder. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Problem(`${path} is a folder; name a file to write.`);
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

/** New files, all written before the first is synced, and synced together: a fraction of the time of one by one. */
export async function writeNewFiles(files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, content] of files) writeFileSync(path, content, { flag: "wx" });
  const paths = [...files.keys()];
  for (let k = 0; k < paths.length; k += 64) await Promise.all(paths.slice(k, k + 64).map(synced));
}

async function synced(path: string): Promise<void> {
  const file = openSync(path, "r+");
  try {
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The rename itself is on disk only when the folder is; Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
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
