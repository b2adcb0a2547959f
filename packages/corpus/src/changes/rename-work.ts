import type { Work } from "@plotline/align";
import { parsedJson } from "@plotline/base";
import { folderKey, folderName } from "../folder-name.ts";
import { findWork, openCorpus } from "../open.ts";
import { readIfThere } from "../store/read-file.ts";
import type { Change } from "../store/store.ts";
import { changeWorks, mustBeNew, tidyEntry, titleOf } from "./change-works.ts";
import { namesIn, placesOf } from "./places.ts";
import { foldersTaken, guideNote, replacedGuides } from "./replaced-guides.ts";

/**
 * Gives a work another title; its folders follow, alignments, annotations and replaced guides included, and so do reading
 * places and a team's assignments.
 */
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

async function moves(folder: string, from: string, to: string): Promise<Change[]> {
  const guides = await replacedGuides(folder, from);
  const bases = ["", ...guides.map(({ id }) => `replaced/${id}/`)];
  const places = (await Promise.all(bases.map((base) => placesOf(folder, base)))).flat();
  const folders = places.map((place) => ({ move: `${place}/${from}`, to: `${place}/${to}` }));
  const notes = guides.map(({ id, ...note }) => guideNote(`replaced/${id}`, { ...note, folder: to }));
  const people = (await namesIn(folder, "people")).filter((name) => name.endsWith(".json"));
  return [...folders, ...notes, ...(await movedPlaces(folder, people, from, to))];
}

/**
 * The files that name a work by its folder and follow it into another one: reading places of people, by the names of their
 * files, and a team's assignments and training. A file with a fault is left alone.
 */
async function movedPlaces(folder: string, people: readonly string[], from: string, to: string): Promise<Change[]> {
  const all = await Promise.all([
    ...people.map((name) => changedFile(folder, `people/${name}`, (person) => withPlaceMoved(person, from, to))),
    ...teamFiles.map((path) => changedFile(folder, path, (file) => withFolderRenamed(file, from, to))),
  ]);
  return all.flat();
}

const teamFiles = ["team/assignments.json", "team/seen.json", "team/training.json"];

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
