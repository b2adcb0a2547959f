import { type WorkFormatName, workFormats } from "@plotline/formats";
import { methodsHere } from "../../aligning.ts";
import { downloadFile } from "../controls/download.ts";
import { alignedChapters, type WantedChapters } from "./aligned-chapters.ts";

/** Aligns the chapters here and saves them as a file for another tool. */
export async function saveWorkFile(
  name: WorkFormatName,
  wanted: WantedChapters,
  onProgress: (said: string) => void,
): Promise<void> {
  const { make, ending, type } = workFormats[name];
  const { title, rights } = wanted.book;
  const alignment = wanted.method ?? (await methodsHere()).usual;
  const chapters = await alignedChapters(wanted, onProgress);
  downloadFile(`${title}.${ending}`, make({ title, rights, alignment, chapters }), type);
}
