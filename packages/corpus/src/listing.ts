import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "@plotline/base";
import { mustNotLeadOut } from "./files/inside.ts";

export const sections = ["stories", "summaries", "manual_alignments"] as const;
export type Section = (typeof sections)[number];

/** The chapters of one folder of a work, by the names of its files. */
export interface Numbered {
  /** Ascending. */
  readonly numbers: readonly number[];
  /** Entries that are not chapters. */
  readonly strange: readonly string[];
}

interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** The contents of a corpus folder by name; no file is read. */
export interface Listing {
  readonly sections: Readonly<Record<Section, ReadonlyMap<string, Numbered>>>;
  /** Entries next to the folders of works, as paths from the corpus folder. */
  readonly strange: readonly string[];
}

export async function listFolder(folder: string): Promise<Listing> {
  await mustBeFolder(folder);
  const strange: string[] = [];
  const list = async (section: Section) => {
    const works = new Map<string, Numbered>();
    const entries = await entriesOf(join(folder, section));
    if (entries.length > 0) mustNotLeadOut(folder, section);
    for (const entry of entries) {
      if (await isFolder(join(folder, section), entry)) {
        if (entry.isSymbolicLink()) mustNotLeadOut(folder, join(section, entry.name));
        works.set(entry.name, numbered(await entriesOf(join(folder, section, entry.name)), section));
      } else strange.push(`${section}/${entry.name}`);
    }
    return works;
  };
  const [stories, summaries, manual_alignments] = await Promise.all(sections.map(list));
  const none = new Map<string, Numbered>();
  return {
    sections: {
      stories: stories ?? none,
      summaries: summaries ?? none,
      manual_alignments: manual_alignments ?? none,
    },
    strange,
  };
}

/** A chapter's file, from the corpus folder. */
export function chapterPath(section: Section, folder: string, number: number): string {
  return `${section}/${folder}/${number}${section === "manual_alignments" ? ".txt" : ".txt.utf8"}`;
}

async function mustBeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new Problem(`${folder}: there is no such corpus folder.`);
    throw error;
  });
  if (!found.isDirectory()) throw new Problem(`${folder} is a file, but a corpus is a folder.`);
}

/** In the order of names by code unit, the same on every machine; a dot in front hides an entry. */
export async function entriesOf(folder: string): Promise<FolderEntry[]> {
  let found: FolderEntry[];
  try {
    found = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return found.filter((entry) => !entry.name.startsWith(".")).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function foldersIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Those of the folders in `place` that have files of a work, or one of these files. */
export async function foldersWith(place: string, work: string, files?: readonly string[]): Promise<string[]> {
  const names = await foldersIn(place);
  const entries = await Promise.all(names.map((name) => entriesOf(join(place, name, work))));
  return names.filter((_, k) => entries[k]!.some(({ name }) => files === undefined || files.includes(name)));
}

async function isFolder(parent: string, entry: FolderEntry): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return stat(join(parent, entry.name)).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function numbered(files: readonly FolderEntry[], section: Section): Numbered {
  const pattern = section === "manual_alignments" ? /^(0|[1-9]\d{0,6})\.txt$/ : /^(0|[1-9]\d{0,6})\.txt\.utf8$/;
  const numbers: number[] = [];
  const strange: string[] = [];
  for (const file of files) {
    const number = file.isDirectory() ? undefined : pattern.exec(file.name)?.[1];
    if (number === undefined) strange.push(file.name);
    else numbers.push(Number(number));
  }
  return { numbers: numbers.sort((a, b) => a - b), strange };
}
