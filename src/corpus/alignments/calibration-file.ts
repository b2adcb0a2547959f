import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { parsedJson } from "../../json.ts";
import { Problem } from "../../problem.ts";
import { writeAtomically } from "../../write.ts";

/** How the aligner's log-odds are corrected by a corpus's own gold: slope · odds + shift. */
const tierShape = z.object({
  slope: z.number().positive(),
  shift: z.number(),
  whole: z.boolean().optional(),
  /** From how many chapters of how many works it was fitted. */
  chapters: z.int().positive(),
  works: z.int().positive(),
});

/** Each tier has odds of its own: the default one, and that of an encoder, which has its folder's name. */
export const calibrationShape = tierShape.extend({ encoder: tierShape.extend({ name: z.string() }).optional() });

export type SavedCalibration = z.infer<typeof calibrationShape>;

const file = "calibration.json";

/** The calibration that `plotline calibrate` saved in a corpus; undefined where there is none. */
export function readCalibration(folder: string): SavedCalibration | undefined {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  const parsed = calibrationShape.safeParse(parsedJson(readFileSync(path, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Problem(`${path} is not a calibration; remove it, or let "plotline calibrate ${folder}" write a new one.`);
}

/** What a tier uses of it: that of another tier says only whether guides cover their stories whole. */
export function corpusCalibration(folder: string, encoder?: string) {
  const saved = readCalibration(folder);
  const isOwn = encoder === undefined || saved?.encoder?.name === encoderName(encoder);
  const own = encoder === undefined ? saved : saved?.encoder;
  const { slope, shift } = isOwn && own ? own : { slope: 1, shift: 0 };
  return saved && (isOwn || saved.whole) ? { slope, shift, whole: saved.whole } : undefined;
}

/** By what an encoder is known in a calibration. */
export function encoderName(folder: string): string {
  return basename(resolve(folder));
}

export function writeCalibration(folder: string, calibration: SavedCalibration): string {
  const path = join(folder, file);
  writeAtomically(path, `${JSON.stringify(calibration)}\n`);
  return path;
}

/** Whether there was one. */
export function removeCalibration(folder: string): boolean {
  const path = join(folder, file);
  const wasThere = existsSync(path);
  rmSync(path, { force: true });
  return wasThere;
}
