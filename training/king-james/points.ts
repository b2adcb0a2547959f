import type { Link } from "@plotline/align";
import type { BibleChapter, Verse } from "./book.ts";

/** A point of the guide, and the verses at which it begins: several, where what it names comes again. */
export interface VersePoint {
  readonly text: string;
  readonly verses: readonly number[];
}

/**
 * `1 The creation, 3 of the light. 9. 11 The earth` is three points, which begin at verse 1, at 3, and at 9 and 11. A number
 * that is no verse of the chapter belongs to the words; what comes before the first number begins with the chapter.
 */
export function pointsOf({ heading, verses }: Pick<BibleChapter, "heading" | "verses">): VersePoint[] {
  const numbersOfVerses = verses.map(({ number }) => number);
  const [start, end] = [Math.min(...numbersOfVerses), Math.max(...numbersOfVerses)];
  const isVerse = (number: number) => number >= start && number <= end;
  const points: { text: string; verses: number[] }[] = [];
  let [text, numbers] = ["", [start]];
  const close = () => {
    if (/[\p{L}\p{N}]/u.test(text)) points.push({ text: text.trim(), verses: numbers });
    else if (points.length > 0) points.at(-1)!.text += text.trimEnd();
    text = "";
  };
  let done = 0;
  // A capital I in the place of the first number is a misread 1.
  const printed = heading.replace(/^I (?=\p{Lu})/u, "1 ");
  for (const found of printed.matchAll(numberList)) {
    const named = [...found[0].matchAll(/\d+/g)].map(([number]) => Number(number));
    if (!named.every(isVerse)) continue;
    text += printed.slice(done, found.index);
    close();
    numbers = named;
    done = found.index + found[0].length;
  }
  text += printed.slice(done);
  close();
  return points;
}

/** What the points cover, by the verses that they name; undefined where the printed numbers contradict each other. */
export function goldOf(points: readonly VersePoint[], verses: readonly Verse[]): Link[] | undefined {
  return isAscending(points) ? linksOf(points, verses) : undefined;
}

/** `3`, `3.`, `9. 11`, `1 and 17`, `12. and 54.`: what is between the numbers is not part of a clause. */
const numberList = /(?<![\p{L}\d])\d{1,9}(?:\s*[.,;]?\s*(?:and\s+|&\s*)?\d{1,9})*(?![\p{L}\d])(?:\s*\.(?=\s))?/gu;

/** Clauses begin one after the other, and each list of verses ascends; where they do not, a number is misprinted. */
function isAscending(points: readonly VersePoint[]): boolean {
  const rises = (numbers: readonly number[]) => numbers.every((number, k) => k === 0 || number > numbers[k - 1]!);
  const firsts = points.map(({ verses }) => verses[0]!);
  return firsts.every((first, k) => k === 0 || first >= firsts[k - 1]!) && points.every(({ verses }) => rises(verses));
}

/** A point covers from each of its verses up to the verse before the next one that any point names. */
function linksOf(points: readonly VersePoint[], verses: readonly Verse[]): Link[] {
  const named = [...new Set(points.flatMap((point) => point.verses))].sort((a, b) => a - b);
  const next = new Map(named.map((verse, k) => [verse, named[k + 1] ?? Number.POSITIVE_INFINITY]));
  return points.flatMap((point, summary) => {
    const covers = (verse: number) => point.verses.some((from) => verse >= from && verse < next.get(from)!);
    return verses.flatMap(({ number }, story) => (covers(number) ? [{ summary, story, confidence: 1 }] : []));
  });
}
