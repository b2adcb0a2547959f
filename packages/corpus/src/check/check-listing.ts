import type { Fault, Work } from "@plotline/align";
import { folderKey } from "../folder-name.ts";
import { chapterPath, type Listing, type Numbered, type Section } from "../listing.ts";
import { folderOf, type Manifest, manifestName } from "../manifest.ts";

/** Where the manifest and the folders disagree. */
export function manifestFaults(manifest: Manifest, works: readonly Work[]): Fault[] {
  const there = new Set(works.map((work) => work.folder));
  const named = new Set(manifest.works.map(folderOf));
  const missing = manifest.works.filter((work) => !there.has(folderOf(work)));
  const extra = works.filter((work) => !named.has(work.folder));
  return [
    ...missing.map((work) =>
      unused(manifestName, `it names "${work.title}", but there is no folder stories/${folderOf(work)}`),
    ),
    ...extra.map((work) =>
      whole(`stories/${work.folder}`, `${manifestName} does not name it; read as ${work.split}, rights unknown`),
    ),
  ];
}

/** The faults that file and folder names alone reveal. */
export function listingFaults({ sections, strange }: Listing): Fault[] {
  const works = [...sections.stories];
  return [
    ...(works.length === 0 ? [whole("stories", "there is no work here (stories/<Title>/<n>.txt.utf8)")] : []),
    ...strange.map((path) => whole(path, "only the folders of works belong here; not used")),
    ...sameOnSomeDisks([...sections.stories.keys()]),
    ...works.flatMap(([folder, files]) => gaps(folder, files)),
    ...strangeNames("stories", sections.stories),
    ...strangeNames("summaries", sections.summaries),
    ...strangeNames("manual_alignments", sections.manual_alignments),
    ...withoutTheOther("summaries", sections.summaries, sections.stories, "story"),
    ...withoutTheOther("manual_alignments", sections.manual_alignments, sections.summaries, "summary"),
  ];
}

function sameOnSomeDisks(folders: readonly string[]): Fault[] {
  const first = new Map<string, string>();
  return folders.flatMap((folder) => {
    const other = first.get(folderKey(folder));
    if (other === undefined) first.set(folderKey(folder), folder);
    return other === undefined ? [] : [whole(`stories/${folder}`, `on Windows and macOS this is stories/${other} too`)];
  });
}

function gaps(folder: string, { numbers }: Numbered): Fault[] {
  const file = `stories/${folder}`;
  if (numbers.length === 0) return [whole(file, "there is no chapter in it (0.txt.utf8, 1.txt.utf8, …)")];
  const last = numbers.at(-1) ?? 0;
  const missing = last + 1 - numbers.length;
  if (missing === 0) return [];
  const there = new Set(numbers);
  let first = 0;
  while (there.has(first)) first++;
  const which = missing === 1 ? `chapter ${first} is` : `${missing} chapters, the first of them ${first}, are`;
  return [whole(file, `${which} missing (the last is ${last}); the others are used`)];
}

function strangeNames(section: Section, works: ReadonlyMap<string, Numbered>): Fault[] {
  const shape = chapterPath(section, "", 0).split("/").at(-1)?.replace("0", "<n>");
  return [...works].flatMap(([folder, { strange }]) =>
    strange.map((name) => ({
      ...unused(`${section}/${folder}/${name}`, `its name is not ${shape}`),
      // What begins with a number was meant to be a chapter.
      leavesOut: /^\d/.test(name),
    })),
  );
}

function withoutTheOther(
  section: Section,
  works: ReadonlyMap<string, Numbered>,
  others: ReadonlyMap<string, Numbered>,
  what: string,
): Fault[] {
  return [...works].flatMap(([folder, { numbers }]) => {
    const other = others.get(folder);
    if (other === undefined) return [unused(`${section}/${folder}`, `there is no ${what} of this work`)];
    const there = new Set(other.numbers);
    const alone = numbers.filter((number) => !there.has(number));
    return alone.map((number) => unused(chapterPath(section, folder, number), `there is no ${what} of this chapter`));
  });
}

/** The file of a chapter that nobody uses. */
export function unused(file: string, why: string): Fault {
  return { file, row: null, why: `${why}; not used`, leavesOut: true };
}

export function whole(file: string, why: string): Fault {
  return { file, row: null, why };
}
