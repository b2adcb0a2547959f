import { integers } from "../room.ts";
import type { Words } from "../text/vocabulary.ts";
import { BagRoom, type Bags, chapterBags, IndexRoom, indexByTerm, passingBags } from "./bags.ts";
import type { ChapterTerms } from "./chapter-terms.ts";
import { PairTable } from "./pair-table.ts";

/**
 * For n = 1 … `orders`: how many n-grams each pair of paragraphs shares, repetitions clipped to the rarer side. Orders
 * that were counted for a chapter are known when more are asked for.
 */
export function sharedNgrams(chapter: ChapterTerms, orders: number): readonly Int32Array[] {
  if (last?.chapter !== chapter) last = { chapter, matches: [sharedWords(chapter)], grams: singles(chapter) };
  const known = last;
  while (known.matches.length < orders) {
    known.grams = lengthened(known.grams, chapter, rooms[known.matches.length % 2 === 0 ? 0 : 1]);
    const { summary, story, size } = known.grams;
    const [told, paragraphs] = [passingBags(summary, size, toldRoom), passingBags(story, size, storyRoom)];
    known.matches.push(clippedMatches(told, paragraphs, size, known.matches.length));
  }
  return known.matches.slice(0, orders);
}

interface Counted {
  readonly chapter: ChapterTerms;
  readonly matches: Int32Array[];
  /** The longest n-grams so far. */
  grams: Grams;
}

let last: Counted | undefined;
const matchRooms: ReturnType<typeof integers>[] = [];
const [toldRoom, storyRoom, indexRoom] = [new BagRoom(), new BagRoom(), new IndexRoom()];

function sharedWords(chapter: ChapterTerms): Int32Array {
  const { summary, story, terms } = chapterBags(chapter);
  return clippedMatches(summary, story, terms, 0);
}

/** N-grams of both sides by number; from pairs on, the story's are only those that the summary has too. */
interface Grams {
  readonly summary: PlacedGrams;
  readonly story: PlacedGrams;
  readonly size: number;
}

/** Arrays may be longer than what they hold. */
interface PlacedGrams extends Words {
  /** Where the word behind each n-gram stands among all words of its side. */
  readonly next: Int32Array;
}

function singles({ summary, story }: ChapterTerms): Grams {
  const next = successors(Math.max(summary.ids.length, story.ids.length));
  return { summary: { ...summary, next }, story: { ...story, next }, size: countTerms(summary) };
}

/** The summary's terms have the lowest numbers. */
function countTerms({ ids }: Words): number {
  let bound = 0;
  for (let k = 0; k < ids.length; k++) bound = Math.max(bound, ids[k]! + 1);
  return bound;
}

/** 1, 2, 3 …, at least so many. */
function successors(count: number): Int32Array {
  if (counted.length < count) counted = Int32Array.from({ length: count * 2 }, (_, k) => k + 1);
  return counted;
}

let counted: Int32Array = new Int32Array(0);

/** (n + 1)-grams from n-grams: each is an n-gram and the word behind it. */
function lengthened(
  grams: Grams,
  { summary: told, story: paragraphs }: ChapterTerms,
  [ofSummary, ofStory]: Rooms,
): Grams {
  const { size } = grams;
  pairs.start(grams.summary.starts.at(-1) ?? 0);
  const summary = extended(grams.summary, told, (gram, word) => pairs.add(gram, word), ofSummary);
  const find = (gram: number, word: number) => (gram < size ? pairs.find(gram, word) : -1);
  return { summary, story: extended(grams.story, paragraphs, find, ofStory), size: pairs.size };
}

const pairs = new PairTable();

class GramRoom {
  readonly ids = integers();
  readonly next = integers();
}

type Rooms = readonly [GramRoom, GramRoom];

/** N-grams are read from one pair of rooms while those that are longer are written into the other. */
const rooms: readonly [Rooms, Rooms] = [
  [new GramRoom(), new GramRoom()],
  [new GramRoom(), new GramRoom()],
];

function extended(
  { ids: grams, next: places, starts: from }: PlacedGrams,
  words: Words,
  numberOf: (gram: number, word: number) => number,
  room: GramRoom,
): PlacedGrams {
  const count = from[from.length - 1]!;
  const ids = room.ids.take(count);
  const next = room.next.take(count);
  const starts = new Int32Array(from.length);
  let end = 0;
  for (let paragraph = 1; paragraph < starts.length; paragraph++) {
    const wordsEnd = words.starts[paragraph]!;
    for (let k = from[paragraph - 1]!; k < from[paragraph]!; k++) {
      const place = places[k]!;
      if (place >= wordsEnd) break;
      const number = numberOf(grams[k]!, words.ids[place]!);
      if (number < 0) continue;
      ids[end] = number;
      next[end++] = place + 1;
    }
    starts[paragraph] = end;
  }
  return { ids, next, starts };
}

/** In the room for this order, which the last chapter needs no longer. */
function clippedMatches(summary: Bags, story: Bags, terms: number, order: number): Int32Array {
  const columns = story.size;
  const matches = (matchRooms[order] ??= integers()).zeros(summary.size * columns);
  const index = indexByTerm(summary, terms, indexRoom);
  for (let column = 0; column < columns; column++) {
    for (let k = story.starts[column]!; k < story.starts[column + 1]!; k++) {
      const count = story.counts[k]!;
      const last = index.starts[story.terms[k]! + 1]!;
      for (let entry = index.starts[story.terms[k]!]!; entry < last; entry++) {
        const own = summary.counts[index.places[entry]!]!;
        matches[index.rows[entry]! * columns + column]! += own < count ? own : count;
      }
    }
  }
  return matches;
}
