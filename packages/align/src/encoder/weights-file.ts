import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Problem } from "@plotline/base";
import { parsedJson } from "@plotline/base/node";
import { packedWeights } from "@plotline/nn";
import { z } from "zod";
import { type PackedModel, unpack } from "../learned/model.ts";
import type { Method } from "../method.ts";
import { learnedMethod } from "../plotline.ts";
import { alignerFile } from "./model-folder.ts";

/** A method of weights that `npm run train -- aligner` wrote, called after its file. */
export function weightsMethod(path: string): Method {
  return learnedMethod(basename(path, ".json"), readWeights(path));
}

/** The weights of the aligner in a file; a sentence where there are none. */
export function readWeights(path: string): PackedModel {
  const packed = shape.safeParse(parsedJson(readFileSync(path, "utf8")));
  if (!packed.success || !fits(packed.data))
    throw new Problem(`${path} has no weights of an aligner; npm run train -- aligner in a clone writes some.`);
  return packed.data;
}

/** What the folder of an encoder has of its own. */
export function ownWeights(folder: string): PackedModel | undefined {
  const path = join(folder, alignerFile);
  return existsSync(path) ? readWeights(path) : undefined;
}

/** Whole, and over the features of this version. */
function fits(packed: z.infer<typeof shape>): boolean {
  try {
    unpack(packed);
    return true;
  } catch {
    return false;
  }
}

const size = z.int().nonnegative();
const numbers = z.array(z.number());
const shape = z.object({
  about: z.string(),
  works: z.array(z.string()),
  features: z.array(z.string()),
  architecture: z.object({ inputs: size, channels: size, before: size, after: size }),
  calibration: z.object({ slope: z.number(), shift: z.number() }),
  middles: numbers,
  spreads: numbers,
  members: z.array(packedWeights).min(1),
});
