import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Cell, Pins } from "../../src/align/method.ts";
import { type Annotation, type Decided, decided, noAnnotation, type Step } from "../../src/corpus/annotation.ts";
import type { ChapterPlace } from "../route.ts";
import { Saver } from "./saver.ts";

export type Change = Step | { readonly act: "undo" } | { readonly act: "redo" };

export type Saving =
  | { readonly state: "opening" | "saving" | "saved" }
  | { readonly state: "overtaken" | "failed"; readonly problem: string };

/** One annotator's sheet: each change shows at once, is sent in turn, and counts as saved when the server has it on disk. */
export interface Sheet {
  /** Nothing can be decided before the server has said what was decided so far. */
  readonly isOpen: boolean;
  readonly decided: Decided;
  readonly saving: Saving;
  change(change: Change): void;
}

export function useSheet({ folder, number }: ChapterPlace, annotator: string): Sheet {
  const [annotation, setAnnotation] = useState<Annotation>();
  const [saving, setSaving] = useState<Saving>({ state: "opening" });
  const queue = useMemo(
    () => new Saver({ annotator, folder, number: String(number) }, setAnnotation, setSaving),
    [annotator, folder, number],
  );
  useEffect(() => {
    queue.open();
    return () => queue.leave();
  }, [queue]);
  const change = useCallback((next: Change) => queue.add(next), [queue]);
  const made = useMemo(() => decided(annotation ?? noAnnotation), [annotation]);
  return { isOpen: annotation !== undefined, decided: made, saving, change };
}

/** Each decision is a pin: the aligner solves the rest around them. Some may be about a text that was longer once. */
export function pinsOf({ linked, refused, commentary }: Decided, { summary, story }: ChapterTexts): Pins {
  const isThere = (cell: Cell) => cell.summary < summary.length && cell.story < story.length;
  const empty = commentary.flatMap((bullet) => story.map((_, paragraph) => ({ summary: bullet, story: paragraph })));
  return { linked: linked.filter(isThere), forbidden: [...refused, ...empty].filter(isThere) };
}

interface ChapterTexts {
  readonly summary: readonly string[];
  readonly story: readonly string[];
}
