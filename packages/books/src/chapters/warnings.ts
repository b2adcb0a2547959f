import type { Choice } from "./choose.ts";
import type { Section } from "./sections.ts";
import type { StudiedBook } from "./study.ts";
import type { Division } from "./divisions.ts";
import { undecorated } from "./lettering.ts";

/** Sections that are named one by one. */
const mostNamed = 4;

/** What a reader should look at: numbers that are missing or come twice, and where the division may be another. */
export function warningsOf(book: StudiedBook, { division, rival, isSure }: Choice, chapters: readonly Section[]): string[] {
  return [...(isSure ? [] : [guessOf(book, division, rival)]), ...countsOf(book, division, chapters)];
}

function guessOf(book: StudiedBook, { pieces, chances, chapters }: Division, rival: Division | undefined): string {
  const own = new Set(chapters.map(({ at }) => at));
  const other = new Set(rival?.chapters.map(({ at }) => at));
  const doubtful = pieces.filter((_, k) => chances[k]! < 0.8).map(({ at }) => at);
  const differ = [...[...own].filter((at) => !other.has(at)), ...[...other].filter((at) => !own.has(at))];
  const named = doubtful.length > 0 && doubtful.length <= mostNamed ? doubtful : differ.length > 0 && differ.length <= mostNamed ? differ : [];
  if (named.length > 0) {
    const [kept, left] = [named.filter((at) => own.has(at)), named.filter((at) => !own.has(at))];
    const asks = [
      ...(kept.length === 0 ? [] : [`${placesOf(book, kept)}, which may begin no chapter`]),
      ...(left.length === 0 ? [] : [`${placesOf(book, left)}, which may begin a chapter too`]),
    ];
    return `look at ${asks.join("; and at ")}`;
  }
  const first = rival?.chapters[0]?.at;
  const others = first === undefined ? "" : `; another division has ${rival!.chapters.length}, from ${placesOf(book, [first])} on`;
  if (chapters.length === 1) return `that it is one chapter is a guess: look for headings inside${others}`;
  return `the ${chapters.length} chapters are a guess: look through their headings${others}`;
}

function placesOf({ blocks, lines }: StudiedBook, places: readonly number[]): string {
  const known = new Set(lines.map(({ block }) => block));
  const texts = places.map((at) => {
    const { text, line } = blocks[at]!;
    return `${known.has(at) ? `"${undecorated(text.trim().split("\n")[0]!).slice(0, 60)}"` : "the text"} at line ${line}`;
  });
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter(Boolean).join(" and ");
}

/** Where the count of the chapters leaves a number out, or gives one twice. */
function countsOf({ blocks }: StudiedBook, { chapters }: Division, sections: readonly Section[]): string[] {
  const found: string[] = [];
  for (const [k, { line, at, form }] of chapters.entries()) {
    const before = chapters.slice(0, k).findLast((other) => other.form === form);
    const [last, number] = [before?.line?.heading?.number, line?.heading?.number];
    if (last === undefined || number === undefined || !Number.isFinite(number) || before!.form.startsWith("part")) continue;
    const where = `before line ${blocks[at]!.line} ("${sections[k]!.heading.slice(0, 60)}")`;
    if (number === last + 2) found.push(`number ${last + 1} is missing between ${last} and ${number}, ${where}`);
    else if (number > last + 2) found.push(`numbers ${last + 1} to ${number - 1} are missing between ${last} and ${number}, ${where}`);
    else if (number === last && number !== 1)
      found.push(`number ${number} begins twice, at line ${blocks[before!.at]!.line} and at line ${blocks[at]!.line}: look whether both are chapters`);
  }
  return found.length > mostNamed ? [`${found[0]}; and ${found.length - 1} more steps of the count are not by one`] : found;
}
