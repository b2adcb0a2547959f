import { sumOf } from "../../lists.ts";
import { stopWords } from "../../text/stop-words.ts";
import type { Column } from "../column.ts";
import type { Asked, Matches } from "./evidence.ts";
import { orderScores } from "./order.ts";
import { type Place, type Window, type Windows, windowsOf } from "./place.ts";

const windowNames = ["near", "wide", "diagonal", "said"] as const;

/** What the scorer looks at, one row an option, in groups that the ablation leaves out one by one. */
const groups = {
  place: windowNames.flatMap((name): Column<Seen>[] => [
    { name: `${name}: lift`, of: ({ windows, option }) => liftIn(windows[name], option.lift) },
    { name: `${name}: lift, sharp`, of: ({ windows, option }) => liftIn(windows[name], option.sharpLift) },
    { name: `${name}: mean`, of: ({ windows, option }) => dot(windows[name], option.scores) - option.mean },
  ]),
  "own place": [
    ...(["alike", "whole"] as const).flatMap((name): Column<Seen>[] => [
      { name: `${name}: in context`, of: (seen) => Number(seen[name].inContext) },
      { name: `${name}: best there of best`, of: (seen) => seen[name].most },
      { name: `${name}: mean there of best`, of: (seen) => seen[name].mean },
      { name: `${name}: rank`, of: (seen) => seen[name].rank },
      { name: `${name}: before`, of: (seen) => seen[name].before },
      { name: `${name}: after`, of: (seen) => seen[name].after },
    ]),
    { name: "off the diagonal", of: ({ option, at }) => Math.abs(option.centre.mean - (at.index + 0.5) / at.bullets) },
    { name: "spread", of: ({ option }) => option.centre.spread },
  ],
  order: [
    { name: "order, near", of: ({ orders }) => orders.near },
    { name: "order, diagonal", of: ({ orders }) => orders.diagonal },
  ],
  chapter: [
    { name: "chapter: share", of: ({ option }) => option.chapter.share },
    { name: "chapter: above its neighbours", of: ({ option }) => option.chapter.lead },
    { name: "best in chapter", of: ({ option }) => Math.max(0, ...option.scores) },
  ],
  prefix: [
    { name: "words of the prefix", of: ({ option }) => option.prefix.words },
    { name: "names of the prefix", of: ({ option }) => option.prefix.names },
    { name: "pronouns", of: ({ option }) => Number(option.prefix.pronoun) },
  ],
  shape: [
    { name: "log length", of: ({ option: { text } }) => Math.log(1 + text.length) },
    { name: "capital", of: ({ option: { text } }) => Number(/^\p{Lu}/u.test(text)) },
    { name: "mark", of: ({ option: { text } }) => Number(!/^[\p{L}\p{N}]/u.test(text)) },
  ],
  /** Comes from the network. */
  coherence: [{ name: "coherence", of: ({ coherence }) => coherence }],
} satisfies Record<string, readonly Column<Seen>[]>;

const columns: readonly Column<Seen>[] = Object.values(groups).flat();

/** The names of the columns, by group and all in order. */
const featureGroups: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(groups).map(([group, own]) => [group, own.map(({ name }) => name)]),
);
export const featureNames: readonly string[] = Object.values(featureGroups).flat();

/** An option at the place at which it is asked. */
interface Seen {
  readonly option: OptionReading;
  readonly at: Place;
  readonly windows: Windows;
  readonly alike: OwnPlace;
  readonly whole: OwnPlace;
  readonly orders: { readonly near: number; readonly diagonal: number };
  readonly coherence: number;
}

/** What a continuation says by itself, wherever the bullet may belong. */
interface OptionReading {
  readonly text: string;
  readonly scores: Float64Array;
  readonly mean: number;
  /** e^(g_j / T), the mean of all being one, for two temperatures. */
  readonly lift: Float64Array;
  readonly sharpLift: Float64Array;
  /** How likely it belongs to each paragraph, and about where in the chapter, from 0 to 1. */
  readonly place: Float64Array;
  readonly centre: { readonly mean: number; readonly spread: number };
  readonly whole: Float64Array;
  readonly alike: Float64Array;
  readonly chapter: { readonly share: number; readonly lead: number };
  readonly prefix: { readonly words: number; readonly names: number; readonly pronoun: boolean };
}

/** An item read once, for all the places at which it may be asked. */
interface ItemReading {
  readonly prefix: Float64Array;
  readonly options: readonly OptionReading[];
}

export function readItem(asked: Asked, matches: Matches, chapterRank: number): ItemReading {
  const begun = wordsOf(asked.prefix);
  return {
    prefix: matches.prefix,
    options: asked.options.map(({ text }, k) => {
      const scores = matches.options[k]!;
      const place = placeOf(scores);
      return {
        text,
        scores,
        mean: sumOf(scores, (score) => score) / scores.length,
        lift: lifted(scores, 4),
        sharpLift: lifted(scores, 1.5),
        place,
        centre: centreOf(place),
        whole: matches.whole[k]!,
        alike: matches.alike[k]!,
        chapter: chapterwise(matches.chapters[k]!, chapterRank),
        prefix: shared(begun, wordsOf(text)),
      };
    }),
  };
}

