import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { Problem } from "../problem.ts";
import { finished, syncFile, unfinished } from "../write.ts";
import { sections } from "./listing.ts";
import { manifestName } from "./manifest.ts";

/** Fills a file or folder beside `out` and puts it in its place when it is whole; what was there goes only then. */
export async function putInPlace(out: string, fill: (path: string) => Promise<void>): Promise<void> {
  const target = resolve(out);
  mkdirSync(dirname(target), { recursive: true });
  const fresh = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  const old = join(dirname(target), `.${basename(target)}.${process.pid}.old`);
  rmSync(fresh, { recursive: true, force: true });
  unfinished(fresh);
  try {
    await fill(fresh);
    if (statSync(fresh).isFile()) syncFile(fresh);
    if (existsSync(target)) renameSync(target, old);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(old) && !existsSync(target)) renameSync(old, target);
    throw error;
  } finally {
    finished(fresh);
  }
  rmSync(old, { recursive: true, force: true });
}

/** What is there is not overwritten unless told; and a folder only when it is a corpus, and not the one being read. */
export function mayReplace(out: string, corpus: string, isFolder: boolean, force: boolean): void {
  const found = statSync(out, { throwIfNoEntry: false });
  const target = found === undefined ? resolve(out) : realpathSync(out);
  if (isInside(realpathSync(corpus), target))
    throw new Problem(`${out} is the corpus itself or holds it; choose another --out.`);
  if (found === undefined) return;
  if (isFolder !== found.isDirectory())
    throw new Problem(
      `${out} is a ${isFolder ? "file" : "folder"}, but this format needs a ${isFolder ? "folder" : "file"}.`,
    );
  if (isFolder && readdirSync(out).length === 0) return;
  if (!force) throw new Problem(`${out} is there already; choose another --out, or say --force to replace it.`);
  const strange = isFolder ? readdirSync(out).find((name) => !ours.has(name)) : undefined;
  if (strange !== undefined)
    throw new Problem(`${out} holds more than an export ("${strange}"), so it is not replaced; choose another --out.`);
}

const ours: ReadonlySet<string> = new Set([...sections, manifestName]);

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
