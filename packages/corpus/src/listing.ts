import { type Entry, storeOf } from "./store/store.ts";

/** The folders of a corpus that have a file for each chapter. */
export const sections = ["stories", "summaries", "manual_alignments"] as const;
export type Section = (typeof sections)[number];

/** The chapters of one folder of a work, by the names of its files. */
export interface Numbered {
  /** Ascending. */
  readonly numbers: readonly number[];
  /** Entries that are not chapters. */
  readonly strange: readonly string[];
}

/** The contents of a corpus folder by name; no file is read. */
export interface Listing {
  readonly sections: Readonly<Record<Section, ReadonlyMap<string, Numbered>>>;
  /** Entries next to the folders of works, as paths from the corpus folder. */
  readonly strange: readonly string[];
}

export async function listFolder(folder: string): Promise<Listing> {
  const strange: string[] = [];
  const list = async (section: Section) => {
    const works = new Map<string, Numbered>();
    for (const { name, isFolder } of await entriesOf(folder, section))
      if (isFolder) works.set(name, numbered(await entriesOf(folder, `${section}/${name}`), section));
      else strange.push(`${section}/${name}`);
    return works;
  };
  const [stories, summaries, manual_alignments] = await Promise.all([
    list("stories"),
    list("summaries"),
    list("manual_alignments"),
  ]);
  return { sections: { stories, summaries, manual_alignments }, strange };
}

/** A chapter's file, from the corpus folder. */
export function chapterPath(section: Section, folder: string, number: number): string {
  return `${section}/${folder}/${number}${section === "manual_alignments" ? ".txt" : ".txt.utf8"}`;
}

/** In the order of names by code unit, the same on every machine; a dot in front hides an entry. */
export async function entriesOf(folder: string, path = ""): Promise<Entry[]> {
  const found = await storeOf(folder).list(path);
  return found.filter(({ name }) => !name.startsWith(".")).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function foldersIn(folder: string, path: string): Promise<string[]> {
  return (await entriesOf(folder, path)).filter(({ isFolder }) => isFolder).map(({ name }) => name);
}

/** Those of the folders in `place` that have one of these files of a work. */
export async function foldersWith(folder: string, place: string, work: string, files: string[]): Promise<string[]> {
  const names = await foldersIn(folder, place);
  const entries = await Promise.all(names.map((name) => entriesOf(folder, `${place}/${name}/${work}`)));
  return names.filter((_, k) => entries[k]!.some(({ name }) => files.includes(name)));
}

function numbered(files: readonly Entry[], section: Section): Numbered {
  const pattern = section === "manual_alignments" ? /^(0|[1-9]\d{0,6})\.txt$/ : /^(0|[1-9]\d{0,6})\.txt\.utf8$/;
  const numbers: number[] = [];
  const strange: string[] = [];
  for (const { name, isFolder } of files) {
    const number = isFolder ? undefined : pattern.exec(name)?.[1];
    if (number === undefined) strange.push(name);
    else numbers.push(Number(number));
  }
  return { numbers: numbers.sort((a, b) => a - b), strange };
}