/** One row of `featureNames` for each option; how coherent each is comes from the network. */
export function rowsOf({ prefix, options }: ItemReading, at: Place, coherence: readonly number[]): Float32Array[] {
  const windows = windowsOf(at, prefix.length, prefix);
  const places = options.map((option) => option.place);
  const nearOrders = orderScores(places, windows.near, at);
  const diagonalOrders = orderScores(places, windows.diagonal, at);
  return options.map((option, k) => {
    const seen: Seen = {
      option,
      at,
      windows,
      alike: ownPlace(option.alike, at),
      whole: ownPlace(option.whole, at),
      orders: { near: nearOrders[k]!, diagonal: diagonalOrders[k]! },
      coherence: coherence[k]!,
    };
    return Float32Array.from(columns, ({ of }) => of(seen));
  });
}

/** How much better the window matches than the chapter as a whole: log Σ_j window(j) e^(g_j / T) − log mean e^(g_j / T). */
function liftIn(window: Window, lift: Float64Array): number {
  return Math.log(dot(window, lift) + 1e-9);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}

function lifted(scores: Float64Array, temperature: number): Float64Array {
  let most = 0;
  for (const score of scores) most = Math.max(most, score);
  const weights = scores.map((score) => Math.exp((score - most) / temperature));
  const mean = sumOf(weights, (weight) => weight) / weights.length;
  return weights.map((weight) => weight / mean);
}

/** The place that a candidate would have as the bullet, compared with the place that the alignment gave. */
interface OwnPlace {
  readonly inContext: boolean;
  /** The best and the mean score in the context, as shares of the best score of all. */
  readonly most: number;
  readonly mean: number;
  readonly rank: number;
  /** How much higher the context's first paragraph scores than the one before it, and its last than the one after. */
  readonly before: number;
  readonly after: number;
}

function ownPlace(scores: Float64Array, { context }: Place): OwnPlace {
  let [best, at] = [0, -1];
  for (let j = 0; j < scores.length; j++) if (scores[j]! > best) [best, at] = [scores[j]!, j];
  if (context.length === 0 || best === 0)
    return { inContext: false, most: 0, mean: 0, rank: Math.log(scores.length + 1), before: 0, after: 0 };
  const there = context.map((paragraph) => scores[paragraph]!);
  const most = Math.max(...there);
  let rank = 0;
  for (const score of scores) if (score > most) rank++;
  const [first, last] = [context[0]!, context.at(-1)!];
  return {
    inContext: context.includes(at),
    most: most / best,
    mean: sumOf(there, (score) => score) / there.length / best,
    rank: Math.log(1 + rank),
    before: (there[0]! - (scores[first - 1] ?? 0)) / best,
    after: (there.at(-1)! - (scores[last + 1] ?? 0)) / best,
  };
}

/** Where in the chapter a continuation belongs by its own words; a little everywhere, for words deceive. */
function placeOf(scores: Float64Array): Float64Array {
  let most = 0;
  for (const score of scores) most = Math.max(most, score);
  const weights = scores.map((score) => Math.exp((score - most) / 2));
  const sum = sumOf(weights, (weight) => weight);
  return weights.map((weight) => (0.85 * weight) / sum + 0.15 / scores.length);
}

function centreOf(place: Float64Array): OptionReading["centre"] {
  let [mean, square] = [0, 0];
  for (let j = 0; j < place.length; j++) {
    const at = (j + 0.5) / place.length;
    mean += place[j]! * at;
    square += place[j]! * at * at;
  }
  return { mean, spread: Math.sqrt(Math.max(0, square - mean * mean)) };
}

/** Whether the continuation is of this chapter at all: others may have been borrowed from its neighbours. */
function chapterwise(scores: Float64Array, own: number): OptionReading["chapter"] {
  const from = Math.max(0, own - 4);
  const around = scores.subarray(from, own + 5);
  const most = Math.max(...around);
  let sum = 0;
  for (const score of around) sum += Math.exp((score - most) / 2);
  const others = around.filter((_, k) => from + k !== own);
  const score = scores[own] ?? 0;
  return { share: Math.exp((score - most) / 2) / sum, lead: score - Math.max(0, ...others) };
}

const pronouns = ["he", "she", "they", "his", "her", "their", "him", "them"];

/** Words and names of the first tokens that come again, and whether a pronoun takes up somebody. */
function shared(begun: readonly string[], words: readonly string[]): OptionReading["prefix"] {
  const said = new Set(words);
  const lower = new Set(words.map((word) => word.toLowerCase()));
  let [again, names] = [0, 0];
  begun.forEach((word, k) => {
    const plain = word.toLowerCase();
    if (stopWords.has(plain)) return;
    if (lower.has(plain)) again++;
    if (k > 0 && /^\p{Lu}/u.test(word) && said.has(word)) names++;
  });
  return { words: again, names, pronoun: pronouns.some((word) => lower.has(word)) };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}
