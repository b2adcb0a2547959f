import { at, type Matrix } from "@plotline/align";
import { sumOf } from "@plotline/base";

/** The points that one request asks about, and the paragraphs that it shows, both ascending. */
export interface Window {
  readonly bullets: readonly number[];
  readonly paragraphs: readonly number[];
}

/** Whether a request with these points and paragraphs fits the model. */
export type Fits = (window: Window) => boolean;

/** One window for the whole chapter where it fits; otherwise as many as are needed, each for a run of points. */
export function windowsOf(bullets: readonly number[], likely: Matrix, fits: Fits): Window[] {
  if (bullets.length === 0 || likely.columns === 0) return [];
  const whole = { bullets, paragraphs: span(0, likely.columns - 1) };
  return fits(whole) ? [whole] : partsOf(bullets, likely, fits);
}

/** From the first to the last paragraph that is needed; without what is between them where that is too much. */
function partsOf(bullets: readonly number[], likely: Matrix, fits: Fits): Window[] {
  const needed = neededBy(bullets, likely);
  const unbroken = { bullets, paragraphs: span(needed[0]!, needed.at(-1)!) };
  if (fits(unbroken)) return [unbroken];
  const window = { bullets, paragraphs: needed };
  if (fits(window)) return [window];
  if (bullets.length === 1) return [trimmed(bullets, likely, fits)];
  const middle = Math.ceil(bullets.length / 2);
  return [...partsOf(bullets.slice(0, middle), likely, fits), ...partsOf(bullets.slice(middle), likely, fits)];
}

/** The share of a point's expected links that a window must show. */
const reach = 0.98;
/** Paragraphs on either side of each that is needed: windows overlap, and the model reads what leads to a passage. */
const around = 2;

/** The fewest paragraphs that hold the wanted share of each point's expected links, with their neighbours. */
function neededBy(bullets: readonly number[], likely: Matrix): number[] {
  const needed = new Set<number>();
  for (const bullet of bullets) {
    const order = byLikelihood(bullet, likely);
    const wanted = reach * sumOf(order, (place) => at(likely, bullet, place));
    let held = 0;
    for (const place of order) {
      for (const near of span(Math.max(0, place - around), Math.min(likely.columns - 1, place + around)))
        needed.add(near);
      held += at(likely, bullet, place);
      if (held >= wanted) break;
    }
  }
  return [...needed].sort((a, b) => a - b);
}

/** For a point that alone needs too much: its likeliest paragraphs, as many as fit. */
function trimmed(bullets: readonly number[], likely: Matrix, fits: Fits): Window {
  const order = byLikelihood(bullets[0]!, likely);
  const first = (count: number) => ({ bullets, paragraphs: order.slice(0, count).sort((a, b) => a - b) });
  let count = order.length;
  while (count > 1 && !fits(first(count))) count--;
  return first(count);
}

function byLikelihood(bullet: number, likely: Matrix): number[] {
  return span(0, likely.columns - 1).sort((a, b) => at(likely, bullet, b) - at(likely, bullet, a) || a - b);
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, k) => from + k);
}
