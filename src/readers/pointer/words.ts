import type { Asked } from "./question.ts";

/** Words of a bullet that the network sees, as numbers of buckets: two to each side of the first gap, then the nearest. */
export const beside = [-2, -1, 1, 2] as const;
export const nearest = 24;
export const buckets = 4096;

/** `beside.length + nearest` numbers; 0 where there is no word. Nothing of the words themselves is kept. */
export function wordBuckets({ pieces }: Pick<Asked, "pieces">): Int32Array {
  const gap = Math.max(0, pieces.indexOf("@gap"));
  const numbers = new Int32Array(beside.length + nearest);
  beside.forEach((step, k) => {
    numbers[k] = bucketOf(`${step}:${pieces[gap + step] ?? "@end"}`);
  });
  const order = [...pieces.keys()].sort((a, b) => Math.abs(a - gap) - Math.abs(b - gap) || a - b);
  const words = order.map((k) => pieces[k]!).filter((word) => /^\p{L}/u.test(word));
  words.slice(0, nearest).forEach((word, k) => {
    numbers[beside.length + k] = bucketOf(`b:${word}`);
  });
  return numbers;
}

/** FNV-1a, from 1 to below `buckets`. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return 1 + (((hash ^ (hash >>> 15)) >>> 0) % (buckets - 1));
}
