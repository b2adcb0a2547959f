import { z } from "zod";

/** Something counted from 0: a chapter, a point, a paragraph. */
export const index = z.int().min(0).max(1_000_000);

/** The name of a work's folder. */
export const workFolder = z.string().min(1).max(200);

/** A person's name as it is sent; `nameFault` says whether it can be one. */
export const personName = z.string().min(1).max(60);

/** A chapter of a work. */
export const chapterPlace = z.object({ folder: workFolder, number: index });
/** A chapter by the folder of its work and its number. */
export type ChapterPlace = Readonly<z.infer<typeof chapterPlace>>;

/** Whether two places are one chapter. */
export function isSameChapter(a: ChapterPlace, b: ChapterPlace): boolean {
  return a.folder === b.folder && a.number === b.number;
}
