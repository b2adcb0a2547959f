import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
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
  if (isBelow(realpathSync(root), realpathSync(join(root, path)))) return;
  throw new Problem(
    `${join(root, path)} leads out of the corpus through a symbolic link, so it is not read; put a copy in its place.`,
  );
}

/** The bytes of a file of a corpus whose folder has been checked; a symbolic link may lead only to the corpus itself. */
export function readInside(root: string, path: string): Buffer {
  const file = openInside(root, path);
  try {
    // A pipe or a device may never end.
    if (!fstatSync(file).isFile()) throw new Problem(`${join(root, path)} is not a regular file.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows cannot refuse a link when it opens a file. */
const noFollow = constants.O_NOFOLLOW as number | undefined;

function openInside(root: string, path: string): number {
  if (noFollow !== undefined) {
    try {
      return openSync(join(root, path), constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
    } catch (error) {
      if (!["ELOOP", "EMLINK", "EFTYPE"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
  mustNotLeadOut(root, path);
  return openSync(join(root, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
