import { groupedBy, sumOf } from "@plotline/base";
import { type Cell, cellKey, cellSet } from "../chapter/cells.ts";
import type { Alignment, Chapter } from "../chapter/types.ts";
import { type Aligner, type CorpusView, type Method, type MethodOptions, withoutGold } from "../method.ts";
import { bootstrapInterval, type Interval } from "./bootstrap.ts";
import { meanScore, type Score, score } from "./score.ts";

/** A chapter and its gold links, which need no confidence. */
export type ChapterWithGold = Omit<Chapter, "gold"> & { readonly gold?: readonly Cell[] };

/** One method on one chapter. */
interface ScoredLinks {
  readonly score: Score;
  readonly links: readonly ScoredLink[];
}

/** One chapter, judged for each method in the same order. */
export interface ChapterScores {
  readonly work: string;
  readonly number: number;
  readonly methods: readonly ScoredLinks[];
}

/** What a method scored. */
export interface MethodResult extends Score {
  readonly method: string;
  /** 95 %, bootstrapped over chapters, of the mean F. */
  readonly interval: Interval;
  /** How many seeds it is the mean of, where it draws by chance. */
  readonly seeds?: number;
  readonly works?: readonly WorkResult[];
  readonly reliability?: Reliability;
}

export interface WorkResult extends Score {
  readonly work: string;
  readonly chapters: number;
}

/** Methods scored on chapters with gold, and how that was done. */
export interface Evaluation {
  readonly signature: string;
  readonly chapters: number;
  readonly methods: readonly MethodResult[];
}

/** A method as it is scored: one that draws by chance with each of several seeds. */
export type ScoredMethod = readonly Aligner[];

/** So many that Random-N differs by less than .001 from one set of them to the next. */
export const drawnSeeds = 20;

/** Prepares a method as it is scored, with each of its seeds. */
export async function scoredMethod(method: Method, corpus: CorpusView, options: MethodOptions): Promise<ScoredMethod> {
  const { seed = 1 } = options;
  const seeds = Array.from({ length: method.draws ? drawnSeeds : 1 }, (_, k) => seed + k);
  return Promise.all(seeds.map((each) => method.prepare(corpus, { ...options, seed: each })));
}

/** Scores methods, which do not see the gold, and then links made elsewhere; undefined for a chapter without gold. */
export async function scoreChapter(
  chapter: ChapterWithGold,
  methods: readonly ScoredMethod[],
  given: readonly Alignment[] = [],
): Promise<ChapterScores | undefined> {
  const { work, number, gold } = chapter;
  if (gold === undefined) return undefined;
  const seen = withoutGold(chapter);
  const found: ScoredLinks[] = [];
  for (const aligners of methods) {
    const drawn: ScoredLinks[] = [];
    for (const align of aligners) drawn.push(scoreLinks(await align(seen), gold));
    found.push(meanDrawn(drawn));
  }
  return { work, number, methods: [...found, ...given.map((links) => scoreLinks(links, gold))] };
}

/** What is drawn has no confidence to judge: the links of the first stand for all. */
function meanDrawn(drawn: readonly ScoredLinks[]): ScoredLinks {
  return { ...drawn[0]!, score: meanScore(drawn.map(({ score }) => score)) };
}

/** Links scored against gold. */
export function scoreLinks(found: Alignment, gold: readonly Cell[]): ScoredLinks {
  const wanted = cellSet(gold);
  return {
    score: score(found, gold),
    links: found.map((link) => {
      const right = wanted.has(cellKey(link));
      return link.confidence === 1 ? certain[right ? "right" : "wrong"] : { confidence: link.confidence, right };
    }),
  };
}

/** Some methods link every cell, so that these are not made for each. */
const certain = { right: { confidence: 1, right: true }, wrong: { confidence: 1, right: false } };

/** The rows of the table, from what the chapters gave. */
export function results(
  rows: readonly Pick<Method, "name" | "draws">[],
  chapters: readonly ChapterScores[],
  { seed = 1, byWork = false }: { seed?: number; byWork?: boolean } = {},
): MethodResult[] {
  return rows.map(({ name: method, draws }, k) => {
    const scores = chapters.map((chapter) => chapter.methods[k]!.score);
    const fs = scores.map(({ f }) => f);
    const links = chapters.flatMap((chapter) => chapter.methods[k]!.links);
    // what is certain of every link has no calibration to measure
    const isCertain = links.every(({ confidence }) => confidence === 1);
    return {
      method,
      ...meanScore(scores),
      interval: bootstrapInterval(fs, seed),
      ...(draws && { seeds: drawnSeeds }),
      ...(byWork && { works: workResults(chapters, k) }),
      ...(!isCertain && { reliability: reliability(links) }),
    };
  });
}

function workResults(chapters: readonly ChapterScores[], k: number): WorkResult[] {
  return [...groupedBy(chapters, ({ work }) => work)].map(([work, own]) => ({
    work,
    chapters: own.length,
    ...meanScore(own.map(({ methods }) => methods[k]!.score)),
  }));
}

/** A link with the aligner's confidence, and whether gold has it. */
export interface ScoredLink {
  readonly confidence: number;
  readonly right: boolean;
}

/** Links of similar confidence: what was claimed, and what was true. */
export interface Bin {
  readonly links: number;
  readonly from: number;
  readonly to: number;
  /** The mean confidence of the links. */
  readonly claimed: number;
  /** The share of them that gold has. */
  readonly right: number;
}

export interface Reliability {
  readonly bins: readonly Bin[];
  /** Σ over bins of (links ÷ all links) · |claimed − right|. */
  readonly expectedCalibrationError: number;
}

/** Bins of equal count over the links, least sure first. Links of equal confidence stay together in the order given. */
export function reliability(links: readonly ScoredLink[], count = 10): Reliability {
  const sorted = [...links].sort((a, b) => a.confidence - b.confidence);
  const bins: Bin[] = [];
  for (let k = 0; k < count; k++) {
    const part = sorted.slice(Math.round((k * sorted.length) / count), Math.round(((k + 1) * sorted.length) / count));
    if (part.length > 0) bins.push(binOf(part));
  }
  const error = sumOf(bins, (bin) => bin.links * Math.abs(bin.claimed - bin.right));
  return { bins, expectedCalibrationError: links.length === 0 ? 0 : error / links.length };
}

function binOf(links: readonly ScoredLink[]): Bin {
  return {
    links: links.length,
    from: links[0]?.confidence ?? 0,
    to: links.at(-1)?.confidence ?? 0,
    claimed: sumOf(links, ({ confidence }) => confidence) / links.length,
    right: links.filter((link) => link.right).length / links.length,
  };
}
