import { type Cell, isIn, type Pins } from "@plotline/align";
import { type ChapterPlace, type Decided, decided, emptySheet, type History, type SheetStep } from "@plotline/corpus";
import { useMemo } from "preact/hooks";
import { answer, type ChapterAnswer, server } from "../../server.ts";
import { type SavedSteps, type StepStore, useSaved } from "./saver.ts";

/** One annotator's sheet as it is edited, and what it says after all its steps. */
export interface EditedSheet extends SavedSteps<SheetStep> {
  readonly current: History<SheetStep>;
  readonly decided: Decided;
}

export function useSheet({ folder, number }: ChapterPlace, annotator: string): EditedSheet {
  const store = useMemo((): StepStore<SheetStep> => {
    const address = server.sheets[":annotator"][":folder"][":number"];
    const param = { annotator, folder, number: String(number) };
    return {
      read: () => answer(address.$get({ param })),
      send: (json, init) => address.$post({ param, json }, { init }),
    };
  }, [annotator, folder, number]);
  const steps = useSaved(store);
  const current = steps.history ?? emptySheet;
  return { ...steps, current, decided: useMemo(() => decided(current), [current]) };
}

/**
 * Links and refusals are pins: the aligner solves the rest around them. That a point has no match is none: it says nothing
 * about the other points. Some may be about a text that was longer once.
 */
export function pinsOf({ linked, refused }: Decided, chapter: Pick<ChapterAnswer, "summary" | "story">): Pins {
  const isThere = (cell: Cell) => isIn(cell, chapter);
  return { linked: linked.filter(isThere), forbidden: refused.filter(isThere) };
}
