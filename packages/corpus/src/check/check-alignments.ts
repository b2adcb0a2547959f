import { type Alignment, type Chapter, type Fault, rowsOf, type Work } from "@plotline/align";
import { sentenceOf } from "@plotline/base";
import { linksOf, parseAlignment, parseConfidences } from "../alignments/alignment-file.ts";
import { mustFit } from "../alignments/alignments.ts";
import { entriesOf, foldersIn } from "../listing.ts";
import { readIfThere } from "../store/read-file.ts";
import { whole } from "./check-listing.ts";

/** Alignments of works and chapters that the corpus does not have. */
export async function alignmentListingFaults(root: string, works: readonly Work[]): Promise<Fault[]> {
  const chapters = new Map(works.map(({ folder, chapters }) => [folder, new Set(chapters)]));
  const faults: Fault[] = [];
  for (const method of await foldersIn(root, "alignments"))
    for (const folder of await foldersIn(root, `alignments/${method}`)) {
      const place = `alignments/${method}/${folder}`;
      const there = chapters.get(folder);
      if (there === undefined) faults.push(whole(place, "there is no story of this work; not used"));
      else
        for (const { name } of await entriesOf(root, place)) {
          const number = /^(0|[1-9]\d{0,6})\.(?:txt|json)$/.exec(name)?.[1];
          if (number === undefined)
            faults.push(whole(`${place}/${name}`, "its name is not <n>.txt or <n>.json; not used"));
          else if (!there.has(Number(number)))
            faults.push(whole(`${place}/${name}`, "there is no story of this chapter; not used"));
        }
    }
  return faults;
}

/** What is wrong in the stored alignments of one chapter: a broken file, or rows that the JSON file contradicts. */
export async function alignmentFaults(root: string, methods: readonly string[], work: Work, chapter: Chapter) {
  const all = methods.map(async (method) => {
    const place = `alignments/${method}/${work.folder}/${chapter.number}`;
    const faults: Fault[] = [];
    const rows = await linksIn(root, `${place}.txt`, chapter, faults);
    const links = await linksIn(root, `${place}.json`, chapter, faults);
    const isBoth = rows !== undefined && links !== undefined;
    return isBoth ? [...faults, ...contradiction(chapter, place, rows, links)] : faults;
  });
  return (await Promise.all(all)).flat();
}

/** The links of a stored file; what is wrong with it is added to the chapter's faults. */
async function linksIn(root: string, file: string, chapter: Chapter, faults: Fault[]): Promise<Alignment | undefined> {
  try {
    const text = await readIfThere(root, file);
    if (text === undefined) return undefined;
    if (file.endsWith(".json")) return mustFit(parseConfidences(text, "The file"), chapter, "The file");
    const parsed = linksOf(parseAlignment(text), chapter.summary.length, chapter.story.length);
    for (const { row, why } of parsed.faults) faults.push({ file, row, why });
    return parsed.links;
  } catch (error) {
    faults.push(whole(file, `it cannot be used: ${sentenceOf(error)}`));
    return undefined;
  }
}

function contradiction(chapter: Chapter, place: string, rows: Alignment, links: Alignment): Fault[] {
  const lists = (some: Alignment) =>
    rowsOf(some, chapter.summary.length).map((row) => [...new Set(row)].sort((a, b) => a - b));
  const [ours, theirs] = [lists(rows), lists(links)];
  const different = ours.findIndex((list, point) => list.join() !== theirs[point]?.join());
  if (different < 0) return [];
  const json = `${chapter.number}.json`;
  const why = `S${different} is ${listOf(ours[different])} here, but ${listOf(theirs[different])} in ${json}, which is used; to use these rows, delete ${json}`;
  return [{ file: `${place}.txt`, row: different + 1, why }];
}

function listOf(stories: readonly number[] = []): string {
  if (stories.length === 0) return "without a link";
  return `${stories.slice(0, 20).join(", ")}${stories.length > 20 ? ` and ${stories.length - 20} more` : ""}`;
}
