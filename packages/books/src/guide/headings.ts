import { groupedBy } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { readLabel } from "../match/label.ts";
import { headingAt, isAsideLabel, isParagraph, isShortTitle, isSummaryHeading, namesChapter } from "./blocks.ts";
import { withoutColumnNames } from "./tables.ts";

/**
 * The blocks with the headings that their format does not mark. Where fewer than two chapters have a heading, short blocks
 * that name one are headings, then what is before the colon of `Chapter 1: …`, then the numbers of a list that goes chapter by
 * chapter, then the items of a list that hold lists. `Analysis: …` is a heading with its text whatever the others are. A page
 * that is one chapter (`single`) has no headings of others.
 */
export function withHeadings(blocks: readonly Block[], { single }: { readonly single: boolean }): Block[] {
  const text = withoutNotes(withoutColumnNames(blocks));
  return withAsideHeadings(withTitles(single ? text : withChapterHeadings(text)));
}

function withChapterHeadings(blocks: readonly Block[]): readonly Block[] {
  if (chaptersNamed(blocks) >= leastChapters) return blocks;
  const found = [shortLines, runIn, counted].map((find) => find(blocks));
  return found.find((each) => chaptersNamed(each) >= leastChapters) ?? inCapitals(itemsAbove(blocks));
}

const leastChapters = 2;

function chaptersNamed(blocks: readonly Block[]): number {
  const labels = blocks.filter(({ level }) => level > 0).map(({ text }) => readLabel(text));
  return new Set(labels.flatMap(({ part, numbers }) => (numbers ? `${part} ${numbers.first}` : []))).size;
}

/** `Chapter 3` in a list, a cell of a table or a division of its own; but a list of nothing else is a table of contents. */
function shortLines(blocks: readonly Block[]): readonly Block[] {
  const names = blocks.map(
    (block, k) => block.level === 0 && (namesChapter(block.text) || isRowName(block, blocks[k + 1])),
  );
  const found = names.filter(Boolean).length;
  const aboveText = names.filter((is, k) => is && k + 1 < names.length && !names[k + 1]).length;
  return 2 * aboveText < found ? blocks : blocks.map((block, k) => (names[k] ? headingAt(block, block.text) : block));
}

/** `12. I Receive a Visitor and Bait a Hook` in the first column of a table. */
function isRowName({ text, cell }: Block, next: Block | undefined): boolean {
  const isFirst = cell?.column === 0 && next?.cell?.row === cell.row && next.text.length > text.length;
  return isFirst && text.length <= longestTitle && readLabel(text).numbers !== undefined;
}

/** `Chapter 1: They meet.` `Ch. 1 – They meet.` */
function runIn(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) => {
    const ends = block.level > 0 ? [] : [...block.text.slice(0, longestName).matchAll(/[:.]\s+|\s[–—-]\s+|\s*\t\s*/g)];
    for (const { index, 0: mark } of ends) {
      const [name, text] = [block.text.slice(0, index), block.text.slice(index + mark.length)];
      const isName = /\d|\s/.test(name) && (name.length > 1 || mark.includes("\t")) && namesChapter(name);
      if (isName && /\s\S+\s/.test(text)) return [headingAt(block, name), { ...block, text }];
    }
    return [block];
  });
}

const [longestName, longestTitle] = [45, 100];

const byChapter =
  /\b(?:chapter[- ]by[- ]chapter|(?:by|for each|each) chapter|chapter (?:summaries|outlines?|synops[ie]s)|summaries of (?:the |all )?chapters)\b/i;

/** `1. …`, `2. …` below a title that says "chapter by chapter": each is a chapter's summary. */
function counted(blocks: readonly Block[]): readonly Block[] {
  const points = blocks.filter(({ item }) => item !== undefined);
  const first = blocks.findIndex(({ item }) => item !== undefined);
  const isSaid = blocks.slice(0, Math.max(0, first)).some(({ text }) => byChapter.test(text));
  if (!isSaid || points.length < 3 || points.some(({ item }, k) => item?.count !== k + 1)) return blocks;
  return blocks.flatMap((block) =>
    block.item !== undefined ? [headingAt(block, `Chapter ${block.item.count}`), block] : [block],
  );
}

/** The outermost items of a list, where each is a title with a list of its own. */
function itemsAbove(blocks: readonly Block[]): readonly Block[] {
  const depth = Math.min(...blocks.map(({ item }) => item?.depth ?? Number.POSITIVE_INFINITY));
  const isTitle = ({ text }: Block, k: number) =>
    isShortTitle(text.replace(/[!?]$/, "")) && (blocks[k + 1]?.item?.depth ?? 0) > depth;
  const outer = blocks.map(({ item }) => item?.depth === depth);
  if (outer.filter(Boolean).length < leastChapters || blocks.some((block, k) => outer[k] && !isTitle(block, k)))
    return blocks;
  return blocks.map((block, k) =>
    outer[k]
      ? headingAt(block, block.item?.count === undefined ? block.text : `${block.item.count}. ${block.text}`)
      : block,
  );
}

