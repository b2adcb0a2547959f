import { lstatSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isGone, processMark } from "@plotline/base/node";

/** What folders in the temporary folder begin with; the mark of their process follows. */
const prefix = "plotline-import-";
/** One whose process cannot be asked, in another container perhaps, is abandoned after this long, in milliseconds. */
const abandonedAfter = 24 * 60 * 60_000;

/** The beginning of a temporary folder's name: it says whose it is. */
export function temporaryName(): string {
  return join(tmpdir(), `${prefix}${processMark()}-`);
}

/** Removes what servers that were killed left in the temporary folder: only our own user's, of processes that are gone. */
export function sweepLeftovers(folder = tmpdir()): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isDirectory() || found.uid !== process.getuid?.()) continue;
    const mark = name.slice(prefix.length).split("-").slice(0, 3).join("-");
    if (isGone(mark) || Date.now() - found.mtimeMs > abandonedAfter) rmSync(path, { recursive: true, force: true });
  }
}
