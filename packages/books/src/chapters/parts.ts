import { groupedBy } from "@plotline/base";
import { headingText } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import { formOf, type Line } from "./lines.ts";
import type { Piece } from "./pieces.ts";
import type { StudiedBook } from "./study.ts";

/** A part's name before `, CHAPTER I`; a longer one is named by word and number. */
const longestPartName = 40;
/** Words between such a name and the first of its chapters. */
const mostBetween = 40;

/**
 * What comes before a chapter's own heading where numbers are used again: `ACT II` of `ACT II, SCENE I`. Empty where the book
 * counts its chapters through, and where the heading says it itself.
 */
export function partsAbove(
  { blocks, lines, words: before }: StudiedBook,
  chapters: readonly Piece[],
): (piece: Piece) => string {
  const counted = chapters.flatMap(({ line }) => line?.heading?.number ?? []);
  const restarts = counted.some((number, k) => k > 0 && number <= counted[k - 1]!);
  const own = new Set(chapters.map(({ at }) => at));
  const named = lines.filter(({ heading }) => heading !== undefined);
  // A day above the stories that are told on it.
  const holds = ({ heading, block }: Line) => {
    const first = chapters.find(({ at }) => at > block);
    const isFirst = first?.line?.heading?.number === 1 && before[first.at]! - before[block + 1]! < mostBetween;
    return isFirst && heading!.class === "leaf" && heading!.number !== undefined && first.form !== formOf(heading);
  };
  const parts = named.flatMap((line): Part[] => {
    const [{ block, heading }, { text }] = [line, blocks[line.block]!];
    if (heading!.parent !== undefined)
      return own.has(block) ? [{ block, word: heading!.parent.word, name: parentName(line, text) }] : [];
    return (isPart(heading!) || holds(line)) && !own.has(block)
      ? [{ block, word: heading!.word, name: nameOf(line, text) }]
      : [];
  });
  const ends = named.filter(({ block, heading }) => {
    const first = chapters.find(({ at }) => at > block);
    return isEnd(heading!) && !own.has(block) && first?.line?.heading?.number === 1;
  });
  const words = [...groupedBy(parts, ({ word }) => word)].sort(([, a], [, b]) => a.length - b.length);
  return ({ at, line }) => {
    if (!restarts || line?.heading?.number === undefined || line.heading.parent !== undefined) return "";
    const end = ends.findLast(({ block }) => block < at);
    let from = end?.block ?? -1;
    const names = words.flatMap(([, all]) => {
      const part = all.findLast(({ block }) => block > from && block < at);
      from = part?.block ?? from;
      return part?.name ?? [];
    });
    if (end !== undefined && names.length === 0) return trimmed(headingText(blocks[end.block]!, end.heading!));
    return trimmed(names.join(", "));
  };
}

interface Part {
  readonly block: number;
  readonly word: string;
  readonly name: string;
}

function isPart({ class: kind }: Heading): boolean {
  return kind === "division" || kind === "act";
}

/** A prologue or an epilogue whose chapters are counted for themselves. */
function isEnd({ class: kind }: Heading): boolean {
  return kind === "opening" || kind === "closing";
}

/** `BOOK ONE` of `BOOK ONE: RECALLED TO LIFE`. */
function nameOf({ heading }: Line, text: string): string {
  const { title, word, number } = heading!;
  const printed = headingText({ text }, heading!);
  const at = title === "" ? -1 : printed.lastIndexOf(title);
  const name = trimmed(at > 0 ? printed.slice(0, at) : printed);
  return name !== "" && name.length <= longestPartName ? name : calledBy(word, number);
}

/** `ACT I` of `ACT I. SCENE II.` */
function parentName({ heading }: Line, text: string): string {
  const printed = headingText({ text }, heading!);
  const own = heading!.word === "" ? -1 : printed.toLowerCase().indexOf(heading!.word, 1);
  return own > 0 ? trimmed(printed.slice(0, own)) : calledBy(heading!.parent!.word, heading!.parent!.number);
}

function calledBy(word: string, number: number | undefined): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${number}`;
}

function trimmed(name: string): string {
  return name.replace(/[\s.:;,–—-]+$/, "");
}
