import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { Problem } from "@plotline/base";
import { asideName, makeFolder, mustBeNoFolder, syncFile, syncFolder, syncTree, unfinished } from "@plotline/base/node";
import { sections } from "../../listing.ts";
import { manifestName } from "../../manifest.ts";

/**
 * Fills a file or folder next to `out` and puts it in place when it is complete. A file takes the place of another at
 * once. A folder cannot: for a moment the old one is there under a hidden name only, which the next process to write
 * there gives back to it if this one is killed in that moment. What was there is set aside, next to it; `tell` hears where.
 */
export async function putInPlace<T>(
  out: string,
  fill: (path: string) => Promise<T>,
  tell?: (aside: string) => void,
): Promise<T> {
  const target = resolve(out);
  makeFolder(dirname(target));
  unfinished.sweepOnce(dirname(target));
  const [fresh, old] = [unfinished.name(target), unfinished.name(target, "old")];
  return unfinished.during([fresh], async () => {
    const made = await fill(fresh);
    const aside = asideName(target);
    const before = statSync(target, { throwIfNoEntry: false });
    const isKept = before !== undefined && !(before.isDirectory() && readdirSync(target).length === 0);
    if (isKept) mustBeReplaceable(target);
    if (statSync(fresh).isFile()) {
      syncFile(fresh);
      if (isKept) nameAgain(target, aside);
      renameSync(fresh, target);
    } else {
      await syncTree(fresh);
      if (isKept) renameSync(target, old);
      else if (before !== undefined) rmdirSync(target);
      renameOr(fresh, target, () => isKept && renameSync(old, target));
      if (isKept) renameSync(old, aside);
    }
    syncFolder(dirname(target));
    if (isKept) tell?.(aside);
    return made;
  });
}

/** A second name for a file that is about to get another content; none where there is no file, or an empty one. */
export function keptAside(file: string): string | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  mustBeReplaceable(file);
  const aside = asideName(resolve(file));
  nameAgain(file, aside);
  return aside;
}

/** No pipe and no device, and none of the files that make a corpus, which would be none without it. */
export function mustBeReplaceable(out: string): void {
  if (!statSync(out, { throwIfNoEntry: false })?.isDirectory()) mustBeNoFolder(out);
  const folder = dirname(resolve(out));
  const names = [...(existsSync(folder) ? realpathSync(folder) : folder).split(sep), basename(out)];
  const owner = names.findLastIndex((_, k) => k > 0 && isCorpus(names.slice(0, k).join(sep) || sep));
  if (owner >= 0 && ownNames.has(names[owner] ?? ""))
    throw new Problem(`${out} belongs to a corpus, so it is not replaced; name another file.`);
}

/** With a manifest, or as the authors' corpus is laid out. */
function isCorpus(folder: string): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return has(manifestName) || (has("stories") && has("summaries"));
}

const ownNames = new Set<string>([manifestName, ...sections, "annotators", "settlements", "people", "team"]);

/** A second name, or a copy on a disk that has none. */
export function nameAgain(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name);
    syncFile(name);
  }
}

function renameOr(from: string, to: string, giveUp: () => unknown): void {
  try {
    renameSync(from, to);
  } catch (error) {
    giveUp();
    throw error;
  }
}

/** What a command writes, so that it replaces nothing else. */
export interface Product {
  /** With its article: "an export". */
  readonly what: string;
  /** The names that a folder of it may contain; undefined: it is a file. */
  readonly holds?: readonly string[];
}
