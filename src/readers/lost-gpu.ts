import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GpuLost } from "../nn/index.ts";
import { Problem } from "../problem.ts";

/** A GPU that goes away takes nothing with it but what came after the last checkpoint. */
export function lostGpu({ reason }: GpuLost, folder: string | undefined): Problem {
  return new Problem(`The GPU stopped answering (${reason.slice(0, 200)}). ${savedIn(folder)}`, "resumed run");
}

function savedIn(folder: string | undefined): string {
  if (folder === undefined) return "There was no folder to keep what was trained.";
  return existsSync(join(folder, "last.safetensors"))
    ? `What was trained up to the last checkpoint is in ${folder}.`
    : `There was no checkpoint yet in ${folder}: the run starts from the beginning.`;
}
