import { readdirSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { Problem } from "@plotline/base";
import { mustBeReplaceable, type Product } from "@plotline/corpus/node";
import { warn } from "../print/print.ts";

/** Nothing is overwritten without --replace; a folder only when it contains nothing else, and never the input. */
export function mayReplace(out: string, source: string, { what, holds }: Product, replace: boolean): void {
  const found = statSync(out, { throwIfNoEntry: false });
  const target = found === undefined ? resolve(out) : realpathSync(out);
  if (isInside(realpathSync(source), target))
    throw new Problem(`${out} is the input, or contains it; choose another --out.`);
  if (found === undefined) return;
  const [wanted, other] = holds === undefined ? ["file", "folder"] : ["folder", "file"];
  if (found.isDirectory() !== (wanted === "folder"))
    throw new Problem(`${out} is a ${other}, but a ${wanted} is needed; choose another --out.`);
  const names = holds === undefined ? undefined : readdirSync(out);
  if (names?.length === 0) return;
  if (!replace) throw new Problem(`${out} exists already; choose another --out, or use --replace to replace it.`);
  const strange = names?.find((name) => !holds?.includes(name));
  if (strange !== undefined)
    throw new Problem(`${out} contains more than ${what} ("${strange}"), so it is not replaced; choose another --out.`);
  mustBeReplaceable(out);
}

/** Said whenever something was replaced. */
export function tellAside(aside: string): void {
  warn(`what was there before is in ${aside} now; remove it when you no longer need it.`);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
