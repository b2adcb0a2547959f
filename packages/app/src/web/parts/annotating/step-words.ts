import type { SettlementStep, SheetStep } from "@plotline/corpus";
import { numbered } from "../controls/wording.ts";

/** A step on a sheet in words; points and paragraphs are counted from 1. */
export function sheetStepText(step: SheetStep): string {
  if (!("cells" in step))
    return step.act === "note" ? noteText(step) : `${step.is ? "" : "not "}${step.act}: ${pointText(step)}`;
  const cells = step.cells.slice(0, 5).map((cell) => choiceText(cell, [cell.story]));
  return `${step.act} ${cells.join(", ")}${step.cells.length > 5 ? " …" : ""}`;
}

/** The same of a step by which a point is settled. */
export function settlementStepText(step: SettlementStep): string {
  if (step.act === "note") return noteText(step);
  return step.stories === null ? `undecided again: ${pointText(step)}` : `decide ${choiceText(step, step.stories)}`;
}

interface OfPoint {
  readonly summary: number;
}

function noteText(point: OfPoint): string {
  return `note on ${pointText(point)}`;
}

function choiceText(point: OfPoint, stories: readonly number[]): string {
  return `${pointText(point)} with ${stories.length === 0 ? "no match" : numbered("paragraph", stories)}`;
}

function pointText({ summary }: OfPoint): string {
  return `point ${summary + 1}`;
}
