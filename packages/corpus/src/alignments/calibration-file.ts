import { Problem, parsedJson } from "@plotline/base";
import { z } from "zod";
import { readIfThere } from "../store/read-file.ts";
import { storeOf } from "../store/store.ts";

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
const calibrationShape = tierShape.extend({ encoder: tierShape.extend({ name: z.string() }).optional() });

/** A calibration as a corpus has it. */
export type SavedCalibration = z.infer<typeof calibrationShape>;

const file = "calibration.json";

/** The calibration that `plotline align CORPUS --calibrate` saved in a corpus; undefined where there is none. */
export async function readCalibration(folder: string): Promise<SavedCalibration | undefined> {
  const text = await readIfThere(folder, file);
  if (text === undefined) return undefined;
  const parsed = calibrationShape.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new Problem(
    `${folder}/${file} is not a calibration; remove it, and "plotline align ${folder} --calibrate" writes a new one.`,
  );
}

/** What a tier uses of it: that of another tier says only whether guides cover their stories whole. */
export async function corpusCalibration(folder: string, encoder?: string) {
  const saved = await readCalibration(folder);
  const isOwn = encoder === undefined || saved?.encoder?.name === encoderName(encoder);
  const own = encoder === undefined ? saved : saved?.encoder;
  const { slope, shift } = isOwn && own ? own : { slope: 1, shift: 0 };
  return saved && (isOwn || saved.whole) ? { slope, shift, whole: saved.whole } : undefined;
}

/** By what an encoder is known in a calibration. */
export function encoderName(folder: string): string {
  return folder.split(/[/\\]/).findLast((name) => name !== "" && name !== ".") ?? folder;
}

/** Saves a calibration in the corpus, and says where. */
export async function writeCalibration(folder: string, calibration: SavedCalibration): Promise<string> {
  await storeOf(folder).save(file, async (writer) => writer.write(file, `${JSON.stringify(calibration)}\n`));
  return `${folder}/${file}`;
}
