import { z } from "zod";
import { readJsonIfThere } from "../files/read-file.ts";
import type { Chapter, Work } from "../types.ts";
import type { ChapterMarks } from "./marks.ts";

/** The folder of a corpus that has the marks of works that came from TEI. */
export const marksFolder = "tei";

const name = z.string().min(1).max(1000);
const schema: z.ZodType<ChapterMarks> = z.object({
  division: z.object({ id: name.optional(), type: name.optional() }),
  paragraphs: z.array(
    z.object({ id: name.optional(), element: z.enum(["sp", "stage", "lg"]).optional(), speaker: name.optional() }),
  ),
});

export function marksPath(folder: string, number: number): string {
  return `${marksFolder}/${folder}/${number}.json`;
}

/** The marks of a chapter; undefined where it has none, or where they count other paragraphs than the story now has. */
export async function readMarks(
  root: string,
  { folder }: Pick<Work, "folder">,
  { number, story }: Pick<Chapter, "number" | "story">,
): Promise<ChapterMarks | undefined> {
  const marks = await readJsonIfThere(root, marksPath(folder, number), schema);
  return marks?.paragraphs.length === story.length ? marks : undefined;
}

export function formatMarks(marks: ChapterMarks): string {
  const paragraphs = marks.paragraphs.map((mark) => JSON.stringify(mark)).join(",\n");
  return `{"division": ${JSON.stringify(marks.division)},\n"paragraphs": [\n${paragraphs}\n]}\n`;
}
