import { Problem } from "@plotline/base";
import { z } from "zod";
import { entryOfManifest } from "../manifest.ts";
import { findWork } from "../open.ts";
import { readJsonIfThere } from "../store/read-file.ts";
import { type Change, storeOf } from "../store/store.ts";
import { changeWorks, mustBeNew } from "./change-works.ts";
import { filesBelow, foldersIn, namesIn, placesOf } from "./places.ts";

/** A work that was removed from a corpus and can be restored. */
export interface RemovedWork {
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

const removedFolder = ".removed";
const noteSchema = z.object({ at: z.iso.datetime(), folder: z.string().min(1), entry: entryOfManifest });

/** Moves a work and everything made from it into a folder from which it can be restored. */
export async function setAside(folder: string, title: string): Promise<RemovedWork> {
  const at = new Date().toISOString();
  const id = `${at.replaceAll(":", "-")} ${crypto.randomUUID().slice(0, 6)}`;
  let removed = title;
  await changeWorks(folder, async ({ corpus, entries }) => {
    const work = findWork(corpus, title);
    removed = work.title;
    const entry = entries.get(work.folder) ?? { title: work.title, folder: work.folder };
    const moves = (await placesOf(corpus.folder)).map((place): Change => {
      const path = `${place}/${work.folder}`;
      return { move: path, to: `${removedFolder}/${id}/${path}` };
    });
    const note = `${JSON.stringify({ at, folder: work.folder, entry }, undefined, 1)}\n`;
    return { changes: [...moves, { write: `${removedFolder}/${id}/work.json`, content: note }], instead: work.folder };
  });
  return { id, title: removed, at };
}

/** The works that can be restored, the latest first. */
export async function removedWorks(folder: string): Promise<RemovedWork[]> {
  const found = await Promise.all(
    (await namesIn(folder, removedFolder)).map(async (id) => {
      const note = await noteOf(folder, id).catch(() => undefined);
      return note === undefined ? [] : [{ id, title: note.entry.title, at: note.at }];
    }),
  );
  return found.flat().sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Puts a removed work back, and returns its title. */
export async function putBack(folder: string, id: string): Promise<string> {
  const note = await mustBeRemoved(folder, id);
  await changeWorks(folder, async ({ corpus }) => {
    mustBeNew(corpus, note.entry.title);
    if ((await foldersIn(corpus)).includes(note.folder))
      throw new Problem(`Another work has the folder "${note.folder}" now; rename that one first.`);
    const place = `${removedFolder}/${id}`;
    const files = (await filesBelow(corpus.folder, place)).filter((path) => path !== `${place}/work.json`);
    const moves = files.map((path): Change => ({ move: path, to: path.slice(place.length + 1) }));
    return { changes: [...moves, { remove: `${place}/work.json` }], entries: [note.entry] };
  });
  return note.entry.title;
}

/** Deletes a removed work for good, and returns its title. */
export async function deleteRemoved(folder: string, id: string): Promise<string> {
  const note = await mustBeRemoved(folder, id);
  await storeOf(folder).transact(async () => [{ remove: `${removedFolder}/${id}` }]);
  return note.entry.title;
}

async function mustBeRemoved(folder: string, id: string): Promise<z.infer<typeof noteSchema>> {
  const note = (await namesIn(folder, removedFolder)).includes(id) ? await noteOf(folder, id) : undefined;
  if (note === undefined)
    throw new Problem("There is no removed work of that name; it may have been put back already.");
  return note;
}

function noteOf(folder: string, id: string): Promise<z.infer<typeof noteSchema> | undefined> {
  return readJsonIfThere(folder, `${removedFolder}/${id}/work.json`, noteSchema);
}
