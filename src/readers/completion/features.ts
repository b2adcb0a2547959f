import { stopWords } from "../../text/stop-words.ts";
import type { Asked, Matches } from "./evidence.ts";
import { orderScores } from "./order.ts";
import { type Place, type Window, windowsOf } from "./place.ts";

const windowNames = ["near", "wide", "diagonal", "said"] as const;

/** What the scorer looks at, one row an option, in groups that the ablation leaves out one by one. */
export const featureGroups = {
  place: windowNames.flatMap((name) => [`${name}: lift`, `${name}: lift, sharp`, `${name}: mean`]),
  "own place": [
    "alike: in context",
    "alike: best there of best",
    "alike: mean there of best",
    "alike: rank",
    "alike: before",
    "alike: after",
    "whole: in context",
    "whole: best there of best",
    "whole: mean there of best",
    "whole: rank",
    "whole: before",
    "whole: after",
    "off the diagonal",
    "spread",
  ],
  order: ["order, near", "order, diagonal"],
  chapter: ["chapter: share", "chapter: above its neighbours", "best in chapter"],
  prefix: ["words of the prefix", "names of the prefix", "pronouns"],
  shape: ["log length", "capital", "mark"],
  /** Comes from the network, last. */
  coherence: ["coherence"],
} as const;

export type FeatureGroup = keyof typeof featureGroups;
export const featureNames: readonly string[] = Object.values(featureGroups).flat();

/** What a continuation says by itself, wherever the bullet may belong. */
interface OptionReading {
  readonly scores: Float64Array;
  /** e^(g_j / T), the mean of all being one, for two temperatures. */
  readonly lifts: readonly Float64Array[];
  readonly mean: number;
  /** How likely it belongs to each paragraph. */
  readonly place: Float64Array;
  readonly whole: Float64Array;
  readonly alike: Float64Array;
  /** The features that no place changes. */
  readonly fixed: readonly number[];
}

/** An item read once, for all the places at which it may be asked. */
export interface ItemReading {
  readonly prefix: Float64Array;
  readonly options: readonly OptionReading[];
}

export function readItem(asked: Asked, matches: Matches, chapterRank: number): ItemReading {
  const begun = wordsOf(asked.prefix);
  return {
    prefix: matches.prefix,
    options: asked.options.map(({ text }, k) => {
      const scores = matches.options[k]!;
      return {
        scores,
        lifts: [4, 1.5].map((temperature) => lifted(scores, temperature)),
        mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
        place: placeOf(scores),
        whole: matches.whole[k]!,
        alike: matches.alike[k]!,
        fixed: [
          ...chapterwise(matches.chapters[k]!, chapterRank),
          Math.max(0, ...scores),
          ...shared(begun, wordsOf(text)),
          ...shape(text),
        ],
      };
    }),
  };
}

/** One row of `featureNames` for each option, but for the last. */
export function rowsOf({ prefix, options }: ItemReading, place: Place): Float32Array[] {
  const windows = windowsOf(place, prefix.length, prefix);
  const places = options.map((option) => option.place);
  const orders = [windows[0]!, windows[2]!].map((window) => orderScores(places, window, place));
  return options.map((option, k) =>
    Float32Array.from([
      ...windows.flatMap((window) => inWindow(option, window)),
      ...against(option.alike, place),
      ...against(option.whole, place),
      ...settledness(option.place, place),
      ...orders.map((order) => order[k]!),
      ...option.fixed,
    ]),
  );
}

/** How much better the window matches than the chapter as a whole: log Σ_j window(j) e^(g_j / T) − log mean e^(g_j / T). */
function inWindow({ lifts, scores, mean }: OptionReading, window: Window): number[] {
  return [...lifts.map((lift) => Math.log(dot(window, lift) + 1e-9)), dot(window, scores) - mean];
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
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

/** The place the candidate would have as the bullet, beside the place that the alignment gave. */
function against(scores: Float64Array, { context }: Place): number[] {
  let [best, at] = [0, -1];
  for (let j = 0; j < scores.length; j++) if (scores[j]! > best) [best, at] = [scores[j]!, j];
  if (context.length === 0 || best === 0) return [0, 0, 0, Math.log(scores.length + 1), 0, 0];
  const there = context.map((paragraph) => scores[paragraph]!);
  const [most, mean] = [Math.max(...there), there.reduce((sum, score) => sum + score, 0) / there.length];
  let rank = 0;
  for (const score of scores) if (score > most) rank++;
  const [first, last] = [context[0]!, context.at(-1)!];
  return [
    context.includes(at) ? 1 : 0,
    most / best,
    mean / best,
    Math.log(1 + rank),
    (there[0]! - (scores[first - 1] ?? 0)) / best,
    (there.at(-1)! - (scores[last + 1] ?? 0)) / best,
  ];
}

/** Where in the chapter a continuation belongs by its own words; a little everywhere, for words deceive. */
function placeOf(scores: Float64Array): Float64Array {
  let most = 0;
  for (const score of scores) most = Math.max(most, score);
  const weights = scores.map((score) => Math.exp((score - most) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (0.85 * weight) / sum + 0.15 / scores.length);
}

function settledness(settled: Float64Array, { index, bullets }: Place): number[] {
  let [mean, square] = [0, 0];
  for (let j = 0; j < settled.length; j++) {
    const at = (j + 0.5) / settled.length;
    mean += settled[j]! * at;
    square += settled[j]! * at * at;
  }
  return [Math.abs(mean - (index + 0.5) / bullets), Math.sqrt(Math.max(0, square - mean * mean))];
}

/** Whether the continuation is of this chapter at all: others may have been borrowed from its neighbours. */
function chapterwise(scores: Float64Array, own: number): number[] {
  const from = Math.max(0, own - 4);
  const around = scores.subarray(from, own + 5);
  const most = Math.max(...around);
  let sum = 0;
  for (const score of around) sum += Math.exp((score - most) / 2);
  const others = around.filter((_, k) => from + k !== own);
  return [Math.exp(((scores[own] ?? 0) - most) / 2) / sum, (scores[own] ?? 0) - Math.max(0, ...others)];
}

const pronouns = ["he", "she", "they", "his", "her", "their", "him", "them"];

/** Words and names of the first tokens that come again, and whether a pronoun takes up somebody. */
function shared(begun: readonly string[], words: readonly string[]): number[] {
  const said = new Set(words);
  const lower = new Set(words.map((word) => word.toLowerCase()));
  let [again, names] = [0, 0];
  begun.forEach((word, k) => {
    const plain = word.toLowerCase();
    if (stopWords.has(plain)) return;
    if (lower.has(plain)) again++;
    if (k > 0 && /^\p{Lu}/u.test(word) && said.has(word)) names++;
  });
  return [again, names, pronouns.some((word) => lower.has(word)) ? 1 : 0];
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

function shape(text: string): number[] {
  return [Math.log(1 + text.length), /^\p{Lu}/u.test(text) ? 1 : 0, /^[\p{L}\p{N}]/u.test(text) ? 0 : 1];
}
