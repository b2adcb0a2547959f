import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { Problem } from "../../problem.ts";
import { unfinished } from "../../unfinished.ts";
import { makeFolder, syncFile, syncFolder, syncTree } from "../../write.ts";

/**
 * Fills a file or folder next to `out` and puts it in place when it is complete. A file takes the place of another at
 * once. A folder cannot: for a moment the old one is there under a hidden name only, which the next process to write
 * there gives back to it if this one is killed in that moment.
 */
export async function putInPlace<T>(out: string, fill: (path: string) => Promise<T>): Promise<T> {
  const target = resolve(out);
  makeFolder(dirname(target));
  unfinished.sweepOnce(dirname(target));
  const [fresh, old] = [unfinished.name(target), unfinished.name(target, "old")];
  const filled = await unfinished.during([fresh], async () => {
    const made = await fill(fresh);
    if (statSync(fresh).isFile()) {
      syncFile(fresh);
      renameSync(fresh, target);
    } else {
      await syncTree(fresh);
      exchange(fresh, target, old);
    }
    syncFolder(dirname(target));
    return made;
  });
  rmSync(old, { recursive: true, force: true });
  return filled;
}

function exchange(fresh: string, target: string, old: string): void {
  if (existsSync(target)) renameSync(target, old);
  try {
    renameSync(fresh, target);
  } catch (error) {
    if (existsSync(old)) renameSync(old, target);
    throw error;
  }
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
