import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { Problem } from "../problem.ts";
import { finished, unfinished } from "../write.ts";
import { Turns } from "./turns.ts";

/** Where a change is prepared, inside the corpus folder. Making it is taking the lock, which only one process can. */
export const workshop = ".changing";

/** While this file is in it, the workshop holds what is needed to go back. */
export const journal = `${workshop}/journal.json`;

const patience = 5_000;
const ownerlessFor = 2_000;
const tooOld = 10 * 60_000;

/** Corpus folders that this process is changing. */
const ours = new Set<string>();
const turns = new Turns();

/** One change of a corpus at a time: those of this process wait for each other, another process is given some seconds. */
export async function locked<T>(root: string, abandoned: () => void, change: () => Promise<T>): Promise<T> {
  return turns.take(root, () => hold(root, abandoned, change));
}

/** True when a process died in the middle of a change. */
export function isAbandoned(root: string): boolean {
  const made = statSync(join(root, workshop), { throwIfNoEntry: false });
  if (made === undefined || ours.has(root)) return false;
  const age = Date.now() - made.mtimeMs;
  const owner = readOwner(root);
  if (owner === undefined) return age > ownerlessFor;
  return age > tooOld || (owner.host === hostname() && !isAlive(owner));
}

async function hold<T>(root: string, abandoned: () => void, change: () => Promise<T>): Promise<T> {
  await enter(root, abandoned);
  try {
    return await change();
  } finally {
    ours.delete(root);
    finished(join(root, workshop));
    if (!existsSync(join(root, journal))) rmSync(join(root, workshop), { recursive: true, force: true });
  }
}

async function enter(root: string, abandoned: () => void): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    if (isAbandoned(root)) abandoned();
    if (tryToEnter(root)) return;
    if (Date.now() > deadline)
      throw new Problem(`${root} is being changed by another plotline at this moment; try again when it has ended.`);
    await sleep(50);
  }
}

function tryToEnter(root: string): boolean {
  const path = join(root, workshop);
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  ours.add(root);
  unfinished(path);
  try {
    writeFileSync(join(path, "owner.json"), JSON.stringify({ host: hostname(), pid: process.pid, started: started() }));
    return true;
  } catch (error) {
    ours.delete(root);
    finished(path);
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

const ownerFile = z.object({ host: z.string(), pid: z.int(), started: z.number() });
type Owner = z.infer<typeof ownerFile>;

/** The owner is written a moment after the folder is made. */
function readOwner(root: string): Owner | undefined {
  try {
    return ownerFile.safeParse(JSON.parse(readFileSync(join(root, workshop, "owner.json"), "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** Our own number may be another thread of ours, or a process before us that had the same number (in a container). */
function isAlive(owner: Owner): boolean {
  if (owner.pid === process.pid) return Math.abs(owner.started - started()) < 5_000;
  try {
    return process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When this process began, the same in all its threads. */
function started(): number {
  return Date.now() - 1_000 * process.uptime();
}
