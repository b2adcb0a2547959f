/**
 * The way through guide and book: sections in order take runs of chapters in order, or are left out.
 * Scores are logarithms. The best way has the largest sum; how sure each of its choices is comes from all ways together
 * (forward and backward sums, as in a hidden Markov model).
 */
import { logSum } from "@plotline/base";
export interface PathScores {
  readonly sections: number;
  readonly chapters: number;
  /** The runs of chapters that a section may take. */
  runs(section: number): readonly Run[];
  /** For leaving a section out. */
  skip(section: number): number;
  /** How many chapters after the end of the section before this one should begin. */
  gap(section: number): number;
  /** For beginning just there, and for beginning anywhere after it. */
  readonly onTime: number;
  readonly anyTime: number;
}

export interface Run {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

export interface Choice extends Run {
  /** Share of all ways, by their weight, that make this choice. */
  readonly probability: number;
}

/** The choice for each section; undefined where it is best left out. Choices never overlap and never go back. */
export function bestPath(scores: PathScores): (Choice | undefined)[] {
  if (scores.sections === 0) return [];
  const largest = forward(scores, Math.max);
  const sums = forward(scores, logSum);
  const after = forward(reversed(scores), logSum).reverse();
  const total = [...(sums.at(-1)?.taken ?? []), ...(sums.at(-1)?.left ?? [])].reduce(logSum, -Infinity);
  return trace(scores, largest).map((run, i) => {
    if (run === undefined) return undefined;
    const score = sums[i]!.entry[run.from]! + run.score + after[i]!.entry[scores.chapters - 1 - run.to]!;
    return { ...run, probability: Math.min(1, Math.exp(score - total)) };
  });
}

type Combine = (a: number, b: number) => number;

/** The state after a section, by the last chapter taken so far, counted from 1 (0: none yet). */
interface State {
  /** When this section was taken and ended there. */
  readonly taken: Float64Array;
  /** When it was left out. */
  readonly left: Float64Array;
}

interface Step extends State {
  /** Everything before this section, when it begins with this chapter. */
  readonly entry: Float64Array;
}

function forward(scores: PathScores, combine: Combine): Step[] {
  const steps: Step[] = [];
  let before: State = { taken: nothing(scores), left: nothing(scores) };
  before.left[0] = 0;
  for (let i = 0; i < scores.sections; i++) {
    const entry = entries(scores, i, before, combine);
    const taken = nothing(scores);
    for (const { from, to, score } of scores.runs(i)) taken[to + 1] = combine(taken[to + 1]!, entry[from]! + score);
    const left = before.left.map((value, e) => scores.skip(i) + combine(value, before.taken[e]!));
    before = { taken, left };
    steps.push({ entry, taken, left });
  }
  return steps;
}

/** entry[j]: any end at or before j after a section left out; after one that was taken, one end is on time. */
function entries(scores: PathScores, i: number, { taken, left }: State, combine: Combine): Float64Array {
  const entry = new Float64Array(scores.chapters);
  let earlier = -Infinity;
  for (let j = 0; j < entry.length; j++) {
    earlier = combine(earlier, combine(left[j]!, taken[j]! + scores.anyTime));
    const end = j + 1 - scores.gap(i);
    entry[j] = end >= 1 && end <= j ? combine(earlier, taken[end]! + scores.onTime) : earlier;
  }
  return entry;
}

/** The same ways from the last section and chapter to the first: what comes after a run is then what comes before it. */
function reversed(scores: PathScores): PathScores {
  const { sections, chapters } = scores;
  return {
    ...scores,
    runs: (i) =>
      scores
        .runs(sections - 1 - i)
        .map(({ from, to, score }) => ({ from: chapters - 1 - to, to: chapters - 1 - from, score })),
    skip: (i) => scores.skip(sections - 1 - i),
    gap: (i) => scores.gap(sections - i),
  };
}

/** The runs of the best way, from the last section to the first. */
function trace(scores: PathScores, steps: readonly Step[]): (Run | undefined)[] {
  const result: (Run | undefined)[] = [];
  let { end, isTaken } = bestState(stateAfter(scores, steps, scores.sections - 1), scores.chapters);
  for (let i = scores.sections - 1; i >= 0; i--) {
    const before = stateAfter(scores, steps, i - 1);
    if (!isTaken) {
      result.unshift(undefined);
      isTaken = before.taken[end]! > before.left[end]!;
      continue;
    }
    const run = bestRun(scores.runs(i), steps[i]!.entry, end - 1);
    result.unshift(run);
    ({ end, isTaken } = bestState(before, run.from, run.from + 1 - scores.gap(i), scores));
  }
  return result;
}

function stateAfter(scores: PathScores, steps: readonly Step[], i: number): State {
  if (i >= 0) return steps[i]!;
  const left = nothing(scores);
  left[0] = 0;
  return { taken: nothing(scores), left };
}

/** The best state that ends at or before a chapter; where a section follows, `timely` is the end that it comes on time after. */
function bestState({ taken, left }: State, latest: number, timely?: number, scores?: PathScores) {
  let [best, end, isTaken] = [-Infinity, 0, false];
  for (let e = 0; e <= latest; e++) {
    const bonus =
      scores === undefined ? 0 : e === timely && e > 0 ? Math.max(scores.onTime, scores.anyTime) : scores.anyTime;
    if (taken[e]! + bonus > best) [best, end, isTaken] = [taken[e]! + bonus, e, true];
    if (left[e]! > best) [best, end, isTaken] = [left[e]!, e, false];
  }
  return { end, isTaken };
}

function bestRun(runs: readonly Run[], entry: Float64Array, to: number): Run {
  const ending = runs.filter((run) => run.to === to);
  return ending.reduce((best, run) => (entry[run.from]! + run.score > entry[best.from]! + best.score ? run : best));
}

function nothing({ chapters }: PathScores): Float64Array {
  return new Float64Array(chapters + 1).fill(-Infinity);
}
