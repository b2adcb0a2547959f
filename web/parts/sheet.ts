import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Pins } from "../../src/align/method.ts";
import {
  type Annotation,
  type Decided,
  decide,
  decided,
  noAnnotation,
  redo,
  type Step,
  undo,
} from "../../src/corpus/annotation.ts";
import type { ChapterPlace } from "../route.ts";
import { answer, problemIn, server } from "../server.ts";

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
  const [saving, setSaving] = useState<Saving>({ state: "saved" });
  const pending = useRef<Change[]>([]);
  const current = useRef(annotation);
  const set = useCallback((next: Annotation) => {
    current.current = next;
    setAnnotation(next);
  }, []);
  const param = useMemo(() => ({ annotator, folder, number: String(number) }), [annotator, folder, number]);
  const address = server.sheets[":annotator"][":folder"][":number"];

  useEffect(() => {
    let wanted = true;
    pending.current = [];
    answer<Annotation>(address.$get({ param })).then(
      (there) => wanted && set(there),
      (error: Error) => wanted && setSaving({ state: "failed", problem: error.message }),
    );
    return () => {
      wanted = false;
    };
  }, [param, set]);

  const send = async () => {
    for (let next = pending.current[0]; next !== undefined; next = pending.current[0]) {
      setSaving({ state: "saving" });
      const known = current.current.revision - pending.current.length;
      const response = await address.$post({ param, json: { revision: known, change: next } }).catch(() => undefined);
      if (response === undefined) {
        setSaving({
          state: "failed",
          problem: "The server does not answer; your last steps are not saved. Trying again …",
        });
        await new Promise((resolve) => setTimeout(resolve, 1000));
        continue;
      }
      const said: unknown = await response.json();
      if (!response.ok) {
        pending.current = [];
        const there = await answer<Annotation>(address.$get({ param })).catch(() => current.current);
        set(there);
        setSaving({
          state: response.status === 409 ? "overtaken" : "failed",
          problem: problemIn(said) ?? "Not saved.",
        });
        return;
      }
      pending.current = pending.current.slice(1);
    }
    setSaving({ state: "saved" });
  };

  const change = (next: Change) => {
    set(applied(current.current, next));
    pending.current = [...pending.current, next];
    if (pending.current.length === 1) void send();
  };

  return { annotation, decided: useMemo(() => decided(annotation), [annotation]), saving, change };
}

/** Each decision is a pin: the aligner solves the rest around them. */
export function pinsOf({ linked, refused, commentary }: Decided, paragraphs: number): Pins {
  const empty = commentary.flatMap((summary) => Array.from({ length: paragraphs }, (_, story) => ({ summary, story })));
  return { linked, forbidden: [...refused, ...empty] };
}

function applied(annotation: Annotation, change: Change): Annotation {
  if (change.act === "undo") return undo(annotation);
  return change.act === "redo" ? redo(annotation) : decide(annotation, change);
}
