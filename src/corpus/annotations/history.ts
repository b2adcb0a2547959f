/** Steps that a person took, which can be undone and redone. Steps from `position` on are undone. */
export interface History<Step> {
  /** Counts every save: a save on top of any revision but the last is refused. */
  readonly revision: number;
  readonly steps: readonly Step[];
  readonly position: number;
}

export const noHistory: History<never> = { revision: 0, steps: [], position: 0 };

/** A new step drops the steps that were undone. */
export function add<Step>({ revision, steps, position }: History<Step>, step: Step): History<Step> {
  return { revision: revision + 1, steps: [...steps.slice(0, position), step], position: position + 1 };
}

export function undo<Step>({ revision, steps, position }: History<Step>): History<Step> {
  return { revision: revision + 1, steps, position: Math.max(0, position - 1) };
}

export function redo<Step>({ revision, steps, position }: History<Step>): History<Step> {
  return { revision: revision + 1, steps, position: Math.min(steps.length, position + 1) };
}

/** A step, an undo or a redo. */
export type HistoryChange<Step> = Step | { readonly act: "undo" } | { readonly act: "redo" };

export function changed<Step extends { readonly act: string }>(
  history: History<Step>,
  change: HistoryChange<NoInfer<Step>>,
): History<Step> {
  if (change.act === "undo") return undo(history);
  return change.act === "redo" ? redo(history) : add(history, change as Step);
}
