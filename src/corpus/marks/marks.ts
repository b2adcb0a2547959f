import { z } from "zod";
import { readJsonIfThere } from "../files/read-file.ts";
import type { Chapter, Work } from "../types.ts";

/** The folder of a corpus that has the marks of works that came from TEI. */
export const marksFolder = "tei";

const name = z.string().min(1).max(1000).optional();
const paragraphMark = z.object({
  /** The paragraph's `xml:id`. */
  id: name,
  /** A speech, a stage direction or a group of verses; a plain paragraph has none. */
  element: z.enum(["sp", "stage", "lg"]).optional(),
  /** Of a speech: who speaks, as printed before it. */
  speaker: name,
});
const marks = z.object({
  /** The chapter's `xml:id`; `chapter`, `scene`, `letter` …, as the edition calls it. */
  division: z.object({ id: name, type: name }).readonly(),
  /** One for each paragraph of the story, in their order. */
  paragraphs: z.array(paragraphMark.readonly()).readonly(),
});

/** What the markup of an edition says of a chapter besides its text, so that an export of it says the same. */
export type ChapterMarks = Readonly<z.infer<typeof marks>>;
export type ParagraphMark = Readonly<z.infer<typeof paragraphMark>>;

export function marksPath(folder: string, number: number): string {
  return `${marksFolder}/${folder}/${number}.json`;
}

/** The marks of a chapter; undefined where it has none, or where they count other paragraphs than the story now has. */
export async function readMarks(
  root: string,
  { folder }: Pick<Work, "folder">,
  { number, story }: Pick<Chapter, "number" | "story">,
): Promise<ChapterMarks | undefined> {
  const found = await readJsonIfThere(root, marksPath(folder, number), marks);
  return found?.paragraphs.length === story.length ? found : undefined;
}

export function formatMarks({ division, paragraphs }: ChapterMarks): string {
  const lines = paragraphs.map((mark) => JSON.stringify(mark)).join(",\n");
  return `{"division": ${JSON.stringify(division)},\n"paragraphs": [\n${lines}\n]}\n`;
}
