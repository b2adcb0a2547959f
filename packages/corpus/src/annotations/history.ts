/** Steps that a person took, which can be undone and redone. Steps from `position` on are undone. */
export interface History<Step> {
  /** Counts every save: a save on top of any revision but the last is refused. */
  readonly revision: number;
  readonly steps: readonly Step[];
  readonly position: number;
}

/** Before the first step. */
export const noHistory: History<never> = { revision: 0, steps: [], position: 0 };

type StepOf<Saved extends History<unknown>> = Saved["steps"][number];

/** A new step drops the steps that were undone. */
export function add<Saved extends History<unknown>>(history: Saved, step: StepOf<Saved>): Saved {
  const steps = [...history.steps.slice(0, history.position), step];
  return { ...history, revision: history.revision + 1, steps, position: steps.length };
}

export function undo<Saved extends History<unknown>>(history: Saved): Saved {
  return { ...history, revision: history.revision + 1, position: Math.max(0, history.position - 1) };
}

export function redo<Saved extends History<unknown>>(history: Saved): Saved {
  const position = Math.min(history.steps.length, history.position + 1);
  return { ...history, revision: history.revision + 1, position };
}

/** What a person may do to a history. */
export type HistoryChange<Step> = Step | { readonly act: "undo" } | { readonly act: "redo" };

/** The history after a step, an undo or a redo. */
export function changed<Saved extends History<{ readonly act: string }>>(
  history: Saved,
  change: HistoryChange<StepOf<Saved>>,
): Saved {
  if (change.act === "undo") return undo(history);
  return change.act === "redo" ? redo(history) : add(history, change);
}
