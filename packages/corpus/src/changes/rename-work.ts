import type { Work } from "@plotline/align";
import { folderKey, folderName } from "../folder-name.ts";
import { findWork, openCorpus } from "../open.ts";
import type { Change } from "../store/store.ts";
import { changeWorks, mustBeNew, tidyEntry, titleOf } from "./change-works.ts";
import { movedPlaces } from "./moved-places.ts";
import { foldersIn, namesIn, placesOf } from "./places.ts";

/** Gives a work another title; its folders follow, alignments and annotations included, and so do reading places and a team's assignments. */
export async function renameWork(folder: string, from: string, to: string): Promise<Work> {
  const title = titleOf(to);
  await changeWorks(folder, async ({ corpus, entries }) => {
    const work = findWork(corpus, from);
    mustBeNew(corpus, title, work);
    const taken = (await foldersIn(corpus)).filter((name) => name !== work.folder);
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
  const folders = (await placesOf(folder)).map((place) => ({ move: `${place}/${from}`, to: `${place}/${to}` }));
  const people = (await namesIn(folder, "people")).filter((name) => name.endsWith(".json"));
  return [...folders, ...(await movedPlaces(folder, people, from, to))];
}
