import { type Block, onOneLine } from "@plotline/formats";
import type { Chapters } from "../chapters/chapterise.ts";
import { undecorated } from "../chapters/lettering.ts";
import type { Section } from "../chapters/sections.ts";

/** In characters. */
const longestTitle = 320;
/** How many chapters show how a book sets titles; and how many it takes where nothing but their place sets them apart. */
const [leastTitled, leastInAll] = [3, 10];

/** What a chapter has right below the line of its number: a title, an argument, or its first paragraph. */
interface Below {
  readonly section: Section;
  readonly text: string;
  /** It is part of the heading. */
  readonly isTaken: boolean;
  /** How it is set: in the block of the number, or so far below it and so far indented. */
  readonly setting: string;
  /** It is not set like a paragraph of the text. */
  readonly isApart: boolean;
  /** The block in which the text goes on. */
  readonly next: number;
}

/**
 * A book that has titles or arguments below the numbers of its chapters has them below all: those that are set like the ones
 * that became part of a heading, but were too long for one or whole sentences, become part of theirs.
 */
export function withTitlesBelow(blocks: readonly Block[], found: Chapters): Chapters {
  const all = found.chapters.flatMap((section) => below(blocks, section) ?? []);
  const titled = all.filter(({ isTaken }) => isTaken);
  if (titled.length < leastTitled) return found;
  const settings = new Set(titled.map(({ setting }) => setting));
  const others = all.filter(({ isTaken }) => !isTaken);
  const alike = others.filter(({ text, setting }) => settings.has(setting) && mayBeTitle(text));
  const isInAll = alike.length === others.length && all.length >= leastInAll;
  const titles = new Map(alike.filter(({ isApart }) => isApart || isInAll).map((each) => [each.section, each]));
  if (titles.size === 0) return found;
  const places = new Map([...titles].map(([{ at }, { next }]) => [at, next]));
  return {
    ...found,
    chapters: found.chapters.map((section) => {
      const title = titles.get(section);
      if (title === undefined) return section;
      return { ...section, heading: `${section.heading} ${undecorated(title.text)}`, from: title.next, skip: 0 };
    }),
    headings: found.headings.map((place) => ({
      ...place,
      ...(places.has(place.from) && { to: places.get(place.from)!, lines: 0 }),
    })),
  };
}

function below(blocks: readonly Block[], section: Section): Below | undefined {
  const { at, from, skip, to } = section;
  const [first = "", ...lines] = blocks[at]?.text.trim().split("\n") ?? [];
  const isWrapped = lines.length > 0;
  const next = isWrapped ? at + 1 : at + 2;
  const isWhole = from === next && skip === 0;
  const isOpen = isWrapped ? from === at && skip === 1 : from === at + 1 && skip === 0;
  if (first === "" || next >= to || (!isWhole && !isOpen)) return undefined;
  const title = blocks[next - 1]!;
  const indent = /^ */.exec(title.text)![0].length;
  const isWide = blocks[next]!.gap > 1 && blocks[next]!.gap > (blocks[next + 1]?.gap ?? 0);
  return {
    section,
    text: onOneLine(isWrapped ? lines.join("\n") : title.text),
    isTaken: isWhole,
    setting: isWrapped ? "in the block" : `${title.gap} lines below, ${indent} indented`,
    isApart: isWrapped || indent > 0 || isWide,
    next,
  };
}

function mayBeTitle(text: string): boolean {
  return text.length <= longestTitle && /^[^\p{L}\p{N}"“‘'«—–-]*[\p{Lu}\p{N}]/u.test(text);
}
