import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends a process as a power cut would. */
export async function kill(process: ChildProcess | undefined): Promise<void> {
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, "exit");
  process.kill("SIGKILL");
  await ended;
}
