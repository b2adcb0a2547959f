import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { z } from "zod";
import { Problem } from "../problem.ts";
import { syncFolder, writeAtomically, writeNewFiles } from "../write.ts";
import { isAbandoned, journal, locked, workshop } from "./lock.ts";

/** One thing to happen to a corpus folder; paths are from that folder. Moving or removing what is not there does nothing. */
export type Change =
  | { readonly write: string; readonly content: string }
  | { readonly remove: string }
  | { readonly move: string; readonly to: string };

/**
 * Makes all the planned changes or none; the plan is made while nobody else changes the corpus. New files are written to
 * a folder of their own and synced; then a journal of renames is written; then the renames happen, and removing the
 * journal is the moment at which the change is done. Whatever ends the process before that moment, the journal tells how
 * to go back. From the journal on all calls are synchronous, so that Ctrl-C comes before or after, never between.
 */
export async function transact(folder: string, plan: () => Promise<readonly Change[]>): Promise<void> {
  const root = realpathSync(folder);
  await locked(
    root,
    () => goBack(root),
    async () => makeChanges(root, await plan()),
  );
}

/** Takes back a change that was cut off when its process died. */
export function recover(folder: string): void {
  if (!existsSync(join(folder, workshop))) return;
  const root = realpathSync(folder);
  if (isAbandoned(root)) goBack(root);
}

interface Step {
  readonly from: string;
  readonly to: string;
}

const journalFile = z.object({ steps: z.array(z.object({ from: z.string(), to: z.string() })) });

async function makeChanges(root: string, changes: readonly Change[]): Promise<void> {
  for (const change of changes) for (const path of pathsOf(change)) mustStayInside(root, path);
  try {
    const steps = await prepare(root, changes);
    writeAtomically(join(root, journal), `${JSON.stringify({ steps })}\n`);
    for (const step of steps) rename(root, step.from, step.to);
    syncFolders(root, steps);
    rmSync(join(root, journal));
  } catch (error) {
    goBack(root);
    throw error;
  }
  for (const change of changes) if (!("write" in change)) removeEmptyParents(root, pathsOf(change)[0] ?? "");
}

function pathsOf(change: Change): string[] {
  if ("write" in change) return [change.write];
  return "remove" in change ? [change.remove] : [change.move, change.to];
}

/** Neither by `..` nor through a link may a change leave the corpus. */
function mustStayInside(root: string, path: string): void {
  let parent = dirname(join(root, path));
  while (!existsSync(parent)) parent = dirname(parent);
  if (
    isAbsolute(path) ||
    !isBelow(root, join(root, path)) ||
    !(realpathSync(parent) === root || isBelow(root, realpathSync(parent)))
  )
    throw new Problem(`"${path}" would lie outside the corpus ${root}; nothing was changed.`);
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** New files under numbers, and the renames that put what they replace aside and them in its place. */
async function prepare(root: string, changes: readonly Change[]): Promise<Step[]> {
  const steps: Step[] = [];
  const files = new Map<string, string>();
  for (const [k, change] of changes.entries()) {
    const aside = `${workshop}/old-${k}`;
    if ("write" in change) {
      const fresh = `${workshop}/new-${k}`;
      files.set(join(root, fresh), change.content);
      if (existsSync(join(root, change.write))) steps.push({ from: change.write, to: aside });
      steps.push({ from: fresh, to: change.write });
    } else if ("remove" in change) {
      if (existsSync(join(root, change.remove))) steps.push({ from: change.remove, to: aside });
    } else if (existsSync(join(root, change.move))) {
      if (existsSync(join(root, change.to))) throw new Problem(`${change.to} is there already; nothing was changed.`);
      steps.push({ from: change.move, to: change.to });
    }
  }
  await writeNewFiles(files);
  return steps;
}

/** Undoes what the journal says was done, last step first; a step that did not happen is left alone. */
function goBack(root: string): void {
  const steps = readSteps(root);
  for (const { from, to } of [...steps].reverse()) {
    if (!existsSync(join(root, from)) && existsSync(join(root, to))) rename(root, to, from);
    removeEmptyParents(root, to);
  }
  syncFolders(root, steps);
  rmSync(join(root, workshop), { recursive: true, force: true });
}

function rename(root: string, from: string, to: string): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  renameSync(join(root, from), join(root, to));
}

/** Folders that a change made or emptied: `a/b/c` leaves `a/b` and `a` behind when nothing else is in them. */
function removeEmptyParents(root: string, path: string): void {
  for (let parent = dirname(path); parent !== "." && parent !== workshop; parent = dirname(parent)) {
    try {
      rmdirSync(join(root, parent));
    } catch {
      return;
    }
  }
}

function syncFolders(root: string, steps: readonly Step[]): void {
  const folders = new Set(steps.flatMap(({ from, to }) => [dirname(join(root, from)), dirname(join(root, to))]));
  for (const folder of folders) if (existsSync(folder)) syncFolder(folder);
}

function readSteps(root: string): readonly Step[] {
  if (!existsSync(join(root, journal))) return [];
  const parsed = journalFile.safeParse(jsonOf(readFileSync(join(root, journal), "utf8")));
  if (!parsed.success)
    throw new Problem(
      `${join(root, journal)} is broken, so a change that was cut off cannot be undone; move ${join(root, workshop)} out of the corpus to use the corpus as it is.`,
    );
  for (const { from, to } of parsed.data.steps) for (const path of [from, to]) mustStayInside(root, path);
  return parsed.data.steps;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
