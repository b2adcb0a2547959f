import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { Problem } from "@plotline/base";
import { mustBeNoFolder } from "@plotline/base/node";

/**
 * Nothing may be written outside the corpus, neither by `..` nor through a symbolic link; the path is relative to its
 * folder.
 */
export function mustLieInside(root: string, path: string): void {
  const whole = join(root, path);
  let parent = dirname(whole);
  while (!existsSync(parent)) parent = dirname(parent);
  const [own, real] = [realpathSync(root), realpathSync(parent)];
  if (isAbsolute(path) || !isBelow(root, whole) || !(real === own || isBelow(own, real)))
    throw new Problem(`"${path}" would lie outside the corpus ${root}; nothing was changed.`);
}

/** The whole path of a file that is to be written or grown: inside the corpus, and no folder. */
export function fileInside(root: string, path: string): string {
  mustLieInside(root, path);
  mustBeNoFolder(join(root, path));
  return join(root, path);
}

/** The same for reading a folder or file. */
export function mustNotLeadOut(root: string, path: string): void {
  if (isBelow(realpathSync.native(root), realpathSync.native(join(root, path)))) return;
  throw new Problem(
    `${join(root, path)} leads out of the corpus through a symbolic link, so it is not read; put a copy in its place.`,
  );
}

/** The bytes of a file of a corpus, undefined where there is none; a symbolic link may lead only to the corpus itself. */
export function readInside(root: string, path: string): Buffer | undefined {
  const file = openInside(root, path);
  if (file === undefined) return undefined;
  try {
    // A pipe or a device may never end.
    if (!fstatSync(file).isFile()) throw new Problem(`${join(root, path)} is not a regular file.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** A pipe may never have a writer. */
const plainly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function openInside(root: string, path: string): number | undefined {
  const whole = join(root, path);
  try {
    folderMustNotLeadOut(root, dirname(path));
    if (lstatSync(whole).isSymbolicLink()) mustNotLeadOut(root, path);
    return openSync(whole, plainly);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
    throw new Problem(`${whole} is a symbolic link that leads back to itself; put a file in its place.`);
  }
}

/** Looking at a folder takes as long as reading a file of it, so what was seen counts for a second. */
const seen = new Map<string, number>();

function folderMustNotLeadOut(root: string, path: string): void {
  const whole = join(root, path);
  if (path === "." || performance.now() < (seen.get(whole) ?? 0)) return;
  mustNotLeadOut(root, path);
  if (seen.size > 10_000) seen.clear();
  seen.set(whole, performance.now() + 1_000);
}

/** Neither is what would lie in a file, as if the file were a folder. */
export function isNotThere(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
