import { fileURLToPath } from "node:url";
import { type ReaderFolder, readerFolder } from "./run-folder.ts";

/** The paper's two models as they ship, trained on the open corpus: runs like any other, in the package's `models/`. */
const shippedRuns = ["reader", "decoder"] as const;

export type ShippedRun = (typeof shippedRuns)[number];

export function isShippedRun(name: string): name is ShippedRun {
  return shippedRuns.some((shipped) => shipped === name);
}

export function shippedRun(name: ShippedRun): ReaderFolder {
  return readerFolder(fileURLToPath(new URL(`../../models/${name}`, import.meta.url)));
}
