import { once, sumOf } from "@plotline/base";
import { detectLanguage, type Language, type Span, sentences, tokens } from "@plotline/text";

/** How a guide is cut: as it is, into sentences, or into sentences where its paragraphs are long or few. */
export const pointChoices = ["auto", "paragraphs", "sentences"] as const;
/** How a guide is cut into points. */
export type PointChoice = (typeof pointChoices)[number];

/** One point of a guide: a paragraph of it, or some sentences of one. */
export interface Point {
  readonly text: string;
  /** The paragraph that it is from, counted from 0, and where in it. */
  readonly paragraph: number;
  readonly start: number;
  readonly end: number;
}

export interface Points {
  readonly list: readonly Point[];
  /** What the points are: whole paragraphs, or some paragraphs were cut into sentences. */
  readonly unit: "paragraphs" | "sentences";
  /** How many paragraphs there were, and how many of them were cut. */
  readonly paragraphs: number;
  readonly cut: number;
}

/** Where a guide is prose (its paragraphs have more words than this on average), paragraphs of more than this are cut. */
const [prose, long] = [60, 45];
/** A guide of up to this many paragraphs has few, and is cut as prose is. */
const few = 3;
/** A point has at least this many words, where the paragraph has more sentences, and sentences are joined up to this many. */
const [shortest, longest] = [10, 40];
/** Of a short paragraph each sentence is an event, "Gomez destroys the bridge.", if it has this many words. */
const fewestWords = 3;

/** Cuts the paragraphs of a guide into points. */
export function pointsOf(paragraphs: readonly string[], choice: PointChoice = "auto"): Points {
  const lengths = paragraphs.map(countWords);
  const least = choice === "paragraphs" ? Number.POSITIVE_INFINITY : choice === "sentences" ? 0 : leastCut(lengths);
  const language = once(() => detectLanguage(paragraphs));
  let cut = 0;
  const list = paragraphs.flatMap((text, paragraph): Point[] => {
    const whole = { text, paragraph, start: 0, end: text.length };
    if (lengths[paragraph]! <= least) return [whole];
    const isShort = lengths[paragraph]! <= long;
    const parts = sentenceGroups(text, language(), isShort ? fewestWords : shortest).map(({ start, end }) => ({
      text: text.slice(start, end),
      paragraph,
      start,
      end,
    }));
    if (parts.length < 2) return [whole];
    cut++;
    return parts;
  });
  return { list, unit: cut > 0 ? "sentences" : "paragraphs", paragraphs: paragraphs.length, cut };
}

/** What was done, in a sentence without its full stop; undefined where nothing was. */
export function pointsNote({ list, paragraphs, cut }: Points): string | undefined {
  if (cut === 0) return undefined;
  const which = cut === paragraphs ? "" : `, ${cut} of them cut into sentences`;
  return paragraphs === 1
    ? `its one paragraph was cut into ${list.length} points, by sentences`
    : `its ${paragraphs} paragraphs became ${list.length} points${which || ", by sentences"}`;
}

function leastCut(lengths: readonly number[]): number {
  const written = lengths.filter((words) => words > 0).length;
  const mean = sumOf(lengths) / Math.max(1, written);
  return written <= few || mean > prose ? long : Number.POSITIVE_INFINITY;
}

/** Sentences, short ones and those that lean on the one before joined with it. */
function sentenceGroups(text: string, language: Language, least: number): Span[] {
  const groups: Span[] = [];
  for (const { start, end } of sentences(text, tokens(text), language)) {
    const last = groups.at(-1);
    if (last !== undefined && belongTogether(text.slice(last.start, last.end), text.slice(start, end), least))
      groups[groups.length - 1] = { start: last.start, end };
    else groups.push({ start, end });
  }
  return groups;
}

function belongTogether(before: string, sentence: string, least: number): boolean {
  const [own, others] = [countWords(sentence), countWords(before)];
  if (own + others > longest) return false;
  return others < least || own < least || (leaning.test(sentence) && own + others <= longest * 0.75);
}

/** The sentence before says who "he" or "this" is. */
const leaning = /^["“'‘]?(?:he|she|it|they|this|that|these|those|his|her|their|its|there|here|so|thus|but|and|or)\b/i;

/** Where no spaces divide words, two letters count as one. */
function countWords(text: string): number {
  const letters = text.match(unspaced)?.length ?? 0;
  const spaced = letters === 0 ? text : text.replace(unspaced, " ");
  return (spaced.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)?.length ?? 0) + Math.ceil(letters / 2);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
