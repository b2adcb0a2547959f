import { realpathSync, statSync } from "node:fs";
import { isAbsolute, join, normalize, sep } from "node:path";
import { Problem } from "@plotline/base";
import { jsonIn, writeAtomically } from "@plotline/base/node";
import { z } from "zod";

/** The folders that a worker was started with. It touches nothing else, whatever a message or a symbolic link says. */
export class Folders {
  private readonly roots: readonly string[];

  constructor(given: readonly string[]) {
    this.roots = given.map((folder) => {
      if (!statSync(folder).isDirectory()) throw new Problem(`--folder ${folder}: this is a file, not a folder.`);
      return realpathSync(folder);
    });
  }

  /** Where a folder really is that is one of them or lies in one of them; any other is a problem. */
  realPathOf(path: string): string {
    const real = isAbsolute(path) && normalize(path) === path ? realOf(path) : undefined;
    const isInside = (root: string) => real === root || real?.startsWith(root.endsWith(sep) ? root : root + sep);
    if (real !== undefined && this.roots.some(isInside)) return real;
    throw new Problem(`This worker was not given the folder ${path}; --folder names those that it may touch.`);
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Which run of a feeder a folder of parts is for: a worker writes into no other. */
const runShape = z.object({ run: z.uuid(), signature: z.string() });
export const runName = "run.json";

export function runIn(parts: string): z.infer<typeof runShape> | undefined {
  return runShape.safeParse(jsonIn(join(parts, runName))).data;
}

export function writeRun(parts: string, run: z.infer<typeof runShape>): void {
  writeAtomically(join(parts, runName), `${JSON.stringify(run)}\n`);
}
