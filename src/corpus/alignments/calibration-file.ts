import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parsedJson } from "../../json.ts";
import { Problem } from "../../problem.ts";
import { writeAtomically } from "../../write.ts";

/** How the aligner's log-odds are corrected by a corpus's own gold: slope · odds + shift. */
export const calibrationShape = z.object({
  slope: z.number().positive(),
  shift: z.number(),
  /** Whether the corpus's guides cover its stories whole. */
  whole: z.boolean().optional(),
  /** From how many chapters of how many works it was fitted. */
  chapters: z.int().positive(),
  works: z.int().positive(),
});

export type SavedCalibration = z.infer<typeof calibrationShape>;

const file = "calibration.json";

/** The calibration that `plotline calibrate` saved in a corpus; undefined where there is none. */
export function readCalibration(folder: string): SavedCalibration | undefined {
  const path = join(folder, file);
  if (!existsSync(path)) return undefined;
  const parsed = calibrationShape.safeParse(parsedJson(readFileSync(path, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Problem(
    `${path} is not a calibration: "plotline calibrate ${folder}" writes a new one, --undo removes it.`,
  );
}

/** The same without what it was fitted to. */
export function corpusCalibration(folder: string): Omit<SavedCalibration, "chapters" | "works"> | undefined {
  const saved = readCalibration(folder);
  return saved && { slope: saved.slope, shift: saved.shift, ...(saved.whole && { whole: true }) };
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
