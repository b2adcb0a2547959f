import type { Corpus, Work } from "@plotline/align";
import { Problem } from "@plotline/base";
import { type ChapterPlace, chapterPlace, isSameChapter, type TeamPerson } from "@plotline/corpus";
import { changeJsonFile, finishedState, type JsonFile, readJsonFile, sheetState } from "@plotline/corpus/node";
import { z } from "zod";
import { recordWith } from "./audit.ts";
import { forgetTries } from "./training.ts";

const sight = chapterPlace.extend({
  name: z.string(),
  what: z.enum(["gold", "sheet"]),
  at: z.iso.datetime(),
  /** Of their own sheet at that time: what has another now was changed since. */
  revision: z.int().nonnegative().default(0),
  /** Who let this annotator go on all the same. */
  reopened: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
});

const seen = z.object({ seen: z.array(sight).default([]) });
export type Seen = z.infer<typeof seen>;
export type Sight = z.infer<typeof sight>;

/** Who has seen what of a chapter that should be annotated without it: the first time, for good. */
export const seenFile: JsonFile<Seen> = { path: "team/seen.json", schema: seen, empty: { seen: [] } };

export function sightOf({ seen: all }: Seen, name: string, place: ChapterPlace): Sight | undefined {
  return all.find((each) => each.name === name && isSameChapter(each, place));
}

/** Written down before it is shown, of everybody: a reader or a curator may be an annotator tomorrow. */
export async function noteSeen(
  corpus: Corpus,
  who: TeamPerson | undefined,
  places: readonly ChapterPlace[],
  what: Sight["what"],
): Promise<void> {
  if (who === undefined) return;
  const { name } = who;
  const isFreshIn = ({ seen: all }: Seen) => {
    const before = new Set(all.filter((each) => each.name === name).map(keyOf));
    return (place: ChapterPlace) => !before.has(keyOf(place));
  };
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  const unseen = distinct.filter(isFreshIn(await readJsonFile(corpus.folder, seenFile)));
  if (unseen.length === 0) return;
  const at = new Date().toISOString();
  const sights = await Promise.all(
    unseen.map(async ({ folder, number }) => {
      const work = corpus.works.find((each) => each.folder === folder);
      const own = work && (await sheetState(corpus, { annotator: name, work, number }));
      return { name, folder, number, what, at, revision: own?.revision ?? 0 };
    }),
  );
  let fresh: typeof sights = [];
  await changeJsonFile(
    corpus.folder,
    seenFile,
    (now) => {
      fresh = sights.filter(isFreshIn(now));
      return fresh.length === 0 ? now : { seen: [...now.seen, ...fresh] };
    },
    (writer) => {
      if (who.role !== "annotator") return;
      for (const { folder, number } of fresh)
        recordWith(writer, corpus.folder, { who: name, did: `see ${what}`, folder, number });
    },
  );
}

/** The sheets of some people of a chapter; `isBlind`: unchanged since they first saw gold, or another's sheet, of it. */
export function blindStates(seen: Seen, corpus: Corpus, work: Work, number: number, names: readonly string[]) {
  const states = names.map(async (name) => {
    const state = await finishedState(corpus, { annotator: name, work, number });
    const sight = sightOf(seen, name, { folder: work.folder, number });
    return { name, ...state, isBlind: sight === undefined || state.revision <= sight.revision };
  });
  return Promise.all(states);
}

function keyOf({ folder, number }: ChapterPlace): string {
  return `${folder}\n${number}`;
}

/** Why a sheet can no longer be changed by its annotator; undefined where it can. */
export async function whyClosed(folder: string, who: TeamPerson | undefined, place: ChapterPlace) {
  if (who?.role !== "annotator") return undefined;
  const found = sightOf(await readJsonFile(folder, seenFile), who.name, place);
  if (found === undefined || found.reopened !== undefined) return undefined;
  const what = found.what === "gold" ? "the gold of this chapter" : "a colleague’s sheet of this chapter";
  return `You have seen ${what}, so your own sheet is closed; a curator can reopen it.`;
}

/** A curator lets somebody go on: with a sheet that is closed, or with a training that they have tried too often. */
export async function reopen(folder: string, by: string, name: string, place: ChapterPlace): Promise<void> {
  const reopened = { by, at: new Date().toISOString() };
  let isFound = await forgetTries(folder, name, place);
  await changeJsonFile(
    folder,
    seenFile,
    (now) => {
      const found = sightOf(now, name, place);
      if (found === undefined) return now;
      isFound = true;
      return { seen: now.seen.map((each) => (each === found ? { ...found, reopened } : each)) };
    },
    (writer) => recordWith(writer, folder, { who: by, did: "reopen a sheet", name, ...place }),
  );
  if (!isFound) throw new Problem(`${name} has nothing closed in this chapter.`);
}
