import type { Corpus } from "@plotline/align";
import { sections } from "../listing.ts";
import { storeOf } from "../store/store.ts";

/**
 * Where a work has a folder: its texts and gold, what was settled, and below each method and each annotator. A replaced
 * guide has the same places below its own folder, `replaced/3/`.
 */
export async function placesOf(folder: string, base = ""): Promise<string[]> {
  const below = ["alignments", "annotators"].map(async (place) =>
    (await namesIn(folder, `${base}${place}`)).map((name) => `${place}/${name}`),
  );
  const places = [...sections, "settlements", "earlier_gold", ...(await Promise.all(below)).flat()];
  return places.map((place) => `${base}${place}`);
}

/** Every folder name in use anywhere, so that a new work never mixes with what an old one left. */
export async function foldersIn({ folder, works }: Corpus): Promise<string[]> {
  const left = await Promise.all((await placesOf(folder)).map((place) => namesIn(folder, place)));
  return [...new Set([...works.map((work) => work.folder), ...left.flat()])];
}

/** Hidden ones too. */
export async function namesIn(folder: string, path: string): Promise<string[]> {
  return (await storeOf(folder).list(path)).map(({ name }) => name);
}

export async function filesBelow(folder: string, path: string): Promise<string[]> {
  const entries = await storeOf(folder).list(path);
  const found = entries.map(({ name, isFolder }) =>
    isFolder ? filesBelow(folder, `${path}/${name}`) : [`${path}/${name}`],
  );
  return (await Promise.all(found)).flat();
}
