import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GpuLost } from "../nn/index.ts";
import { Problem } from "../problem.ts";

/** A GPU that goes away takes nothing with it but what came after the last checkpoint. */
export function lostGpu({ reason }: GpuLost, folder: string | undefined): Problem {
  return new Problem(`The GPU stopped answering (${reason.slice(0, 200)}). ${savedIn(folder)}`);
}

function savedIn(folder: string | undefined): string {
  if (folder === undefined) return "There was no folder to keep what was trained.";
  const resume = "resume with --resume, on the GPU or with --provider cpu";
  return existsSync(join(folder, "last.safetensors"))
    ? `What was trained up to the last checkpoint is in ${folder}: ${resume}.`
    : `There was no checkpoint yet in ${folder}: ${resume}; it starts from the beginning.`;
}