/** `THE OLD SEA-DOG` above text, again and again, where nothing else is a heading. */
function inCapitals(blocks: readonly Block[]): readonly Block[] {
  const isTitle = ({ text, item }: Block) =>
    item === undefined && /\p{Lu}{2}/u.test(text) && text === text.toUpperCase() && isShortTitle(text);
  const titles = blocks.map((block, k) => isTitle(block) && isParagraph(blocks[k + 1]) && !isTitle(blocks[k + 1]!));
  const others = blocks.filter(({ level }, k) => level > 0 && !titles[k]).length;
  if (others > 0 || titles.filter(Boolean).length < leastChapters) return blocks;
  return blocks.map((block, k) => (titles[k] ? headingAt(block, block.text) : block));
}

/** `Chapter 1` and below it `The Storm`, in most chapters: one heading. */
function withTitles(blocks: readonly Block[]): readonly Block[] {
  const isBare = ({ level, text }: Block) => level > 0 && isNumberOnly(text);
  const isTitled = (k: number) => isBare(blocks[k]!) && isTitleBelow(blocks[k + 1]) && blocks[k + 2]?.level === 0;
  const titled = new Set([...blocks.keys()].filter(isTitled));
  if (titled.size < leastChapters || 2 * titled.size < blocks.filter(isBare).length) return blocks;
  return blocks.flatMap((block, k) => {
    if (titled.has(k)) return [{ ...block, text: `${block.text}: ${blocks[k + 1]!.text}` }];
    return titled.has(k - 1) ? [] : [block];
  });
}

function isNumberOnly(text: string): boolean {
  const { numbers, title } = readLabel(text);
  return numbers !== undefined && title.length === 0;
}

function isTitleBelow(block: Block | undefined): boolean {
  return isParagraph(block) && isShortTitle(block.text) && /^["'“‘]?\p{Lu}/u.test(block.text);
}

interface Labelled {
  readonly label: string;
  readonly text: string;
}

function asideLabel({ level, text }: Block): Labelled | undefined {
  const [, label = "", rest = ""] = level > 0 ? [] : (/^([^:]{2,40}?)(?::|\s[–—])\s+(\S.*)$/.exec(text) ?? []);
  return isAsideLabel(label) || isSummaryHeading(label) ? { label, text: rest } : undefined;
}

/**
 * `Analysis: …` and `Summary: …`, as headings above their text. An analysis reaches to the next heading where it comes once,
 * after the summary; otherwise it is this paragraph alone.
 */
function withAsideHeadings(blocks: readonly Block[]): Block[] {
  return chaptersOf(blocks).flatMap((chapter) => {
    const labels = chapter.map(asideLabel);
    const hasSummary = labels.some((found) => found !== undefined && isSummaryHeading(found.label));
    const named = groupedBy(labels, (found) => found?.label);
    const firstText = chapter.findIndex(({ level }, k) => level === 0 && labels[k] === undefined);
    return chapter.flatMap((block, k) => {
      const found = labels[k];
      if (found === undefined) return [block];
      const own = [headingAt(block, found.label), { ...block, text: found.text }];
      const isLast = firstText >= 0 && firstText < k && named.get(found.label)!.length === 1;
      const reaches = isSummaryHeading(found.label) || (found.label !== footnote && (hasSummary || isLast));
      return reaches ? own : [...own, headingAt(block, "Summary")];
    });
  });
}

/** The blocks between headings that name chapters. */
function chaptersOf(blocks: readonly Block[]): Block[][] {
  const chapters: Block[][] = [[]];
  for (const block of blocks) {
    if (block.level > 0 && readLabel(block.text).numbers !== undefined) chapters.push([]);
    chapters.at(-1)!.push(block);
  }
  return chapters;
}

const footnote = "Footnote";
const note = /^\[\^?(\w{1,4}|\*{1,3})\]:?\s+(?=\S)/;

/** Footnotes, `[1] See page 4.`, as asides, and the text without their marks. */
function withoutNotes(blocks: readonly Block[]): readonly Block[] {
  const marks = new Set<string>();
  for (const { text } of blocks)
    for (const [mark] of text.slice(1).matchAll(/\[\^?(?:\w{1,4}|\*{1,3})\]/g)) marks.add(mark);
  const isNote = ({ text }: Block) => note.test(text) && marks.has(text.slice(0, text.indexOf("]") + 1));
  const answered = new Set(blocks.filter(isNote).map(({ text }) => text.slice(0, text.indexOf("]") + 1)));
  if (answered.size === 0) return blocks;
  return blocks.map((block) =>
    isNote(block)
      ? { ...block, text: block.text.replace(note, `${footnote}: `) }
      : {
          ...block,
          text: block.text.replace(/\s?\[\^?(?:\w{1,4}|\*{1,3})\]/g, (mark) => (answered.has(mark.trim()) ? "" : mark)),
        },
  );
}
