import type { Alignment, Cell } from "@plotline/align";
import type { History } from "./history.ts";
import type { SettlementStep } from "./schemas.ts";
import { closedPoints, type Decided, notesOf, type PointNote, setNote } from "./sheet.ts";

/** The decisions about a chapter, step by step. */
export type Settlement = History<SettlementStep>;

/** An annotator, and what their sheet says. */
export interface AnnotatorDecisions {
  readonly name: string;
  readonly decided: Decided;
}

/**
 * One annotator's answer about a point; `stories` is undefined where they have not looked at it, empty for no match.
 */
export interface AnnotatorAnswer {
  readonly name: string;
  readonly stories: readonly number[] | undefined;
  readonly isDone: boolean;
  readonly note: string | undefined;
}

/**
 * The state of a point. `unseen`: nobody has looked at it. `partial`: those who have agree, but others have not.
 * `agreed`: all answers are the same. `differing`: they do not. `settled`: somebody has decided.
 */
export type PointState = "unseen" | "partial" | "agreed" | "differing" | "settled";

/** What all sheets and the settlement say of one point. */
export interface PointStanding {
  readonly point: number;
  readonly answers: readonly AnnotatorAnswer[];
  readonly state: PointState;
  /** The paragraphs that become gold; undefined where that is undecided. */
  readonly stories: readonly number[] | undefined;
  /** The remark of the person who settles. */
  readonly note: string | undefined;
}

/** The standing of every point of a chapter. */
export function standingsOf(
  voices: readonly AnnotatorDecisions[],
  settlement: Settlement,
  points: number,
): PointStanding[] {
  const { choices, notes } = settledBy(settlement);
  const noteOf = new Map(notes.map(({ summary, text }) => [summary, text]));
  return Array.from({ length: points }, (_, point) => {
    const answers = voices.map((voice) => answerOf(voice, point));
    const choice = choices.get(point);
    const state = choice === undefined ? stateOf(answers) : "settled";
    const agreed = state === "agreed" ? answers[0]?.stories : undefined;
    return { point, answers, state, stories: choice ?? agreed, note: noteOf.get(point) };
  });
}

/** Whether what becomes of a point is still undecided. */
export function isUndecided({ stories }: PointStanding): boolean {
  return stories === undefined;
}

/** What becomes of undecided points when gold is written: nothing is written at all, they keep their gold, or have no match. */
export type UndecidedRule = "refuse" | "keep" | "empty";

/** The links that would be gold; points that are undecided under `refuse` have none. */
export function goldOf(standings: readonly PointStanding[], rule: UndecidedRule, gold: Alignment | undefined): Cell[] {
  return standings.flatMap(({ point, stories }) => {
    const before = rule === "keep" ? gold?.filter(({ summary }) => summary === point) : [];
    const own = stories ?? before?.map(({ story }) => story) ?? [];
    return own.map((story) => ({ summary: point, story }));
  });
}

/** The state after all steps: the paragraphs of each decided point, and the notes. */
export function settledBy({ steps, position }: Settlement): {
  choices: ReadonlyMap<number, readonly number[]>;
  notes: readonly PointNote[];
} {
  const choices = new Map<number, readonly number[]>();
  const notes = new Map<number, string>();
  for (const step of steps.slice(0, position)) {
    if (step.act === "note") setNote(notes, step);
    else if (step.stories === null) choices.delete(step.summary);
    else choices.set(step.summary, ordered(step.stories));
  }
  return { choices, notes: notesOf(notes) };
}

function answerOf({ name, decided }: AnnotatorDecisions, point: number): AnnotatorAnswer {
  const { linked, notes } = decided;
  const stories = linked.filter(({ summary }) => summary === point).map(({ story }) => story);
  const isDone = closedPoints(decided).has(point);
  const note = notes.find(({ summary }) => summary === point)?.text;
  return { name, stories: stories.length > 0 || isDone ? ordered(stories) : undefined, isDone, note };
}

function stateOf(answers: readonly AnnotatorAnswer[]): PointState {
  const given = answers.flatMap(({ stories }) => (stories === undefined ? [] : [stories]));
  const [first] = given;
  if (first === undefined) return "unseen";
  if (!given.every((stories) => sameStories(stories, first))) return "differing";
  return given.length === answers.length ? "agreed" : "partial";
}

function sameStories(a: readonly number[], b: readonly number[]): boolean {
  return ordered(a).join() === ordered(b).join();
}

function ordered(stories: readonly number[]): number[] {
  return [...new Set(stories)].sort((a, b) => a - b);
}
