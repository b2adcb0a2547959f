import { once } from "@plotline/base";
import { Kernel } from "@plotline/nn";
import type { Plane, Weighed } from "./planes.ts";

/**
 * How like a paragraph is to the others where its point probably belongs: the point is read as the sum of those
 * paragraphs, each by its share, the paragraph itself left out.
 */
export function company(weighed: Weighed, likely: Plane): Plane {
  const { rows, columns, terms, story } = weighed;
  const plane = new Float32Array(rows * columns);
  const { on, at } = laidOut(weighed);
  const shares = on.doubles(at.shares, lanes * columns);
  const sums = on.doubles(at.sums, terms * lanes);
  const dots = on.doubles(at.dots, columns * lanes);
  for (let first = 0; first < rows; first += lanes) {
    sums.fill(0);
    const ofRows = Math.min(lanes, rows - first);
    for (let lane = 0; lane < ofRows; lane++) {
      const row = likely.subarray((first + lane) * columns, (first + lane + 1) * columns);
      writeShares(row, shares.subarray(lane * columns, (lane + 1) * columns));
      const ofLane = at.shares + 8 * lane * columns;
      const sum = at.sums + 8 * lane;
      on.loops.addShares(at.terms, at.units, at.starts, columns, ofLane, sum);
    }
    on.loops.timesSums(at.terms, at.units, at.starts, columns, at.sums, at.dots);
    const lengths = lengthsOf(sums);
    for (let lane = 0; lane < ofRows; lane++) {
      const length = lengths[lane]!;
      if (length === 0) continue;
      for (let column = 0; column < columns; column++) {
        const isEmpty = story.starts[column] === story.starts[column + 1];
        const own = isEmpty ? 0 : shares[lane * columns + column]!;
        plane[(first + lane) * columns + column] = (dots[column * lanes + lane]! - own) / length;
      }
    }
  }
  return plane;
}

/** How many points are read at a time: the story's terms and weights are then looked up once for all of them. */
const lanes = 4;

const kernel = once(() => new Kernel());

/** The story's paragraphs in the kernel's memory, with space for shares [4, columns], sums [terms, 4] and dots [columns, 4]. */
function laidOut({ columns, terms, story, storyUnits }: Weighed) {
  const on = kernel();
  const at = on.layOut({
    terms: story.terms.byteLength,
    units: storyUnits.byteLength,
    starts: story.starts.byteLength,
    shares: 8 * lanes * columns,
    sums: 8 * terms * lanes,
    dots: 8 * columns * lanes,
  });
  on.integers(at.terms, story.terms.length).set(story.terms);
  on.doubles(at.units, storyUnits.length).set(storyUnits);
  on.integers(at.starts, story.starts.length).set(story.starts);
  return { on, at };
}

/** A paragraph with a smaller share of its point is left out. */
const leastShare = 1e-3;

/** The share of each paragraph in a point; 0 for those that are left out. */
function writeShares(likely: Plane, shares: Float64Array): void {
  let total = 0;
  for (let column = 0; column < likely.length; column++) total += likely[column]!;
  const least = leastShare * total;
  for (let column = 0; column < likely.length; column++)
    shares[column] = total > 0 && likely[column]! >= least ? likely[column]! / total : 0;
}

/** The lengths of the four sums. */
function lengthsOf(sums: Float64Array): Float64Array {
  const squares = new Float64Array(lanes);
  for (let at = 0; at < sums.length; at++) squares[at % lanes]! += sums[at]! * sums[at]!;
  return squares.map(Math.sqrt);
}
