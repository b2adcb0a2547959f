import type { Chapter } from "@plotline/align";
import { type Random, random, shuffled } from "@plotline/base";
import { tokens } from "@plotline/text";
import type { WorkText } from "./work.ts";

/** Tokens of a point that are given, T in the paper. */
export const givenTokens = 5;

/** Options of an item, the answer included. */
const optionCount = 10;

export interface CompletionOptions {
  /** A chapter with fewer than ten points borrows options from its neighbours, or has no items. */
  readonly fill: "neighbours" | "drop";
}

/** The start of a point, and ten continuations of which one is its own. */
export interface CompletionItem {
  readonly id: string;
  readonly work: string;
  readonly chapter: number;
  readonly paragraph: number;
  /** The first tokens of the point, as written. */
  readonly prefix: string;
  readonly options: readonly Continuation[];
  readonly answer: number;
}

/** A point without its first tokens: the characters from `start` on. */
export interface Continuation {
  readonly chapter: number;
  readonly paragraph: number;
  readonly start: number;
  readonly text: string;
}

type Point = Continuation & Pick<CompletionItem, "prefix">;

/**
 * The items of a work, chapter by chapter. A point takes part when something is left after its first tokens.
 *
 * @example
 * const corpus = await openCorpus("corpora/sample");
 * const [item] = completionItems(await workText(corpus, corpus.works[0]));
 * [item.prefix, item.options.length]; // → ["It's nine a.m. at", 10]
 * item.options[item.answer].text.slice(0, 29); // → "the Tarrowmouth post office, "
 */
export function completionItems(
  work: WorkText,
  { fill }: CompletionOptions = { fill: "neighbours" },
): CompletionItem[] {
  const chapters = work.chapters.map((chapter) => pointsOf(chapter));
  return chapters.flatMap((own, at) => {
    if (fill === "drop" && own.length < optionCount) return [];
    const around = fill === "drop" ? [] : neighbours(chapters, at);
    return own.flatMap((point) => item(work.title, point, own, around) ?? []);
  });
}

/** The first tokens of a point: all that a blind aligner or a reader may see of it. */
export function prefixOf(point: string): string {
  const list = tokens(point);
  return point.slice(0, list[Math.min(givenTokens, list.length) - 1]?.end ?? 0);
}

function pointsOf({ number, summary }: Chapter): Point[] {
  return summary.flatMap((text, paragraph) => {
    const list = tokens(text);
    const [last, first] = [list[givenTokens - 1], list[givenTokens]];
    if (last === undefined || first === undefined) return [];
    const { start } = first;
    return { chapter: number, paragraph, start, text: text.slice(start), prefix: text.slice(0, last.end) };
  });
}

/** The points of the other chapters, nearest chapter first. */
function neighbours(chapters: readonly (readonly Point[])[], at: number): (readonly Point[])[] {
  const others = [...chapters.keys()].filter((k) => k !== at);
  return others.sort((a, b) => Math.abs(a - at) - Math.abs(b - at) || a - b).map((k) => chapters[k] ?? []);
}

function item(
  work: string,
  point: Point,
  own: readonly Point[],
  around: readonly (readonly Point[])[],
): CompletionItem | undefined {
  const { chapter, paragraph, prefix } = point;
  const next = random("completion", 1, work, chapter, paragraph);
  const wrong = wrongContinuations(point, [own, ...around], optionCount - 1, next);
  if (wrong.length === 0) return undefined;
  const options = shuffled([point, ...wrong], next);
  const id = `${work}/${chapter}/${paragraph}`;
  return { id, work, chapter, paragraph, prefix, options, answer: options.indexOf(point) };
}

/** From the chapter itself, then from its neighbours; a continuation that reads the same as another is none. */
function wrongContinuations(
  { text }: Point,
  groups: readonly (readonly Point[])[],
  wanted: number,
  next: Random,
): Point[] {
  const taken = new Set([text]);
  const wrong: Point[] = [];
  for (const group of groups) {
    if (wrong.length >= wanted) break;
    for (const other of shuffled(group, next)) {
      if (wrong.length >= wanted || taken.has(other.text)) continue;
      taken.add(other.text);
      wrong.push(other);
    }
  }
  return wrong;
}
