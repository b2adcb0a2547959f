/** A list in which nothing is repeated, and where each item of the whole list went. */
export interface Folded {
  /** The items that are left, as places in the whole list. */
  readonly kept: readonly number[];
  /** For each item of the whole list, its place among those that are left. */
  readonly places: Int32Array;
}

/** Points that say the same share their links: each is aligned once. */
export function foldPoints(summary: readonly string[]): Folded {
  return mostRepeated(summary) === 0 ? asItIs(summary) : foldBy(summary.map(alike));
}

/**
 * A story printed twice, or a long stretch of it, is aligned once, and its links are those of both copies. Refrains stay:
 * a line that comes again is at another place of the story.
 */
export function foldStory(story: readonly string[]): Folded {
  const isFew = (repeated: number) => repeated < leastRepeated * story.length || repeated < shortestRun;
  if (isFew(mostRepeated(story))) return asItIs(story);
  const copies = copiesOf(story.map(alike));
  const repeated = copies.filter((original, place) => original !== place).length;
  return isFew(repeated) ? asItIs(story) : foldBy(copies.map(String));
}

function asItIs(texts: readonly string[]): Folded {
  return { kept: [...texts.keys()], places: Int32Array.from(texts.keys()) };
}

/** How many texts at most repeat another. Most repeat none, which their beginnings show: comparing all words takes 4 % longer. */
function mostRepeated(texts: readonly string[]): number {
  return texts.length - new Set(texts.map(beginning)).size;
}

/** A copy counts if it is at least this share of all paragraphs, in runs of at least this many. */
const leastRepeated = 0.2;
const shortestRun = 5;

/** The first letters and digits of a text, as capitals: texts that are alike share them. */
function beginning(text: string): string {
  const first = text.match(/^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){1,12}/u)?.[0] ?? "";
  // Small letters depend on what is next to them (Σ is σ, but ς at a word's end), and some have marks of their own.
  return first
    .toLowerCase()
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** For each paragraph the first that it is a copy of, as part of a run of copies; itself where it is not a copy. */
function copiesOf(texts: readonly string[]): number[] {
  const first = new Map<string, number>();
  texts.forEach((text, k) => {
    if (text !== "" && !first.has(text)) first.set(text, k);
  });
  const original = texts.map((text, k) => first.get(text) ?? k);
  const copies = original.map((_, k) => k);
  for (let start = 0; start < texts.length; start++) {
    if (original[start] === start) continue;
    let end = start + 1;
    while (end < texts.length && original[end] === original[end - 1]! + 1 && original[end]! < end) end++;
    if (end - start >= shortestRun) for (let k = start; k < end; k++) copies[k] = original[k]!;
    start = end - 1;
  }
  return copies;
}

function foldBy(keys: readonly string[]): Folded {
  const known = new Map<string, number>();
  const kept: number[] = [];
  const places = new Int32Array(keys.length);
  keys.forEach((key, k) => {
    const place = known.get(key) ?? kept.push(k) - 1;
    known.set(key, place);
    places[k] = place;
  });
  return { kept, places };
}

/** The same words, however they are spaced, cased and punctuated. */
function alike(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}
