import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "@plotline/align";
import { sections } from "../listing.ts";
import { marksFolder } from "../marks/marks.ts";

/** Where a work has a folder: its texts and gold, what was settled, and below each method and each annotator. */
export function placesOf(folder: string): string[] {
  const below = ["alignments", "annotators"].flatMap((place) =>
    namesIn(join(folder, place)).map((name) => `${place}/${name}`),
  );
  return [...sections, marksFolder, "settlements", "earlier_gold", ...below, "team/messages"];
}

/** Every folder name in use anywhere, so that a new work never mixes with what an old one left. */
export function foldersIn(corpus: Corpus): string[] {
  const left = placesOf(corpus.folder).flatMap((place) => namesIn(join(corpus.folder, place)));
  return [...new Set([...corpus.works.map((work) => work.folder), ...left])];
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
