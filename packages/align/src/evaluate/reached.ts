import type { Alignment } from "../chapter/types.ts";

/**
 * The points that give nothing away to someone who has read up to paragraph `furthest`: those whose first paragraph has
 * been read. A point without a link counts with the one before it.
 */
export function reachedPoints(ofPoint: readonly Alignment[], furthest: number): number[] {
  const reached: number[] = [];
  let isReached = true;
  for (const [point, links] of ofPoint.entries()) {
    if (links.length > 0) isReached = Math.min(...links.map((link) => link.story)) <= furthest;
    if (isReached) reached.push(point);
  }
  return reached;
}
