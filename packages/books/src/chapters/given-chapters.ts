import { Problem } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { textBefore } from "../blocks/sums.ts";
import type { Chapters } from "./chapterise.ts";
import { titleKey } from "./lettering.ts";
import type { Section } from "./sections.ts";

/** Headings that the user gives: which line of the book each of them is. */
const limits = {
  /** No heading is longer. */
  longest: 400,
  /** A line that is just the same, and one that has other marks; one in other letters counts least. */
  same: 3,
  sameLetters: 2,
  /** A heading without this much text below is an entry of a contents list. */
  leastText: 120,
  noText: -2.5,
  /** A line that comes more often is no heading. */
  mostPlaces: 300,
} as const;

/** Chapters where the user says they are: each heading is a line of the book, looked for below the one before. */
export function chaptersNamed(blocks: readonly Block[], headings: readonly string[], name: string): Chapters {
  const wanted = headings.map((heading) => heading.trim()).filter(Boolean);
  if (wanted.length === 0)
    throw new Problem("The list of chapters is empty: give one heading per line, as the book has it.");
  const places = bestPlaces(blocks, wanted, name);
  const chapters = places.map(({ block, line }, k): Section => {
    const to = places[k + 1]?.block ?? blocks.length;
    return {
      heading: wanted[k]!,
      at: block,
      from: block,
      skip: line + 1,
      to,
      line: blocks[block]!.line + line,
      reasons: [{ kind: "given" }],
    };
  });
  const before: Section = {
    heading: "before the first chapter",
    at: 0,
    from: 0,
    skip: 0,
    to: places[0]!.block,
    line: 1,
    isDescribed: true,
    reasons: [],
    explained: true,
  };
  return {
    scenic: false,
    chapters,
    headings: chapters.map(({ from, skip }) => ({ from, to: from, lines: skip })),
    apart: before.to > 0 ? [before] : [],
    warnings: [],
  };
}

interface Place {
  readonly block: number;
  readonly line: number;
  /** How much it is the line that was given: the same, the same but for its marks, or in other letters too. */
  readonly likeness: number;
}

/**
 * The places, in order, that are most like the headings and have a text below each: of a heading that comes again in a
 * contents list or in a dialogue, the one that is a heading.
 */
function bestPlaces(blocks: readonly Block[], wanted: readonly string[], name: string): Place[] {
  const before = textBefore(blocks);
  let after: Chain[] = [{ places: [], first: blocks.length, score: 0 }];
  for (const heading of wanted.toReversed()) {
    const candidates = placesOf(blocks, heading);
    const chains = candidates.flatMap((place): Chain[] => {
      const all = after.flatMap(({ places, first, score }) => {
        if (first <= place.block) return [];
        const isEmpty = before[first]! - before[Math.min(place.block + 1, first)]! < limits.leastText;
        return {
          places: [place, ...places],
          first: place.block,
          score: place.likeness + score + (isEmpty ? limits.noText : 0),
        };
      });
      return best(all, (a, b) => a > b);
    });
    if (chains.length === 0) throw notFound(heading, candidates.length > 0, blocks[after[0]!.first]?.line, name);
    after = chains;
  }
  // Of two that are alike, the first is an entry of a list.
  return [...best(after, (a, b) => a >= b)[0]!.places];
}

/** Places from some heading to the last one. */
interface Chain {
  readonly places: readonly Place[];
  readonly first: number;
  readonly score: number;
}

function best(all: readonly Chain[], isBetter: (score: number, than: number) => boolean): Chain[] {
  return all.length === 0 ? [] : [all.reduce((a, b) => (isBetter(b.score, a.score) ? b : a))];
}

function notFound(heading: string, isElsewhere: boolean, line: number | undefined, name: string): Problem {
  const where = line === undefined || !isElsewhere ? "" : `, above line ${line}`;
  return new Problem(`${name} has no line "${heading}"${where}; copy the headings from the book, in its order.`);
}

/** Every block that is this heading, or begins with it as a line of its own; no more than a book has of one. */
function placesOf(blocks: readonly Block[], heading: string): Place[] {
  const key = titleKey(heading);
  const found: Place[] = [];
  for (let block = 0; block < blocks.length && found.length < limits.mostPlaces; block++) {
    const text = blocks[block]!.text.trim();
    const first = text.slice(0, limits.longest).split("\n", 1)[0]!;
    const printed = [text.slice(0, limits.longest), first].find((each) => titleKey(each) === key);
    if (printed !== undefined)
      found.push({ block, line: printed.split("\n").length - 1, likeness: likenessOf(printed, heading) });
  }
  return found;
}

function likenessOf(text: string, heading: string): number {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat === heading.replace(/\s+/g, " ")) return limits.same;
  return plain(flat) === plain(heading) ? limits.sameLetters : 0;
}

/** Letters as they are printed, without marks around them. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
