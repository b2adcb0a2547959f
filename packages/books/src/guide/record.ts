import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { parsedJson } from "@plotline/base/node";
import { isPlainName } from "@plotline/corpus";
import { plainBytes } from "@plotline/formats/node";
import { z } from "zod";

/** Stored next to a fetched guide's pages: which page is which section, where they came from and with whose permission. */
export const guideRecordName = "guide.json";

const shape = z.object({
  title: z.string(),
  source: z.string(),
  publisher: z.string().optional(),
  permission: z.string().optional(),
  sections: z.array(
    z.object({ name: z.string(), url: z.string(), file: z.string().refine(isPlainName, "not a file of this folder") }),
  ),
});

type GuideRecord = z.infer<typeof shape>;

/** What `plotline import fetch` wrote down about this folder; undefined where it was not fetched. */
export function readGuideRecord(folder: string): GuideRecord | undefined {
  const path = join(folder, guideRecordName);
  if (!existsSync(path)) return undefined;
  const record = shape.safeParse(parsedJson(plainBytes(path).toString("utf8")));
  if (record.success) return record.data;
  throw new Problem(`${path}: this is not what "plotline import fetch" writes; delete it, or fetch the guide again.`);
}
