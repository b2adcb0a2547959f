import type { Label } from "./label.ts";

/** The place of a heading in its list; numbers that restart with each part are also counted through. */
export interface Place {
  readonly part: number | undefined;
  /** The numbers as printed. */
  readonly first: number;
  readonly last: number;
  /** The same, counted through from the first part. */
  readonly runningFirst: number;
  readonly runningLast: number;
}

/**
 * The places that a list of headings claims, in its order; undefined for headings without a number, and for those of parts
 * among chapters. Where no heading names its part, each new start of the numbering begins one.
 */
export function places(labels: readonly Label[]): (Place | undefined)[] {
  const finer = labels.some(({ unit }) => unit === "chapter");
  let [base, previous, starts] = [0, 0, 1];
  let part: number | undefined;
  const found = labels.map((label) => {
    if (label.numbers === undefined || (finer && label.unit === "part")) return undefined;
    const { first, last } = label.numbers;
    const restart = restarts(first, previous, label.part !== part);
    if (restart) [base, starts] = [base + previous, starts + 1];
    previous = restart ? last : Math.max(last, previous);
    part = label.part;
    return { part: label.part, starts, first, last, runningFirst: base + first, runningLast: base + last };
  });
  const counted = starts > 1 && labels.every((label) => label.part === undefined);
  return found.map((place) => place && (counted ? { ...place, part: place.starts } : place));
}

/** The places of a book's chapters, among which an act without scenes is a chapter: it has its part, and no number in it. */
export function chapterPlaces(labels: readonly Label[]): (Place | undefined)[] {
  const found = places(labels);
  const hasParts = found.some((place) => place?.part !== undefined);
  return found.map((place, k) => {
    const { unit, numbers } = labels[k]!;
    if (place !== undefined || !hasParts || unit !== "part" || numbers === undefined) return place;
    const none = Number.NaN;
    return { part: numbers.first, first: none, last: none, runningFirst: none, runningLast: none };
  });
}

/** Without parts, only a fall to the very beginning is a new start; a list in disorder is not one of many parts. */
function restarts(first: number, previous: number, newPart: boolean): boolean {
  return newPart ? first <= previous : first < previous && first <= 2;
}

/** What chapters without headings count as: the first is number 1, and so on. */
export function assumedPlaces(count: number): Place[] {
  return Array.from({ length: count }, (_, k) => ({
    part: undefined,
    first: k + 1,
    last: k + 1,
    runningFirst: k + 1,
    runningLast: k + 1,
  }));
}

/** Whether a section's numbers are those of the chapters from one to another: as printed within one part, or counted through. */
export function agree(section: Place, from: Place, to: Place): boolean {
  const samePart = section.part !== undefined && section.part === from.part && section.part === to.part;
  if (samePart && section.first === from.first && section.last === to.last) return true;
  return section.runningFirst === from.runningFirst && section.runningLast === to.runningLast;
}
