import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { copySample, trainOn } from "@plotline/corpus/testing";
import { heard } from "plotline/testing";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const sampleFolder = join(root, "corpora", "sample");

export const program = join(root, "packages", "plotline", "bin", "plotline.mjs");

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as it was built, but in this process: for tests that start many and need none of their own. */
export async function plotlineHere(...args: string[]): Promise<Ran> {
  const { main }: typeof import("plotline/node") = await import(
    pathToFileURL(join(root, "packages", "plotline", "dist", "cli", "main.js")).href
  );
  return heard(() => main(args));
}

/** Runs the command as a user would, from the built package. */
export function plotline(...args: string[]): Ran {
  return piped("", ...args);
}

/** The same, with this on its standard input. */
export function piped(input: string | Uint8Array, ...args: string[]): Ran {
  const done = spawnSync(process.execPath, [program, ...args], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

/** Starts the command and leaves it running. */
export function startPlotline(...args: string[]): ChildProcess {
  return spawn(process.execPath, [join(root, "packages", "plotline", "bin", "plotline.mjs"), ...args], {
    stdio: "ignore",
  });
}

/** Lets a process run until a condition holds and pauses it there, so that a test can look; SIGCONT resumes it. */
export async function stopWhile(running: ChildProcess, holds: () => boolean): Promise<void> {
  for (;;) {
    if (running.exitCode !== null) throw new Error("the process ended before it could be stopped");
    running.kill("SIGSTOP");
    if (holds()) return;
    running.kill("SIGCONT");
    await sleep(20);
  }
}

/** A temporary folder, with a copy of the sample corpus on demand. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), "plotline-e2e-"));

  path(name: string): string {
    return join(this.folder, name);
  }

  sample(name = "sample"): string {
    return copySample(this.path(name));
  }

  /** A copy with two works to train on. */
  trainable(name = "trainable"): string {
    return trainOn(this.sample(name));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
