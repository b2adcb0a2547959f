// Guides that are changed in several ways, and what is measured on them: for bench/guides.ts and training/guide.ts.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Alignment, type Cell, cellKey, cellSet, type MethodOptions, type PackedModel } from "@plotline/align";
import { openEncoder, readWeights, shippedEncoder } from "@plotline/align/node";
import { below, memoByName, type Random, random, shuffled } from "@plotline/base";
import { reliability, type ScoredLink } from "../../packages/align/src/evaluate/evaluation.ts";
import type { GoldChapter } from "./kit.ts";

/** The weights files of a folder, the folds of a run; each names the works that it learned from. */
export function foldsIn(folder: string): PackedModel[] {
  return readdirSync(folder).map((file) => readWeights(join(folder, file)));
}

/** An encoder ("shipped" is ours) with its aligner's weights; it reads each story once, however often its guide is changed. */
export async function encoderIn(folder: string): Promise<NonNullable<MethodOptions["contextual"]>> {
  const { tokens, weights } = await openEncoder(folder === "shipped" ? shippedEncoder() : folder);
  const read = memoByName(
    (paragraphs: readonly string[]) => JSON.stringify(paragraphs),
    (texts) => tokens.read(texts),
  );
  return { weights, tokens: { name: tokens.name, read, products: (...sides) => tokens.products(...sides) } };
}

/** Which points of a chapter a changed guide has, in their order there. */
type Pick = (chapter: GoldChapter, next: Random) => number[];

/** The ways in which guides are changed, and whether that is drawn at random. */
export const changes: Readonly<Record<string, { readonly pick: Pick; readonly isDrawn?: boolean }>> = {
  "as it is": { pick: all },
  "one point": { pick: some(1), isDrawn: true },
  "two points": { pick: some(2), isDrawn: true },
  "three points": { pick: some(3), isDrawn: true },
  "five points": { pick: some(5), isDrawn: true },
  reversed: { pick: (chapter) => all(chapter).reverse() },
  shuffled: { pick: (chapter, next) => shuffled(all(chapter), next), isDrawn: true },
  "halves swapped": { pick: (chapter) => rotated(all(chapter)) },
  "two moved": { pick: (chapter, next) => moved(moved(all(chapter), next), next), isDrawn: true },
  "every point twice": { pick: (chapter) => all(chapter).flatMap((k) => [k, k]) },
};

/** A chapter with a changed guide, and the links of that. */
export interface Case<Of extends GoldChapter> {
  readonly chapter: Of;
  readonly summary: readonly string[];
  readonly gold: readonly Cell[];
}

/** The chapters with changed guides, where these have links; another draw picks other points, or another order. */
export function casesOf<Of extends GoldChapter>(chapters: readonly Of[], name: string, draw = 0): Case<Of>[] {
  return chapters.flatMap((chapter) => {
    const picked = changes[name]!.pick(chapter, random(name, chapter.work, chapter.number, draw));
    const gold = picked.flatMap((k, summary) => goldRow(chapter, k).map((story) => ({ summary, story })));
    return gold.length === 0 ? [] : [{ chapter, summary: picked.map((k) => chapter.summary[k]!), gold }];
  });
}

/** The paragraphs that a point covers. */
export function goldRow({ gold }: GoldChapter, point: number): number[] {
  return gold.filter(({ summary }) => summary === point).map(({ story }) => story);
}

export function all({ summary }: GoldChapter): number[] {
  return [...summary.keys()];
}

/** This many points that have links. */
function some(count: number): Pick {
  return (chapter, next) => {
    const linked = all(chapter).filter((k) => goldRow(chapter, k).length > 0);
    return shuffled(linked, next)
      .slice(0, count)
      .sort((a, b) => a - b);
  };
}

function rotated(list: readonly number[]): number[] {
  const half = Math.ceil(list.length / 2);
  return [...list.slice(half), ...list.slice(0, half)];
}

function moved(list: readonly number[], next: Random): number[] {
  const from = below(list.length, next);
  const others = list.toSpliced(from, 1);
  return others.toSpliced(below(others.length + 1, next), 0, list[from]!);
}

/** Each link's confidence, and whether gold has it. */
export function judged(links: Alignment, gold: readonly Cell[]): ScoredLink[] {
  const right = cellSet(gold);
  return links.map((link) => ({ confidence: link.confidence, right: right.has(cellKey(link)) }));
}

export function calibrationError(links: readonly ScoredLink[]): number {
  return reliability(links).expectedCalibrationError;
}
