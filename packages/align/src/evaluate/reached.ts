import type { Alignment } from "../chapter/types.ts";

/**
 * The bullets that give nothing away to someone who has read up to paragraph `furthest`: those whose first paragraph has
 * been read. A bullet without a link counts with the one before it.
 */
export function reachedBullets(ofBullet: readonly Alignment[], furthest: number): number[] {
  const reached: number[] = [];
  let isReached = true;
  for (const [bullet, links] of ofBullet.entries()) {
    if (links.length > 0) isReached = Math.min(...links.map((link) => link.story)) <= furthest;
    if (isReached) reached.push(bullet);
  }
  return reached;
}
