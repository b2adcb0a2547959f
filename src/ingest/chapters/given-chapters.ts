import { Problem } from "../../problem.ts";
import type { Block } from "../book/block.ts";
import type { Chapters } from "./chapterise.ts";
import { titleKey } from "./lettering.ts";
import type { Section } from "./sections.ts";

/** Chapters where the user says they are: each heading is a line of the book, looked for below the one before. */
export function chaptersNamed(blocks: readonly Block[], headings: readonly string[], name: string): Chapters {
  const wanted = headings.map((heading) => heading.trim()).filter(Boolean);
  if (wanted.length === 0)
    throw new Problem("The list of chapters is empty: give one heading a line, as the book has it.");
  const places = placesFromTheEnd(blocks, wanted, name);
  const chapters = places.map(({ block, line }, k): Section => {
    const to = places[k + 1]?.block ?? blocks.length;
    return {
      heading: wanted[k]!,
      from: block,
      skip: line + 1,
      to,
      line: blocks[block]!.line + line,
      evidence: ["given: the list of chapters"],
    };
  });
  const before: Section = {
    heading: "before the first chapter",
    from: 0,
    skip: 0,
    to: places[0]!.block,
    line: 1,
    evidence: [],
    explained: true,
  };
  return {
    play: false,
    chapters,
    headings: chapters.map(({ from, skip }) => ({ from, to: from, lines: skip })),
    apart: before.to > 0 ? [before] : [],
    contents: { lists: [], entries: [] },
    warnings: [],
  };
}

interface Place {
  readonly block: number;
  readonly line: number;
}

/** Searched from the end, so that a contents list at the start is never taken for the chapters. */
function placesFromTheEnd(blocks: readonly Block[], wanted: readonly string[], name: string): Place[] {
  const places: Place[] = [];
  let before = blocks.length;
  for (const heading of wanted.toReversed()) {
    const key = titleKey(heading);
    const found = findUp(blocks, key, before);
    if (found === undefined) {
      const next = places[0] === undefined ? "" : `, above line ${blocks[places[0].block]!.line}`;
      throw new Problem(`${name} has no line "${heading}"${next}; copy the headings from the book, in its order.`);
    }
    places.unshift(found);
    before = found.block;
  }
  return places;
}

function findUp(blocks: readonly Block[], key: string, before: number): Place | undefined {
  for (let block = before - 1; block >= 0; block--) {
    const text = blocks[block]!.text;
    if (titleKey(text.slice(0, 400)) === key && text.length < 400)
      return { block, line: text.trim().split("\n").length - 1 };
    const line = text.split("\n").findIndex((each) => titleKey(each) === key);
    if (line === 0) return { block, line };
  }
  return undefined;
}
