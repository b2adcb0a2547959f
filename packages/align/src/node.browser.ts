import { Problem } from "@plotline/base";

/** Encoders are folders on disk. */
export const alignerFile = "";

export function openEncoder(): never {
  throw new Problem("A page has no encoder; plotline serve has.");
}

export const [ownWeights, readModelFolder, weightsMethod] = [openEncoder, openEncoder, openEncoder];
