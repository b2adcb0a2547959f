import { type Cell, without } from "@plotline/align";
import { type Decided, decided, type History, type SettlementStep, type SheetStep, settledBy } from "@plotline/corpus";
import { numbered } from "../controls/wording.ts";

/** Steps, and what is different between two states, in words; points and paragraphs are counted from 1. */
export interface StepWords<Step> {
  differences(before: History<Step>, after: History<Step>): string[];
  stepText(step: Step): string;
}

export const sheetWords: StepWords<SheetStep> = {
  differences: (from, to) => {
    const [before, after] = [decided(from), decided(to)];
    return [
      ...changedCells("linked", before, after),
      ...changedCells("refused", before, after),
      ...changedPoints("commentary", before, after),
      ...changedPoints("done", before, after),
      ...changedNotes(before, after),
    ];
  },
  stepText: (step) => {
    if ("cells" in step)
      return `${step.act} ${step.cells.slice(0, 5).map(cellText).join(", ")}${step.cells.length > 5 ? " …" : ""}`;
    if (step.act === "note") return `note on ${pointText(step.summary)}`;
    return `${step.is ? "" : "not "}${step.act}: ${pointText(step.summary)}`;
  },
};

export const settlementWords: StepWords<SettlementStep> = {
  differences: (from, to) => {
    const [before, after] = [settledBy(from), settledBy(to)];
    const points = [...new Set([...before.choices.keys(), ...after.choices.keys()])].sort((a, b) => a - b);
    const choices = points.flatMap((point) => {
      const [was, is] = [before.choices.get(point), after.choices.get(point)];
      if (was?.join() === is?.join()) return [];
      return is === undefined ? `no longer decided: ${pointText(point)}` : `decided: ${choiceText(point, is)}`;
    });
    return [...choices, ...changedNotes(before, after)];
  },
  stepText: (step) => {
    if (step.act === "note") return `note on ${pointText(step.summary)}`;
    return step.stories === null
      ? `undecided again: ${pointText(step.summary)}`
      : `decide ${choiceText(step.summary, step.stories)}`;
  },
};

function changedCells(list: "linked" | "refused", before: Decided, after: Decided): string[] {
  return [
    ...without(after[list], before[list]).map((cell) => `${list}: ${cellText(cell)}`),
    ...without(before[list], after[list]).map((cell) => `no longer ${list}: ${cellText(cell)}`),
  ];
}

function changedPoints(list: "commentary" | "done", before: Decided, after: Decided): string[] {
  return [
    ...after[list].filter((each) => !before[list].includes(each)).map((each) => `${list}: ${pointText(each)}`),
    ...before[list]
      .filter((each) => !after[list].includes(each))
      .map((each) => `no longer ${list}: ${pointText(each)}`),
  ];
}

function changedNotes(before: Pick<Decided, "notes">, after: Pick<Decided, "notes">): string[] {
  return after.notes
    .filter(({ summary, text }) => !before.notes.some((note) => note.summary === summary && note.text === text))
    .map(({ summary }) => `a note on ${pointText(summary)}`);
}

function cellText({ summary, story }: Cell): string {
  return choiceText(summary, [story]);
}

function choiceText(point: number, stories: readonly number[]): string {
  return `${pointText(point)} with ${stories.length === 0 ? "no match" : numbered("paragraph", stories)}`;
}

function pointText(point: number): string {
  return `point ${point + 1}`;
}
