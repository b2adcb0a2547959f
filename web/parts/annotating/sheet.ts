import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Pins } from "../../../src/align/method.ts";
import {
  type Annotation,
  type Decided,
  decided,
  noAnnotation,
  type SheetStep,
} from "../../../src/corpus/annotations/annotation.ts";
import type { History, HistoryChange } from "../../../src/corpus/annotations/history.ts";
import { type Cell, isIn } from "../../../src/corpus/cells.ts";
import type { ChapterPlace } from "../../route.ts";
import { answer, server } from "../../server.ts";
import { type Keeper, Saver, type Saving } from "./saver.ts";

export type Change = HistoryChange<SheetStep>;
export type { Saving };

/** One annotator's sheet: each change shows at once, is sent in turn, and counts as saved when the server has it on disk. */
export interface Sheet {
  /** Nothing can be decided before the server has said what was decided so far. */
  readonly isOpen: boolean;
  readonly annotation: Annotation;
  readonly decided: Decided;
  readonly saving: Saving<SheetStep>;
  change(change: Change): void;
  /** The sheet was saved elsewhere, as this revision: it is read again where nothing of our own waits. */
  follow(revision: number): void;
}

export function useSheet({ folder, number }: ChapterPlace, annotator: string): Sheet {
  const keeper = useMemo((): Keeper<SheetStep> => {
    const address = server.sheets[":annotator"][":folder"][":number"];
    const param = { annotator, folder, number: String(number) };
    return {
      read: () => answer(address.$get({ param })),
      send: (json, init) => address.$post({ param, json }, { init }),
    };
  }, [annotator, folder, number]);
  const { history, saving, change, follow } = useSaved(keeper);
  const made = useMemo(() => decided(history ?? noAnnotation), [history]);
  return { isOpen: history !== undefined, annotation: history ?? noAnnotation, decided: made, saving, change, follow };
}

/** Steps that are saved as they are made; undefined until those that were saved before are there. */
export function useSaved<Step extends { readonly act: string }>(keeper: Keeper<Step>) {
  const [history, setHistory] = useState<History<Step>>();
  const [saving, setSaving] = useState<Saving<Step>>({ state: "opening" });
  const saver = useMemo(() => new Saver(keeper, setHistory, setSaving), [keeper]);
  useEffect(() => {
    saver.open();
    return () => saver.leave();
  }, [saver]);
  const change = useCallback((next: HistoryChange<Step>) => saver.add(next), [saver]);
  const follow = useCallback((revision: number) => saver.follow(revision), [saver]);
  return { history, saving, change, follow };
}

/** Each decision is a pin: the aligner solves the rest around them. Some may be about a text that was longer once. */
export function pinsOf({ linked, refused, commentary }: Decided, chapter: ChapterTexts): Pins {
  const isThere = (cell: Cell) => isIn(cell, chapter);
  const empty = commentary.flatMap((bullet) =>
    chapter.story.map((_, paragraph) => ({ summary: bullet, story: paragraph })),
  );
  return { linked: linked.filter(isThere), forbidden: [...refused, ...empty].filter(isThere) };
}

interface ChapterTexts {
  readonly summary: readonly string[];
  readonly story: readonly string[];
}
