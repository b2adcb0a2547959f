import { worksInterval } from "@plotline/align";
import { groupedBy, sumOf } from "@plotline/base";
import type { CellFile } from "../paper/cell-file.ts";

/** How well the paper's reader did a task on one alignment at one rate, over all seeds that were trained. */
export interface TaskFigure {
  /** The mean over seeds of the accuracy on the validation works, by the weights that were best on works held back. */
  readonly accuracy: number;
  readonly seeds: readonly number[];
  /** Those that were not trained by this package. */
  readonly elsewhere?: readonly number[];
  /** The lowest and the highest seed. */
  readonly spread: readonly [number, number];
  readonly chance: number;
  /** 95 % of the mean, by drawing works again; of ended trainings only. */
  readonly interval?: readonly [number, number];
  /** The same weights with contexts by an aligner that does not see what is asked for. */
  readonly blind?: number;
  readonly heldBack?: number;
  /** Passes of each seed. */
  readonly passes: readonly number[];
  readonly rate?: number;
  /** Whether a training goes on, or was stopped before works held back had not improved for three passes. */
  readonly improving: boolean;
  readonly hours?: number;
}

/** Figures of one task and alignment, the rate with most seeds first. */
export function taskFigures(cells: readonly CellFile[]): TaskFigure[] {
  const begun = cells.filter(({ curve }) => curve.length > 0);
  return [...groupedBy(begun, ({ learningRate }) => learningRate).values()]
    .map(scoredFirst)
    .sort((a, b) => b.length - a.length || b[0]!.learningRate - a[0]!.learningRate)
    .map(figureOf);
}

/** Trainings under way do not count where another seed has a score. */
function scoredFirst(cells: readonly CellFile[]): readonly CellFile[] {
  const scored = cells.filter(({ score }) => score !== undefined);
  return scored.length > 0 ? scored : cells;
}

function figureOf(cells: readonly CellFile[]): TaskFigure {
  const accuracies = cells.map(accuracyOf);
  const ended = cells.flatMap(({ score }) => score ?? []);
  const blind = ended.flatMap((score) => score.blind?.accuracy ?? []);
  return {
    accuracy: meanOf(accuracies),
    seeds: cells.map(({ seed }) => seed),
    elsewhere: cells.flatMap(({ seed, trainedBy }) => (trainedBy === undefined ? [] : seed)),
    spread: [Math.min(...accuracies), Math.max(...accuracies)],
    chance: meanOf(cells.flatMap(({ score, heldBack }) => score?.paper.chance ?? heldBack?.chance ?? [])),
    ...(ended.length === cells.length && { interval: worksInterval(meanWorks(ended.map(({ paper }) => paper))) }),
    ...(blind.length === cells.length && { blind: meanOf(blind) }),
    heldBack: meanOf(cells.map((cell) => bestPass(cell).heldBack)),
    passes: cells.map(({ curve }) => curve.length),
    rate: cells[0]!.learningRate,
    improving: cells.some((cell) => cell.ended === undefined),
    hours: sumOf(cells, ({ curve }) => curve.at(-1)?.cpuSeconds ?? 0) / 3600,
  };
}

/** Of a training that goes on: after the pass that was best on works held back. */
export function accuracyOf(cell: CellFile): number {
  return cell.score?.paper.accuracy ?? bestPass(cell).validation;
}

function bestPass({ curve }: CellFile): CellFile["curve"][number] {
  return curve.reduce((best, each) => (each.heldBack > best.heldBack ? each : best));
}

/** Each work with its mean over seeds: all were asked the same. */
export function meanWorks(scores: readonly { readonly works: Parameters<typeof worksInterval>[0] }[]) {
  const [first] = scores;
  return (first?.works ?? []).map((work, k) => ({
    ...work,
    right: meanOf(scores.map(({ works }) => works[k]!.right)),
  }));
}

export function meanOf(numbers: readonly number[]): number {
  return sumOf(numbers) / Math.max(1, numbers.length);
}
