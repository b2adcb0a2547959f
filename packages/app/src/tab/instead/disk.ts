import { Problem } from "@plotline/base";

/** A page has no disk: whatever is looked for there is missing. */
export function existsSync(): boolean {
  return false;
}

export function statSync(path: string, options?: { throwIfNoEntry: false }): undefined {
  return options === undefined ? openSync(path) : undefined;
}

export function openSync(path: string): never {
  throw new Problem(`${path}: a page cannot open files by their path.`);
}

export const [readFileSync, readdirSync, readSync, fstatSync, closeSync] = Array<typeof openSync>(5).fill(openSync);
export const constants = {};
