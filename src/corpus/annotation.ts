import type { Step } from "./annotation-schema.ts";

export type { Step };

/** What a person decided about one chapter, step by step. Steps from `position` on are undone and can be redone. */
export interface Annotation {
  /** Counts every save: whoever saves on top of another revision than the last is told so. */
  readonly revision: number;
  readonly steps: readonly Step[];
  readonly position: number;
}

/** Where the steps lead. */
export interface Decided {
  readonly linked: readonly DecidedCell[];
  readonly refused: readonly DecidedCell[];
  /** Bullets that tell nothing of the story. */
  readonly commentary: readonly number[];
  /** Bullets that the person has finished. */
  readonly done: readonly number[];
}

export interface DecidedCell {
  readonly summary: number;
  readonly story: number;
}

export const noAnnotation: Annotation = { revision: 0, steps: [], position: 0 };

/** A new step forgets the steps that were undone. */
export function decide({ revision, steps, position }: Annotation, step: Step): Annotation {
  return { revision: revision + 1, steps: [...steps.slice(0, position), step], position: position + 1 };
}

export function undo({ revision, steps, position }: Annotation): Annotation {
  return { revision: revision + 1, steps, position: Math.max(0, position - 1) };
}

export function redo({ revision, steps, position }: Annotation): Annotation {
  return { revision: revision + 1, steps, position: Math.min(steps.length, position + 1) };
}

/** A cell is linked, refused or neither; a bullet that is commentary has no links, and a link makes it a bullet again. */
export function decided({ steps, position }: Annotation): Decided {
  const marks = new Map<string, "linked" | "refused">();
  const commentary = new Set<number>();
  const done = new Set<number>();
  for (const step of steps.slice(0, position)) {
    if (step.act === "commentary") {
      setMember(commentary, step.summary, step.is);
      if (step.is) for (const key of linkedOf(marks, step.summary)) marks.delete(key);
    } else if (step.act === "done") setMember(done, step.summary, step.is);
    else
      for (const { summary, story } of step.cells) {
        if (step.act === "link") commentary.delete(summary);
        if (step.act === "unlink") marks.delete(`${summary}:${story}`);
        else marks.set(`${summary}:${story}`, step.act === "link" ? "linked" : "refused");
      }
  }
  const having = (mark: string) => [...marks].filter(([, other]) => other === mark).map(([key]) => cellOf(key));
  return {
    linked: having("linked").sort(byPlace),
    refused: having("refused").sort(byPlace),
    commentary: [...commentary].sort((a, b) => a - b),
    done: [...done].sort((a, b) => a - b),
  };
}

function linkedOf(marks: ReadonlyMap<string, "linked" | "refused">, summary: number): string[] {
  return [...marks].filter(([key, mark]) => mark === "linked" && cellOf(key).summary === summary).map(([key]) => key);
}

function cellOf(key: string): DecidedCell {
  const [summary, story] = key.split(":").map(Number);
  return { summary: summary ?? 0, story: story ?? 0 };
}

function byPlace(a: DecidedCell, b: DecidedCell): number {
  return a.summary - b.summary || a.story - b.story;
}

function setMember(set: Set<number>, member: number, is: boolean): void {
  if (is) set.add(member);
  else set.delete(member);
}
