import { noPins } from "../../../src/align/method.ts";
import type { ChapterMarks } from "../../../src/corpus/marks/marks.ts";
import type { AlignedWork } from "../../../src/report/alignment/aligned-work.ts";
import { type WorkFormatName, workFormats } from "../../../src/report/alignment/formats.ts";
import { methodsHere } from "../../aligning.ts";
import type { Base } from "../../route.ts";
import { answer, type BookAnswer, type ChapterAnswer, serverOf } from "../../server.ts";
import { download } from "../controls/download.ts";
import { linksBy } from "../reading/chapter.ts";
import { nameOf } from "./book.tsx";

interface Wanted {
  readonly base: Base;
  readonly folder: string;
  readonly title: string;
  readonly chapters: readonly number[];
  readonly method: string | undefined;
  readonly rights: readonly string[];
}

/** Aligns the chapters here and saves them as a file for another tool. */
export async function saveWorkFile(
  name: WorkFormatName,
  wanted: Wanted,
  onProgress: (said: string) => void,
): Promise<void> {
  const { make, ending, type } = workFormats[name];
  const content = make(await alignedWork(wanted, name === "tei", onProgress));
  const part = typeof content === "string" ? content : new Uint8Array(content);
  download(`${wanted.title}.${ending}`, new Blob([part], { type }));
}

async function alignedWork(
  wanted: Wanted,
  withMarks: boolean,
  onProgress: (said: string) => void,
): Promise<AlignedWork> {
  const { base, folder, title, chapters, rights } = wanted;
  const method = wanted.method ?? (await methodsHere()).usual;
  const book = await answer<BookAnswer>(serverOf(base).works[":folder"].$get({ param: { folder } }));
  const names = new Map(book.chapters.map((chapter) => [chapter.number, nameOf(chapter)]));
  const aligned: AlignedWork["chapters"][number][] = [];
  for (const [k, number] of chapters.entries()) {
    onProgress(`Aligning ${k + 1} of ${chapters.length} …`);
    const param = { folder, number: String(number) };
    const chapter = await answer<ChapterAnswer>(serverOf(base).works[":folder"][":number"].$get({ param }));
    const links = chapter.summary.length === 0 ? [] : await linksBy(method, chapter, noPins, base);
    const { summary, story } = chapter;
    const marks = withMarks ? await marksOf(base, param) : undefined;
    aligned.push({ number, name: names.get(number) ?? String(number + 1), summary, story, links, marks });
  }
  return { title, rights, alignment: method, chapters: aligned };
}

/** What the edition that the text came from says of the chapter. */
async function marksOf(base: Base, param: { folder: string; number: string }): Promise<ChapterMarks | undefined> {
  const { marks } = await answer<{ marks: ChapterMarks | null }>(
    serverOf(base).marks[":folder"][":number"].$get({ param }),
  );
  return marks ?? undefined;
}
