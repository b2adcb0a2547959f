import { byPlace, type Cell } from "@plotline/align";
import { type History, noHistory } from "./history.ts";
import type { SheetStep } from "./schemas.ts";

/** What a person decided about one chapter, step by step. */
export type Sheet = History<SheetStep>;

/** The state after all steps. */
export interface Decided {
  readonly linked: readonly Cell[];
  readonly refused: readonly Cell[];
  /** Points that cover nothing of the story. */
  readonly commentary: readonly number[];
  readonly done: readonly number[];
  readonly notes: readonly PointNote[];
}

/** A remark about a point. */
export interface PointNote {
  readonly summary: number;
  readonly text: string;
}

/** A sheet on which nothing has been done. */
export const emptySheet: Sheet = noHistory;

/** A cell is linked, refused or neither; a point that is commentary has no links, and a link makes it a point again. */
export function decided({ steps, position }: Sheet): Decided {
  const marks = new Map<string, "linked" | "refused">();
  const commentary = new Set<number>();
  const done = new Set<number>();
  const notes = new Map<number, string>();
  for (const step of steps.slice(0, position)) {
    if (step.act === "commentary") {
      setMember(commentary, step.summary, step.is);
      if (step.is) for (const key of linkedOf(marks, step.summary)) marks.delete(key);
    } else if (step.act === "done") setMember(done, step.summary, step.is);
    else if (step.act === "note") setNote(notes, step);
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
    notes: notesOf(notes),
  };
}

/** An empty note deletes the earlier one. */
export function setNote(notes: Map<number, string>, { summary, text }: PointNote): void {
  if (text.trim() === "") notes.delete(summary);
  else notes.set(summary, text.trim());
}

/** Notes in the order of their points. */
export function notesOf(notes: ReadonlyMap<number, string>): PointNote[] {
  return [...notes].map(([summary, text]) => ({ summary, text })).sort((a, b) => a.summary - b.summary);
}

/** The points that a person has closed: finished, or found to be commentary. */
export function closedPoints({ done, commentary }: Pick<Decided, "done" | "commentary">): ReadonlySet<number> {
  return new Set([...done, ...commentary]);
}

/** The point at which a person stopped: the last one that was touched, or the next open one where that is finished. */
export function pointToResume(sheet: Sheet, points: number): number {
  const last = sheet.steps.slice(0, sheet.position).findLast(({ act }) => act !== "note");
  if (last === undefined) return 0;
  const at = "cells" in last ? (last.cells[0]?.summary ?? 0) : last.summary;
  const closed = closedPoints(decided(sheet));
  const isOpen = (point: number) => !closed.has(point);
  const all = Array.from({ length: points }, (_, point) => point);
  return all.slice(at).find(isOpen) ?? all.find(isOpen) ?? Math.min(at, Math.max(0, points - 1));
}

function linkedOf(marks: ReadonlyMap<string, "linked" | "refused">, summary: number): string[] {
  return [...marks].filter(([key, mark]) => mark === "linked" && cellOf(key).summary === summary).map(([key]) => key);
}

function cellOf(key: string): Cell {
  const [summary, story] = key.split(":").map(Number);
  return { summary: summary ?? 0, story: story ?? 0 };
}

function setMember(set: Set<number>, member: number, is: boolean): void {
  if (is) set.add(member);
  else set.delete(member);
}
