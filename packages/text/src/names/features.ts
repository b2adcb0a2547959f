import type { Span } from "../tokens.ts";
// The numbers by which the kinds of features are told apart in the table: weights are trained with them.
import kind from "./data/feature-kinds.json" with { type: "json" };
import { Flag, links } from "./lexicon.ts";
import { type Counts, hashOf, opens, type Word } from "./work-words.ts";

/** Features are hashed into a table of this many rows. */
export const tableBits = 18;
const mask = (1 << tableBits) - 1;

/**
 * Maximal stretches of tokens that could belong to a name: capitalised words and what links them. Nothing outside these
 * is a name, so no feature is computed there.
 */
export function runsOf(words: readonly Word[]): Span[] {
  const runs: Span[] = [];
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

/** The rows of the weight table for token `k` of the sentence, besides `ownFeatures` of its word. */
export function contextFeatures(words: readonly Word[], k: number, { start, end }: Span): Int32Array {
  const word = words[k] as Word;
  const before = words[k - 1];
  const after = words[k + 1];
  const [h1, h2, g1, g2] = [hash(before), hash(words[k - 2]), hash(after), hash(words[k + 2])];
  const [s0, s1, t1] = [word.shape, shape(before), shape(after)];
  const [f0, f1, f2] = [word.flags, flags(before), flags(after)];
  const opened = before === undefined || opens(before) ? 1 : 0;
  const capital = word.capital ? 1 : 0;
  const first = (words[start] as Word).flags & (Flag.title | Flag.placePrefix);
  const last = (words[end - 1] as Word).flags & (Flag.placeSuffix | Flag.organisationSuffix);
  const list = [
    row(kind.shape, s0, opened),
    row(kind.wordBefore, h1, 0),
    row(kind.wordAfter, g1, 0),
    row(kind.secondWordBefore, h2, 0),
    row(kind.secondWordAfter, g2, 0),
    row(kind.shapeBefore, s1, s0),
    row(kind.shapeAfter, t1, s0),
    row(kind.shapesAround, s1 ^ Math.imul(t1, 31), Math.imul(s0, 2) + opened),
    row(kind.listsBefore, f1, capital),
    row(kind.listsAfter, f2, t1 + capital),
    row(kind.listsAround, (f1 << 16) | (f0 << 8) | f2, capital),
    row(kind.placeInRun, k - start, end - k),
    row(kind.firstOfRun, first, k === start ? 1 : 2),
    row(kind.lastOfRun, last, k === end - 1 ? 1 : 2),
  ];
  if (capital) {
    const { likeness, inside } = profile(word.counts);
    list.push(
      row(kind.nameAfterWord, h1, 1),
      row(kind.nameBeforeWord, g1, 1),
      row(kind.wordsAround, h1, g1),
      row(kind.twoWordsBefore, h2, h1),
      row(kind.likeness, likeness, opened),
      row(kind.likenessAndCount, likeness * 8 + inside, opened),
      row(kind.wordAndOpening, word.hash, opened),
    );
  }
  if (before?.capital) {
    const p = profile(before.counts);
    list.push(row(kind.likenessBefore, p.likeness, capital), row(kind.companyBefore, placeSpeechTitle(p), capital));
  }
  if (after?.capital) {
    const p = profile(after.counts);
    list.push(row(kind.likenessAfter, p.likeness, capital), row(kind.companyAfter, placeSpeechTitle(p), capital));
  }
  return Int32Array.from(list);
}

/** The rows that depend on the word alone: spelling, word lists, and how the work uses it. */
export function ownFeatures(word: Word): Int32Array {
  const { key, flags: listed, capital } = word;
  const list = [
    row(kind.always, 0, 0),
    row(kind.word, word.hash, 0),
    row(kind.spelling, hashOf(word.surface), 0),
    row(kind.lists, listed, capital ? 1 : 0),
  ];
  if (!capital) return Int32Array.from(list);
  for (let length = 1; length <= 4; length++) {
    if (key.length > length + 1) list.push(row(kind.lastLetter + length - 1, hashOf(key.slice(-length)), 0));
    if (length <= 3) list.push(row(kind.firstLetter + length - 1, hashOf(key.slice(0, length)), 0));
  }
  const p = profile(word.counts);
  list.push(
    row(kind.likenessAndLists, p.likeness, listed),
    row(kind.title, p.title, 0),
    row(kind.place, p.place, 0),
    row(kind.speech, p.speech, 0),
    row(kind.the, p.the, 0),
    row(kind.possessive, p.possessive, 0),
    row(kind.placeSpeechTitle, placeSpeechTitle(p), 0),
    row(kind.placeThe, (p.place << 3) | p.the, 0),
    row(kind.placeAndLists, p.place, listed),
    row(kind.speechTitle, (p.speech << 3) | p.title, 0),
    row(kind.capitalsAround, (p.next << 3) | p.previous, 0),
    row(kind.titlePlaceThe, (p.title << 6) | (p.place << 3) | p.the, 0),
    row(kind.lowerInside, (p.lower << 3) | p.inside, 0),
    row(kind.speechPossessive, (p.speech << 3) | p.possessive, p.likeness),
  );
  return Int32Array.from(list);
}

function placeSpeechTitle({ place, speech, title }: ReturnType<typeof profile>): number {
  return (place << 6) | (speech << 3) | title;
}

/** Counts in a few steps each, so that a thick book and a thin one look alike. */
function profile(counts: Counts) {
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

/** The row of a feature: its kind and two numbers, hashed. */
function row(of: number, a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(of, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ Math.imul(b, 0xc2b2ae35), 0x27d4eb2f);
  return (h ^ (h >>> 15)) & mask;
}
