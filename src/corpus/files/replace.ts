import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { Problem } from "../../problem.ts";
import {
  finished,
  makeFolder,
  sweepOnce,
  syncFile,
  syncFolder,
  syncTree,
  temporaryName,
  unfinished,
} from "../../write.ts";

/** Fills a file or folder next to `out` and puts it in place when it is complete; only then is the old one removed. */
export async function putInPlace<T>(out: string, fill: (path: string) => Promise<T>): Promise<T> {
  const target = resolve(out);
  makeFolder(dirname(target));
  sweepOnce(dirname(target));
  const [fresh, old] = [temporaryName(target), temporaryName(target, "old")];
  unfinished(fresh);
  let filled: T;
  try {
    filled = await fill(fresh);
    if (statSync(fresh).isFile()) syncFile(fresh);
    else await syncTree(fresh);
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(old) && !existsSync(target)) renameSync(old, target);
    throw error;
  } finally {
    finished(fresh);
  }
  rmSync(old, { recursive: true, force: true });
  return filled;
}

/** What a command writes. */
export interface Product {
  /** With its article: "an export". */
  readonly what: string;
  /** The names that a folder of it may contain; undefined: it is a file. */
  readonly holds?: readonly string[];
}

/** Nothing is overwritten without --force; a folder only when it contains nothing else, and never the input. */
export function mayReplace(out: string, source: string, { what, holds }: Product, force: boolean): void {
  const found = statSync(out, { throwIfNoEntry: false });
  const target = found === undefined ? resolve(out) : realpathSync(out);
  if (isInside(realpathSync(source), target))
    throw new Problem(`${out} is the input, or contains it; choose another --out.`);
  if (found === undefined) return;
  const [wanted, other] = holds === undefined ? ["file", "folder"] : ["folder", "file"];
  if (found.isDirectory() !== (wanted === "folder"))
    throw new Problem(`${out} is a ${other}, but a ${wanted} is needed; choose another --out.`);
  const names = holds === undefined ? undefined : readdirSync(out);
  if (names?.length === 0) return;
  if (!force) throw new Problem(`${out} exists already; choose another --out, or use --force to replace it.`);
  const strange = names?.find((name) => !holds?.includes(name));
  if (strange !== undefined)
    throw new Problem(`${out} contains more than ${what} ("${strange}"), so it is not replaced; choose another --out.`);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
