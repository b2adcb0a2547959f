import type { Cell, Corpus } from "@plotline/align";
import { chapterSize } from "../chapter-size.ts";
import { changedAt, FromFiles } from "../store/from-files.ts";
import { closedPoints, decided } from "./sheet.ts";
import { readSheet, type SheetPlace, sheetPath } from "./sheet-store.ts";

/** How far a sheet is, and what it links. */
export interface SheetState {
  /** How many points are closed. */
  readonly closed: number;
  readonly links: readonly Cell[];
}

const known = new FromFiles<SheetState>(50_000);

/** A sheet is read again only when it has changed. */
export function sheetState(corpus: Corpus, sheet: SheetPlace): Promise<SheetState> {
  return known.get(corpus.folder, [sheetPath(sheet)], async () => {
    const state = decided(await readSheet(corpus, sheet));
    return { closed: closedPoints(state).size, links: state.linked };
  });
}

/** The same, with whether every point of the chapter is closed, and when the sheet was saved last, in milliseconds. */
export async function finishedState(corpus: Corpus, sheet: SheetPlace) {
  const [state, { points }, changed] = await Promise.all([
    sheetState(corpus, sheet),
    chapterSize(corpus, sheet.work, sheet.number),
    changedAt(corpus.folder, sheetPath(sheet)),
  ]);
  return { ...state, isDone: points > 0 && state.closed >= points, changed };
}
