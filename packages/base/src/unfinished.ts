import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { threadId } from "node:worker_threads";
import { isGone, processMark } from "./process-identity.ts";

/** Called when something begins to be half-written, and when nothing is any more. */
interface Watcher {
  begin(): void;
  end(): void;
}

const abandonedAfter = 24 * 60 * 60_000;

/** Files and folders that this process is in the middle of writing: whoever ends it early removes them. */
class Unfinished {
  private readonly paths = new Set<string>();
  private readonly swept = new Set<string>();
  private watcher: Watcher | undefined;
  private names = 0;

  watch(watcher: Watcher): void {
    this.watcher = watcher;
  }

  begin(path: string): void {
    if (this.paths.size === 0) this.watcher?.begin();
    this.paths.add(path);
  }

  end(path: string): void {
    if (this.paths.delete(path) && this.paths.size === 0) this.watcher?.end();
  }

  removeAll(): void {
    for (const path of this.paths) rmSync(path, { recursive: true, force: true });
    this.paths.clear();
  }

  /** Writes under temporary names, and puts what is there in its place; where that fails, nothing is left. */
  async during<T>(temporary: readonly string[], write: () => Promise<T>): Promise<T> {
    for (const path of temporary) this.begin(path);
    try {
      return await write();
    } catch (error) {
      for (const path of temporary) rmSync(path, { recursive: true, force: true });
      throw error;
    } finally {
      for (const path of temporary) this.end(path);
    }
  }

  /**
   * A name next to `path` for what is not complete yet, or for what is about to be replaced: it says which process has
   * it there.
   */
  name(path: string, ending: "partial" | "old" = "partial"): string {
    const short = Buffer.from(basename(path))
      .subarray(0, 150)
      .toString("utf8")
      .replace(/\ufffd+$/, "");
    return join(dirname(path), `.${short}.${processMark()}-${threadId}-${this.names++}.${ending}`);
  }

  /** Tidies a folder up, the first time that this process writes there. In a shared one other people's things stay. */
  sweepOnce(folder: string, isShared = false): void {
    if (this.swept.has(resolve(folder))) return;
    this.swept.add(resolve(folder));
    for (const name of readdirSync(folder)) {
      try {
        sweep(folder, name);
      } catch (error) {
        if (!isShared) throw error;
      }
    }
  }

  /** A process was found dead: what it left may be in a folder that has been swept before. */
  sweepAgain(): void {
    this.swept.clear();
  }
}

/** What this process is in the middle of writing. */
export const unfinished = new Unfinished();

/**
 * Removes what a dead process left half-written; what it was about to replace gets its name back, or is kept. Only names
 * as `name` makes them: other programs have files that end in .partial, too.
 */
function sweep(folder: string, name: string): void {
  const [, own = "", mark, ending] = /^\.(.+)\.([0-9a-f]{8}-\d+-[0-9a-z]+-\d+-\d+)\.(partial|old)$/.exec(name) ?? [];
  if (mark === undefined) return;
  const path = join(folder, name);
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (!isGone(mark) && (ending === "old" || age <= abandonedAfter)) return;
  const target = join(folder, own);
  if (ending === "partial") rmSync(path, { recursive: true, force: true });
  else renameSync(path, existsSync(target) ? asideName(target) : target);
}

/** Under this name, next to it, is what was replaced. */
export const asideName = (path: string) => `${path}.replaced-${new Date().toISOString().replace(/[:.]/g, "-")}`;
