import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolder, syncFile, syncFolder, syncTree, unfinished } from "@plotline/base/node";

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

export interface Product {
  /** With its article: "an export". */
  readonly what: string;
  /** The names that a folder of it may contain; undefined: it is a file. */
  readonly holds?: readonly string[];
}
