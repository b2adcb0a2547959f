import type { Work } from "@plotline/align";
import { parsedJson } from "@plotline/base";
import { folderKey, folderName } from "../folder-name.ts";
import { findWork, openCorpus } from "../open.ts";
import { readIfThere } from "../store/read-file.ts";
import type { Change } from "../store/store.ts";
import { changeWorks, mustBeNew, tidyEntry, titleOf } from "./change-works.ts";
import { namesIn, placesOf } from "./places.ts";
import { foldersTaken, guideNote, replacedGuides } from "./replaced-guides.ts";

/** Gives a work another title; everything made from it follows. */
export async function renameWork(folder: string, from: string, to: string): Promise<Work> {
  const title = titleOf(to);
  await changeWorks(folder, async ({ corpus, entries }) => {
    const work = findWork(corpus, from);
    mustBeNew(corpus, title, work);
    const taken = (await foldersTaken(corpus)).filter((name) => name !== work.folder);
    const wanted = folderName(title, taken);
    const own = folderKey(wanted) === folderKey(work.folder) ? work.folder : wanted;
    const entry = tidyEntry({ ...entries.get(work.folder), title, folder: own });
    return {
      changes: own === work.folder ? [] : await moves(corpus.folder, work.folder, own),
      entries: [entry],
      instead: work.folder,
    };
  });
  return findWork(await openCorpus(folder), title);
}

/**
 * What follows a work into another folder: its own folders, its replaced guides, and in files that name a work by its
 * folder the places that people have read, a team's assignments, training and what was seen.
 */
async function moves(folder: string, from: string, to: string): Promise<Change[]> {
  const guides = await replacedGuides(folder, from);
  const bases = ["", ...guides.map(({ id }) => `replaced/${id}/`)];
  const places = (await Promise.all(bases.map((base) => placesOf(folder, base)))).flat();
  const folders = places.map((place) => ({ move: `${place}/${from}`, to: `${place}/${to}` }));
  const notes = guides.map(({ id, ...note }) => guideNote(`replaced/${id}`, { ...note, folder: to }));
  const people = (await namesIn(folder, "people")).filter((name) => name.endsWith(".json"));
  const files = await Promise.all([
    ...people.map((name) => changedFile(folder, `people/${name}`, (person) => withPlaceMoved(person, from, to))),
    ...teamFiles.map((path) => changedFile(folder, path, (file) => withFolderRenamed(file, from, to))),
  ]);
  return [...folders, ...notes, ...files.flat()];
}

const teamFiles = ["team/assignments.json", "team/seen.json", "team/training.json"];

/** A file with a fault is left alone. */
async function changedFile(folder: string, path: string, change: (content: unknown) => unknown): Promise<Change[]> {
  const before = parsedJson((await readIfThere(folder, path).catch(() => undefined)) ?? "");
  const after = change(before);
  return after === before ? [] : [{ write: path, content: `${JSON.stringify(after, undefined, 1)}\n` }];
}

function withPlaceMoved(person: unknown, from: string, to: string): unknown {
  if (!isRecord(person) || !isRecord(person["places"]) || !(from in person["places"])) return person;
  const { [from]: place, ...others } = person["places"];
  return { ...person, places: { ...others, [to]: place } };
}

/** The rows of all lists of a file, those of the renamed work with its new folder. */
function withFolderRenamed(file: unknown, from: string, to: string): unknown {
  const isOfWork = (row: unknown) => isRecord(row) && row["folder"] === from;
  if (!isRecord(file) || !Object.values(file).some((list) => Array.isArray(list) && list.some(isOfWork))) return file;
  const renamed = (row: unknown) => (isRecord(row) && isOfWork(row) ? { ...row, folder: to } : row);
  const lists = Object.entries(file).map(([name, list]) => [name, Array.isArray(list) ? list.map(renamed) : list]);
  return Object.fromEntries(lists);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
