import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { digest } from "./digest.ts";
import { once } from "./once.ts";

/** Which process this is, so that another one can find out whether it is still running. */
export interface ProcessIdentity {
  readonly host: string;
  /** What the system was called when it booted, and the process numbers' name space; empty where neither is known. */
  readonly boot: string;
  readonly space: string;
  readonly pid: number;
  /** When it began: on Linux in the kernel's ticks, elsewhere in milliseconds. */
  readonly started: number;
}

/** "unknown": it runs, or ran, where this process cannot look: on another machine or in another container. */
type Life = "alive" | "gone" | "unknown";

/** The same in all threads of a process. */
export const thisProcess = once(
  (): ProcessIdentity => ({
    host: hostname(),
    boot: said(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    space: said(() => readlinkSync("/proc/self/ns/pid")),
    pid: process.pid,
    started: ticksOf(process.pid) ?? Math.round(Date.now() - 1_000 * process.uptime()),
  }),
);

/** Whether another process is still running, as far as this one can tell. */
export function lifeOf(other: ProcessIdentity): Life {
  const me = thisProcess();
  if (other.boot !== me.boot) return other.host === me.host ? "gone" : "unknown";
  if (other.host !== me.host || other.space !== me.space) return "unknown";
  return isRunning(other) ? "alive" : "gone";
}

/** The process, short enough for the name of a file. */
export function processMark({ host, boot, space, pid, started }: ProcessIdentity = thisProcess()): string {
  return `${placeMark({ host, boot, space })}-${pid}-${Math.round(started).toString(36)}`;
}

/** Whether the process that a mark names has certainly ended; false where that cannot be known from here. */
export function isGone(mark: string): boolean {
  const [place, pid, started] = mark.split("-");
  const me = thisProcess();
  if (place !== placeMark(me) || pid === undefined || started === undefined) return false;
  return lifeOf({ ...me, pid: Number(pid), started: Number.parseInt(started, 36) }) === "gone";
}

function placeMark({ host, boot, space }: Pick<ProcessIdentity, "host" | "boot" | "space">): string {
  return digest(`${host}\n${boot}\n${space}`, 8);
}

/** A number is used again by later processes, so that the beginning counts too where it can be known. */
function isRunning({ pid, started }: ProcessIdentity): boolean {
  const ticks = ticksOf(pid);
  if (ticks !== undefined) return ticks === started;
  if (pid === process.pid) return Math.abs(started - thisProcess().started) < 5_000;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Field 22 of /proc/<pid>/stat; the name of the program, in brackets before it, may hold anything. */
function ticksOf(pid: number): number | undefined {
  const stat = said(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const ticks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  return stat === "" || !Number.isFinite(ticks) ? undefined : ticks;
}

/** What the system says of itself; empty where it does not. */
function said(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}
