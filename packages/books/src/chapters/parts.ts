import { groupedBy } from "@plotline/base";
import { headingText } from "./heading.ts";
import type { Heading } from "./heading-forms.ts";
import type { Line } from "./lines.ts";
import type { Piece } from "./pieces.ts";
import type { StudiedBook } from "./study.ts";

/** A part's name before `, CHAPTER I`; a longer one is named by word and number. */
const longestPartName = 40;

/**
 * What comes before a chapter's own heading where numbers are used again: `ACT II` of `ACT II, SCENE I`. Empty where the book
 * counts its chapters through, and where the heading says it itself.
 */
export function partsAbove({ blocks, lines }: StudiedBook, chapters: readonly Piece[]): (piece: Piece) => string {
  const counted = chapters.flatMap(({ line }) => line?.heading?.number ?? []);
  const restarts = counted.some((number, k) => k > 0 && number <= counted[k - 1]!);
  const own = new Set(chapters.map(({ at }) => at));
  const parts = lines.filter(
    ({ block, heading }) => heading !== undefined && !own.has(block) && (isPart(heading) || isEnd(heading)),
  );
  const words = [
    ...groupedBy(
      parts.filter(({ heading }) => isPart(heading!)),
      ({ heading }) => heading!.word,
    ).values(),
  ]
    .sort((a, b) => a.length - b.length)
    .map(([first]) => first!.heading!.word);
  return ({ at, line }) => {
    if (!restarts || line?.heading?.number === undefined || line.heading.parent !== undefined) return "";
    let from = -1;
    const names = words.flatMap((word) => {
      const part = parts.findLast(({ block, heading }) => heading!.word === word && block > from && block < at);
      if (part === undefined) return [];
      from = part.block;
      return nameOf(part, blocks[part.block]!.text);
    });
    const end = parts.findLast(({ block, heading }) => isEnd(heading!) && block > from && block < at);
    const isBelowEnd =
      end !== undefined &&
      !chapters.some((other) => other.at > end.block && other.at < at && other.line?.heading?.number === 1) &&
      line.heading.number === 1;
    return (isBelowEnd ? [headingText(blocks[end.block]!, end.heading!)] : names)
      .join(", ")
      .replace(/[\s.:;,–—-]+$/, "");
  };
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
  const { title, word, number, lines } = heading!;
  const printed = headingText({ text } as never, { ...heading!, lines });
  const at = title === "" ? -1 : printed.lastIndexOf(title);
  const name = (at > 0 ? printed.slice(0, at) : printed).replace(/[\s.:;,–—-]+$/, "");
  return name !== "" && name.length <= longestPartName
    ? name
    : `${word.charAt(0).toUpperCase()}${word.slice(1)} ${number}`;
}
