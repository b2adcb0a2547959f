import type { ChapterMarks } from "../../../src/corpus/marks/marks.ts";
import { type WorkFormatName, workFormats } from "../../../src/report/alignment/formats.ts";
import { methodsHere } from "../../aligning.ts";
import { answer, serverOf } from "../../server.ts";
import { downloadFile } from "../controls/download.ts";
import { alignedChapters, type WantedChapters } from "./aligned-chapters.ts";

/** Aligns the chapters here and saves them as a file for another tool. */
export async function saveWorkFile(
  name: WorkFormatName,
  wanted: WantedChapters & { readonly rights: readonly string[] },
  onProgress: (said: string) => void,
): Promise<void> {
  const { make, ending, type } = workFormats[name];
  const { title, rights } = wanted;
  const alignment = wanted.method ?? (await methodsHere()).usual;
  const aligned = await alignedChapters(wanted, alignment, onProgress);
  const chapters = await Promise.all(
    aligned.map(async (chapter) => ({
      ...chapter,
      marks: name === "tei" ? await marksOf(wanted, chapter.number) : undefined,
    })),
  );
  downloadFile(`${title}.${ending}`, make({ title, rights, alignment, chapters }), type);
}

/** What the edition that the text came from says of the chapter. */
async function marksOf({ base, folder }: WantedChapters, number: number): Promise<ChapterMarks | undefined> {
  const asked = serverOf(base).marks[":folder"][":number"].$get({ param: { folder, number: String(number) } });
  return (await answer(asked)).marks ?? undefined;
}
