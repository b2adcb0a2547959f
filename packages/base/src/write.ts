import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { parsedJson } from "./json.ts";
import { Problem } from "./problem.ts";
import { unfinished } from "./unfinished.ts";

/** The value in a JSON file; undefined where it cannot be read or is not JSON. */
export function jsonIn(file: string): unknown {
  try {
    return parsedJson(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Throws if a file cannot be written there; for callers with long work to do first. */
export function mustBeWritable(path: string): void {
  mustBeNoFolder(path);
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.W_OK);
}

/** Writes a whole file or nothing: temporary file next to it, fsync, rename, fsync of the folder. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mustBeNoFolder(path);
  makeFolder(folder);
  unfinished.sweepOnce(folder);
  const temporary = unfinished.name(path);
  unfinished.begin(temporary);
  try {
    writeAndSync(temporary, typeof content === "string" ? Buffer.from(content, "utf8") : content);
    renameSync(temporary, path);
    syncFolder(folder);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    unfinished.end(temporary);
  }
}

/** Throws where a file would be written over a folder, or take the place of a pipe or a device. */
export function mustBeNoFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false)
    throw new Problem(`${path} is a ${found.isDirectory() ? "folder" : "pipe or a device"}; name a file to write.`);
}

/**
 * A folder with all that is missing above it, on disk when this returns; returns the first that had to be created. One
 * by one, because Node's recursive mkdir never returns where the system refuses folders, as under /proc.
 */
export function makeFolder(path: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) {
    missing.unshift(at);
    if (at === dirname(at)) break;
  }
  if (missing.length === 0) mkdirSync(path, { recursive: true });
  for (const folder of missing) makeOne(folder);
  return missing[0];
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    if (code === "ENOENT") throw new Problem(`${folder} cannot be created: the system allows no folder there.`);
    throw error;
  }
  syncFolder(dirname(folder));
}

/** New files, all written before the first is synced, and synced together: a fraction of the time of one by one. */
export async function writeNewFiles(files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of files) writeFileSync(path, content, { flag: "wx" });
  await syncFiles([...files.keys()]);
}

/** Files onto the disk, many at a time. */
export async function syncFiles(paths: readonly string[]): Promise<void> {
  for (let k = 0; k < paths.length; k += 64) await Promise.all(paths.slice(k, k + 64).map((path) => synced(path)));
}

/** Renames are on disk only when their folders are; Windows has no such call. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  if (process.platform !== "win32") await Promise.all([...folders].map((folder) => synced(folder, "r")));
}

/** Everything in a folder onto the disk, before the folder gets its name. */
export async function syncTree(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  await syncFiles(entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)));
  for (const { parentPath, name } of entries.filter((entry) => entry.isDirectory())) syncFolder(join(parentPath, name));
  syncFolder(folder);
}

async function synced(path: string, mode = "r+"): Promise<void> {
  const file = openSync(path, mode);
  try {
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
}

/** One file onto the disk. */
export function syncFile(path: string, mode = "r+"): void {
  const file = openSync(path, mode);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The rename itself is on disk only when the folder is; Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") syncFile(folder, "r");
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
