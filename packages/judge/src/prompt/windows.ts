import { at, type Matrix } from "@plotline/align";
import { sumOf } from "@plotline/base";

/** The points that one request asks about, and the paragraphs that it shows, both ascending. */
export interface Window {
  readonly points: readonly number[];
  readonly paragraphs: readonly number[];
}

/** Whether a request with these points and paragraphs fits the model. */
export type Fits = (window: Window) => boolean;

/** One window for the whole chapter where it fits; otherwise as many as are needed, each for a run of points. */
export function windowsOf(points: readonly number[], likely: Matrix, fits: Fits): Window[] {
  if (points.length === 0 || likely.columns === 0) return [];
  const whole = { points, paragraphs: span(0, likely.columns - 1) };
  return fits(whole) ? [whole] : partsOf(points, likely, fits);
}

/** From the first to the last paragraph that is needed; without what is between them where that is too much. */
function partsOf(points: readonly number[], likely: Matrix, fits: Fits): Window[] {
  const needed = neededBy(points, likely);
  const unbroken = { points, paragraphs: span(needed[0]!, needed.at(-1)!) };
  if (fits(unbroken)) return [unbroken];
  const window = { points, paragraphs: needed };
  if (fits(window)) return [window];
  if (points.length === 1) return [trimmed(points, likely, fits)];
  const middle = Math.ceil(points.length / 2);
  return [...partsOf(points.slice(0, middle), likely, fits), ...partsOf(points.slice(middle), likely, fits)];
}

/** The share of a point's expected links that a window must show. */
const reach = 0.98;
/** Paragraphs on either side of each that is needed: windows overlap, and the model reads what leads to a passage. */
const around = 2;

/** The fewest paragraphs that hold the wanted share of each point's expected links, with their neighbours. */
function neededBy(points: readonly number[], likely: Matrix): number[] {
  const needed = new Set<number>();
  for (const point of points) {
    const order = byLikelihood(point, likely);
    const wanted = reach * sumOf(order, (place) => at(likely, point, place));
    let held = 0;
    for (const place of order) {
      for (const near of span(Math.max(0, place - around), Math.min(likely.columns - 1, place + around)))
        needed.add(near);
      held += at(likely, point, place);
      if (held >= wanted) break;
    }
  }
  return [...needed].sort((a, b) => a - b);
}

/** For a point that alone needs too much: its likeliest paragraphs, as many as fit. */
function trimmed(points: readonly number[], likely: Matrix, fits: Fits): Window {
  const order = byLikelihood(points[0]!, likely);
  const first = (count: number) => ({ points, paragraphs: order.slice(0, count).sort((a, b) => a - b) });
  let count = order.length;
  while (count > 1 && !fits(first(count))) count--;
  return first(count);
}

function byLikelihood(point: number, likely: Matrix): number[] {
  return span(0, likely.columns - 1).sort((a, b) => at(likely, point, b) - at(likely, point, a) || a - b);
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, k) => from + k);
}
