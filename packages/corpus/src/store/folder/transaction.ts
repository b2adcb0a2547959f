import { existsSync, realpathSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Problem } from "@plotline/base";
import { jsonIn, makeFolder, syncFolder, writeAtomically, writeNewFiles } from "@plotline/base/node";
import { z } from "zod";
import type { Change, Content } from "../store.ts";
import { type Append, appendAll, appendedWithChange, appenderTo } from "./append.ts";
import { mustLieInside } from "./inside.ts";
import { CorpusLock, changingFolder, type Hold, journal } from "./lock.ts";
import { nameAgain } from "./replace.ts";

/**
 * Makes all the planned changes or none; the plan is made while nobody else changes the corpus. New files are written to
 * a folder of their own, next to second names of the files they replace, and synced; then a journal of renames is written
 * and synced; then the renames happen and are synced, and removing the journal is the moment at which the change is done,
 * once that is synced too. Whatever cuts this off before that moment, in whatever order a disk without power kept what
 * was not synced yet, the journal says how to go back. What is appended with the change is on disk before the journal,
 * and stays. From the journal on all calls are synchronous, so that Ctrl-C comes before or after, never between.
 */
export async function transactInFolder(folder: string, plan: () => Promise<readonly Change[]>): Promise<void> {
  const lock = lockOf(folder);
  const append = appendedWithChange();
  await lock.held(async (hold) => {
    const changes = await plan();
    const appends: Append[] = [];
    if (changes.length > 0) append(appenderTo(lock.root, appends), lock.root);
    await makeChanges(lock.root, changes, appends, hold);
  });
}

/** Takes back a change that was cut off when its process died. */
export function recover(folder: string): void {
  if (existsSync(join(folder, changingFolder))) lockOf(folder).recoverAbandoned();
}

const locks = new Map<string, CorpusLock>();

/** The lock of a corpus folder, the same for all in this process. */
export function lockOf(folder: string): CorpusLock {
  const root = realpathSync(folder);
  const lock = locks.get(root) ?? new CorpusLock(root, () => takeBack(root));
  locks.set(root, lock);
  return lock;
}

/** A rename of a file or folder; the second form puts a new file in place, of which `old` is what was there. */
const stepSchema = z.union([
  z.object({ from: z.string(), to: z.string() }),
  z.object({ put: z.string(), at: z.string(), old: z.string().nullable() }),
]);
type Step = z.infer<typeof stepSchema>;
type Put = Extract<Step, { put: string }>;

const journalFile = z.object({ steps: z.array(stepSchema) });

async function makeChanges(root: string, changes: readonly Change[], appends: readonly Append[], hold: Hold) {
  for (const change of changes) for (const path of pathsOf(change)) mustLieInside(root, path);
  try {
    const steps = await prepare(root, changes);
    hold.mustBeHeld();
    await appendAll(appends);
    hold.mustBeHeld();
    writeAtomically(join(root, journal), `${JSON.stringify({ steps })}\n`);
    syncFolder(root);
    const [moves, puts] = [steps.filter((step) => !isPut(step)), steps.filter(isPut)];
    for (const some of [moves, puts]) {
      for (const step of some) take(root, step);
      syncFolders(root, some);
    }
    removeJournal(root);
  } catch (error) {
    takeBack(root);
    throw error;
  }
  for (const change of changes) if (!("write" in change)) removeEmptyParents(root, pathsOf(change)[0] ?? "");
}

function pathsOf(change: Change): string[] {
  if ("write" in change) return [change.write];
  return "remove" in change ? [change.remove] : [change.move, change.to];
}

/** New files under numbers, second names for those they replace, and the renames that put everything in its place. */
async function prepare(root: string, changes: readonly Change[]): Promise<Step[]> {
  const steps: Step[] = [];
  const files = new Map<string, Content>();
  for (const [k, change] of changes.entries()) {
    const old = `${changingFolder}/old-${k}`;
    if ("write" in change) {
      const put = `${changingFolder}/new-${k}`;
      files.set(join(root, put), change.content);
      const isThere = existsSync(join(root, change.write));
      if (isThere) nameAgain(mustBeFile(join(root, change.write)), join(root, old));
      steps.push({ put, at: change.write, old: isThere ? old : null });
    } else if ("remove" in change) {
      if (existsSync(join(root, change.remove))) steps.push({ from: change.remove, to: old });
    } else if (existsSync(join(root, change.move))) {
      const isFreed = changes.slice(0, k).some((each) => !("write" in each) && pathsOf(each)[0] === change.to);
      if (!isFreed && existsSync(join(root, change.to)))
        throw new Problem(`${change.to} exists already; nothing was changed.`);
      steps.push({ from: change.move, to: change.to });
    }
  }
  await writeNewFiles(files);
  return steps;
}

function mustBeFile(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  throw new Problem(`${path} is a folder, but a file is needed; nothing was changed.`);
}

function isPut(step: Step): step is Put {
  return "put" in step;
}

function take(root: string, step: Step): void {
  if (isPut(step)) rename(root, step.put, step.at);
  else rename(root, step.from, step.to);
}

/** Undoes what the journal says was done, last step first; a step that did not happen is left alone. */
function takeBack(root: string): void {
  const steps = readSteps(root);
  const [moves, puts] = [steps.filter((step) => !isPut(step)), steps.filter(isPut)];
  for (const some of [puts, moves]) {
    for (const step of [...some].reverse()) undo(root, step);
    syncFolders(root, some);
  }
  if (steps.length > 0) removeJournal(root);
}

function undo(root: string, step: Step): void {
  const isThere = (path: string) => existsSync(join(root, path));
  if (!isPut(step)) {
    if (!isThere(step.from) && isThere(step.to)) rename(root, step.to, step.from);
    removeEmptyParents(root, step.to);
  } else if (step.old === null) {
    if (!isThere(step.put)) rmSync(join(root, step.at), { force: true });
    removeEmptyParents(root, step.at);
  } else if (isThere(step.old)) rename(root, step.old, step.at);
}

function removeJournal(root: string): void {
  rmSync(join(root, journal));
  syncFolder(join(root, changingFolder));
}

function rename(root: string, from: string, to: string): void {
  makeFolder(dirname(join(root, to)));
  renameSync(join(root, from), join(root, to));
}

/** Folders that a change made or emptied: `a/b/c` leaves `a/b` and `a` when nothing else is in them. */
function removeEmptyParents(root: string, path: string): void {
  for (let parent = dirname(path); parent !== "." && parent !== changingFolder; parent = dirname(parent)) {
    try {
      rmdirSync(join(root, parent));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    }
  }
}

function syncFolders(root: string, steps: readonly Step[]): void {
  const paths = steps.flatMap((step) => (isPut(step) ? [step.put, step.at] : [step.from, step.to]));
  const folders = new Set(paths.map((path) => dirname(join(root, path))));
  for (const folder of folders) if (existsSync(folder)) syncFolder(folder);
}

function readSteps(root: string): readonly Step[] {
  const file = join(root, journal);
  if (!existsSync(file)) return [];
  const parsed = journalFile.safeParse(jsonIn(file));
  if (!parsed.success)
    throw new Problem(
      `${file} is broken, so a change that was cut off cannot be undone; move ${join(root, changingFolder)} out of the corpus to use the corpus as it is.`,
    );
  for (const step of parsed.data.steps)
    for (const path of isPut(step)
      ? [step.put, step.at, ...(step.old === null ? [] : [step.old])]
      : [step.from, step.to])
      mustLieInside(root, path);
  return parsed.data.steps;
}
