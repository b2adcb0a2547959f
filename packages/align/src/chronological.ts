import type { Alignment, Link } from "./chapter/types.ts";
import { noPins, type Pins } from "./method.ts";
import { pinned, plan, type Rectangle, stretches, withoutForbidden } from "./pins.ts";
import type { Matrix } from "./similarity/similarity.ts";

/**
 * The best staircase: H* = argmax Σ h_ij g(s_i, d_j) over monotone paths from the first cell to the last, each step
 * one paragraph on in the summary, the story or both. With g ≥ 0 no set of links in chronological order scores
 * higher.
 *
 * @example
 * const g = { rows: 2, columns: 3, values: Float64Array.of(0.9, 0.1, 0, 0, 0.2, 0.4) };
 * chronological(g).map(({ summary, story }) => [summary, story]); // → [[0, 0], [0, 1], [1, 1], [1, 2]]
 */
export function chronological(g: Matrix, pins: Pins = noPins): Alignment {
  if (g.rows === 0 || g.columns === 0) return [];
  const { chain, forbidden } = plan(pins, g.rows, g.columns);
  const allowed = withoutForbidden(g, forbidden);
  const links = stretches(chain, g.rows, g.columns).flatMap((stretch) => bestStaircase(allowed, stretch));
  return pins === noPins ? links : pinned(links, pins);
}

/** How a cell was reached. Ties are broken in this order: the diagonal step first, then the next story paragraph. */
const diagonally = 0;
const alongStory = 1;
const alongSummary = 2;

/** Memory: two rows of sums, and one byte per cell for the way back. */
function bestStaircase({ columns, values }: Matrix, { from, to }: Rectangle): Link[] {
  const height = to.summary - from.summary + 1;
  const width = to.story - from.story + 1;
  const steps = new Uint8Array(height * width);
  let above = new Float64Array(width).fill(-Infinity);
  let here = new Float64Array(width);
  for (let row = 0; row < height; row++) {
    const cells = (from.summary + row) * columns + from.story;
    let corner = row === 0 ? 0 : -Infinity;
    let left = -Infinity;
    for (let column = 0; column < width; column++) {
      const up = above[column]!;
      let best = corner;
      let step = diagonally;
      if (left > best) {
        best = left;
        step = alongStory;
      }
      if (up > best) {
        best = up;
        step = alongSummary;
      }
      left = best + values[cells + column]!;
      here[column] = left;
      corner = up;
      steps[row * width + column] = step;
    }
    [above, here] = [here, above];
  }
  return wayBack(steps, width, from, to);
}

function wayBack(steps: Uint8Array, width: number, from: Rectangle["from"], to: Rectangle["to"]): Link[] {
  const links: Link[] = [];
  let row = to.summary - from.summary;
  let column = to.story - from.story;
  for (;;) {
    links.push({ summary: from.summary + row, story: from.story + column, confidence: 1 });
    if (row === 0 && column === 0) return links.reverse();
    const step = steps[row * width + column];
    if (step !== alongStory) row--;
    if (step !== alongSummary) column--;
  }
}
