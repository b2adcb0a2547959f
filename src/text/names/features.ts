import { Flag, links } from "./lexicon.ts";
import { type Counts, hashOf, opens, type Word } from "./vocabulary.ts";

/** Features are hashed into a table of this many rows. */
export const tableBits = 18;
const mask = (1 << tableBits) - 1;

/** A maximal stretch of tokens that could belong to a name: capitalised words and what links them. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Everything outside these stretches is no name, so no feature is ever computed for it. */
export function runsOf(words: readonly Word[]): Run[] {
  const runs: Run[] = [];
  for (let k = 0; k < words.length; k++) {
    if (!(words[k] as Word).capital) continue;
    let end = k + 1;
    for (;;) {
      const next = nextCapital(words, end);
      if (next < 0) break;
      end = next + 1;
    }
    runs.push({ start: k, end });
    k = end - 1;
  }
  return runs;
}

/** The rows of the weight table that speak about token `k` of the sentence, beside `ownFeatures` of its word. */
export function contextFeatures(words: readonly Word[], k: number, { start, end }: Run): Int32Array {
  const word = words[k] as Word;
  const before = words[k - 1];
  const after = words[k + 1];
  const opened = before === undefined || opens(before) ? 1 : 0;
  const [h0, h1, h2, g1, g2] = [word.hash, hash(before), hash(words[k - 2]), hash(after), hash(words[k + 2])];
  const [s0, s1, t1] = [word.shape, shape(before), shape(after)];
  const cap = word.capital ? 1 : 0;
  const own = profile(word.counts);
  const [f0, f1, f2] = [word.flags, flags(before), flags(after)];
  const list = [
    row(1, s0, opened),
    row(2, h1, 0),
    row(3, g1, 0),
    row(4, h2, 0),
    row(5, g2, 0),
    row(6, s1, s0),
    row(7, t1, s0),
    row(8, s1 ^ Math.imul(t1, 31), Math.imul(s0, 2) + opened),
    row(12, f1, cap),
    row(13, f2, t1 + cap),
    row(14, (f1 << 16) | (f0 << 8) | f2, cap),
    row(15, k - start, end - k),
    row(16, (words[start] as Word).flags & (Flag.title | Flag.placePrefix), k === start ? 1 : 2),
    row(17, (words[end - 1] as Word).flags & (Flag.placeSuffix | Flag.organisationSuffix), k === end - 1 ? 1 : 2),
  ];
  if (cap) {
    list.push(row(18, h1, 1), row(19, g1, 1), row(20, h1, g1), row(21, h2, h1));
    list.push(row(22, own.likeness, opened), row(23, own.likeness * 8 + own.inside, opened), row(24, h0, opened));
  }
  if (before?.capital) pushNeighbour(list, 30, before, cap);
  if (after?.capital) pushNeighbour(list, 40, after, cap);
  return Int32Array.from(list);
}

/** The rows that depend on the word alone: spelling, word lists, and how the work uses it. */
export function ownFeatures(word: Word): Int32Array {
  const { key, flags: listed, hash: h, capital } = word;
  const list = [row(50, 0, 0), row(51, h, 0), row(52, hashOf(word.surface), 0), row(53, listed, capital ? 1 : 0)];
  if (!capital) return Int32Array.from(list);
  for (let length = 1; length <= 4; length++) {
    if (key.length > length + 1) list.push(row(54 + length, hashOf(key.slice(-length)), 0));
    if (length <= 3) list.push(row(60 + length, hashOf(key.slice(0, length)), 0));
  }
  const p = profile(word.counts);
  list.push(
    row(70, p.likeness, listed),
    row(71, p.title, 0),
    row(72, p.place, 0),
    row(73, p.speech, 0),
    row(74, p.the, 0),
    row(75, p.possessive, 0),
    row(76, (p.place << 6) | (p.speech << 3) | p.title, 0),
    row(77, (p.place << 3) | p.the, 0),
    row(78, p.place, listed),
    row(79, (p.speech << 3) | p.title, 0),
    row(80, (p.next << 3) | p.previous, 0),
    row(81, (p.title << 6) | (p.place << 3) | p.the, 0),
    row(82, (p.lower << 3) | p.inside, 0),
    row(83, (p.speech << 3) | p.possessive, p.likeness),
  );
  return Int32Array.from(list);
}

function pushNeighbour(list: number[], template: number, neighbour: Word, cap: number): void {
  const p = profile(neighbour.counts);
  list.push(row(template, p.likeness, cap), row(template + 1, (p.place << 6) | (p.speech << 3) | p.title, cap));
}

interface Profile {
  readonly likeness: number;
  readonly inside: number;
  readonly lower: number;
  readonly title: number;
  readonly place: number;
  readonly speech: number;
  readonly the: number;
  readonly possessive: number;
  readonly next: number;
  readonly previous: number;
}

/** Counts in a few steps each, so that a thick book and a thin one look alike. */
function profile(counts: Counts): Profile {
  const seen = counts.inside + counts.initial || 1;
  const capitals = counts.inside + 0.3 * counts.initial;
  const unseen = counts.lower + counts.inside + counts.initial + counts.upper === 0;
  return {
    likeness: unseen ? 7 : share(capitals / (capitals + counts.lower + 0.01)),
    inside: amount(counts.inside),
    lower: amount(counts.lower),
    title: share(counts.afterTitle / seen),
    place: share(counts.afterPlacePreposition / seen),
    speech: share(counts.beforeSpeech / seen),
    the: share(counts.afterThe / seen),
    possessive: share(counts.possessive / seen),
    next: share(counts.beforeCapital / seen),
    previous: share(counts.afterCapital / seen),
  };
}

function share(ratio: number): number {
  return ratio <= 0 ? 0 : ratio < 0.03 ? 1 : ratio < 0.08 ? 2 : ratio < 0.2 ? 3 : ratio < 0.5 ? 4 : ratio < 0.8 ? 5 : 6;
}

function amount(count: number): number {
  return count <= 0 ? 0 : count < 2 ? 1 : count < 5 ? 2 : count < 20 ? 3 : count < 100 ? 4 : 5;
}

/** A name continues after at most two linking words: "Duke of the Isles", "Lincoln's Inn". */
function nextCapital(words: readonly Word[], from: number): number {
  for (let k = from; k < Math.min(from + 3, words.length); k++) {
    const word = words[k] as Word;
    if (word.capital) return k;
    if (!links.has(word.lower)) return -1;
  }
  return -1;
}

const hash = (word: Word | undefined) => word?.hash ?? 0x5bd1e995;
const shape = (word: Word | undefined) => word?.shape ?? 0x1b873593;
const flags = (word: Word | undefined) => word?.flags ?? 256;

function row(template: number, a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(template, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ Math.imul(b, 0xc2b2ae35), 0x27d4eb2f);
  return (h ^ (h >>> 15)) & mask;
}
