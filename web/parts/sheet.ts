import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Pins } from "../../src/align/method.ts";
import { type Annotation, type Decided, decided, noAnnotation, type Step } from "../../src/corpus/annotation.ts";
import type { ChapterPlace } from "../route.ts";
import { Saver } from "./saver.ts";

export type Change = Step | { readonly act: "undo" } | { readonly act: "redo" };

export type Saving =
  | { readonly state: "saved" }
  | { readonly state: "saving" }
  | { readonly state: "overtaken" | "failed"; readonly problem: string };

/** One annotator's sheet: each change shows at once, is sent in turn, and counts as saved when the server has it on disk. */
export interface Sheet {
  readonly annotation: Annotation;
  readonly decided: Decided;
  readonly saving: Saving;
  change(change: Change): void;
}

export function useSheet({ folder, number }: ChapterPlace, annotator: string): Sheet {
  const [annotation, setAnnotation] = useState<Annotation>(noAnnotation);
  const [saving, setSaving] = useState<Saving>({ state: "saving" });
  const queue = useMemo(
    () => new Saver({ annotator, folder, number: String(number) }, setAnnotation, setSaving),
    [annotator, folder, number],
  );
  useEffect(() => {
    queue.open();
    return () => queue.leave();
  }, [queue]);
  useEffect(() => {
    if (saving.state === "saved") return;
    const warn = (event: BeforeUnloadEvent) => queue.isWaiting && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [saving.state, queue]);
  const change = useCallback((next: Change) => queue.add(next), [queue]);
  return { annotation, decided: useMemo(() => decided(annotation), [annotation]), saving, change };
}

/** Each decision is a pin: the aligner solves the rest around them. */
export function pinsOf({ linked, refused, commentary }: Decided, paragraphs: number): Pins {
  const empty = commentary.flatMap((summary) => Array.from({ length: paragraphs }, (_, story) => ({ summary, story })));
  return { linked, forbidden: [...refused, ...empty] };
}
