import { groupedBy } from "@plotline/base";
import { readLabel } from "../match/label.ts";
import { type GuideBlock, headingAt, isAsideLabel, isShortTitle, isSummaryHeading, namesChapter } from "./blocks.ts";
import { withoutColumnNames } from "./tables.ts";

/**
 * The blocks with the headings that their format does not mark. Where fewer than two chapters have a heading, short blocks
 * that name one are headings, then what is before the colon of `Chapter 1: …`, then the numbers of a list that goes chapter by
 * chapter, then the items of a list that hold lists. `Analysis: …` is a heading with its text whatever the others are. A page
 * that is one chapter (`single`) has no headings of others.
 */
export function withHeadings(blocks: readonly GuideBlock[], { single }: { readonly single: boolean }): GuideBlock[] {
  const text = withoutNotes(withoutColumnNames(blocks));
  return withAsideHeadings(withTitles(single ? text : withChapterHeadings(text)));
}

function withChapterHeadings(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  if (chaptersNamed(blocks) >= leastChapters) return blocks;
  const found = [shortLines, runIn, counted].map((find) => find(blocks));
  return found.find((each) => chaptersNamed(each) >= leastChapters) ?? itemsAbove(blocks);
}

const leastChapters = 2;

function chaptersNamed(blocks: readonly GuideBlock[]): number {
  const labels = blocks.filter(({ kind }) => kind === "heading").map(({ text }) => readLabel(text));
  return new Set(labels.flatMap(({ part, numbers }) => (numbers ? `${part} ${numbers.first}` : []))).size;
}

/** `Chapter 3` in a list, a cell of a table or a division of its own; but a list of nothing else is a table of contents. */
function shortLines(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  const names = blocks.map(({ kind, text }) => kind !== "heading" && namesChapter(text));
  const found = names.filter(Boolean).length;
  const aboveText = names.filter((is, k) => is && k + 1 < names.length && !names[k + 1]).length;
  return 2 * aboveText < found ? blocks : blocks.map((block, k) => (names[k] ? headingAt(block, block.text) : block));
}

/** `Chapter 1: They meet.` */
function runIn(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  return blocks.flatMap((block) => {
    const [, name = "", text = ""] =
      block.kind === "heading" ? [] : (/^(.{2,40}?)(?:[:.]\s+|\s[–—-]\s+|\s*\t\s*)(.*)$/.exec(block.text) ?? []);
    return /\d|\s/.test(name) && namesChapter(name) && /\s\S+\s/.test(text)
      ? [headingAt(block, name), { ...block, text }]
      : [block];
  });
}

const byChapter =
  /\b(?:chapter[- ]by[- ]chapter|(?:by|for each|each) chapter|chapter (?:summaries|outlines?|synops[ie]s)|summaries of (?:the |all )?chapters)\b/i;

/** `1. …`, `2. …` below a title that says "chapter by chapter": each is a chapter's summary. */
function counted(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  const points = blocks.filter(({ kind }) => kind === "bullet");
  const first = blocks.findIndex(({ kind }) => kind === "bullet");
  const isSaid = blocks.slice(0, Math.max(0, first)).some(({ text }) => byChapter.test(text));
  if (!isSaid || points.length < 3 || points.some(({ count }, k) => count !== k + 1)) return blocks;
  return blocks.flatMap((block) =>
    block.kind === "bullet" ? [headingAt(block, `Chapter ${block.count}`), block] : [block],
  );
}

/** The outermost items of a list, where each is a title with a list of its own. */
function itemsAbove(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  const depth = Math.min(...blocks.map((block) => block.depth ?? Number.POSITIVE_INFINITY));
  const isTitle = ({ text }: GuideBlock, k: number) => isShortTitle(text) && (blocks[k + 1]?.depth ?? 0) > depth;
  const outer = blocks.map((block) => block.depth === depth);
  if (outer.filter(Boolean).length < leastChapters || blocks.some((block, k) => outer[k] && !isTitle(block, k)))
    return blocks;
  return blocks.map((block, k) =>
    outer[k] ? headingAt(block, block.count === undefined ? block.text : `${block.count}. ${block.text}`) : block,
  );
}

/** `Chapter 1` and below it `The Storm`, in most chapters: one heading. */
function withTitles(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  const isBare = ({ kind, text }: GuideBlock) => kind === "heading" && isNumberOnly(text);
  const isTitled = (k: number) =>
    isBare(blocks[k]!) && isTitleBelow(blocks[k + 1]) && (blocks[k + 2]?.kind ?? "heading") !== "heading";
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

function isTitleBelow(block: GuideBlock | undefined): boolean {
  return block?.kind === "paragraph" && isShortTitle(block.text) && /^["'“‘]?\p{Lu}/u.test(block.text);
}

interface Labelled {
  readonly label: string;
  readonly text: string;
}

function asideLabel({ kind, text }: GuideBlock): Labelled | undefined {
  const [, label = "", rest = ""] = kind === "heading" ? [] : (/^([^:]{2,40}?)(?::|\s[–—])\s+(\S.*)$/.exec(text) ?? []);
  return isAsideLabel(label) || isSummaryHeading(label) ? { label, text: rest } : undefined;
}

/**
 * `Analysis: …` and `Summary: …`, as headings above their text. An analysis reaches to the next heading where it comes once,
 * after the summary; otherwise it is this paragraph alone.
 */
function withAsideHeadings(blocks: readonly GuideBlock[]): GuideBlock[] {
  return chaptersOf(blocks).flatMap((chapter) => {
    const labels = chapter.map(asideLabel);
    const hasSummary = labels.some((found) => found !== undefined && isSummaryHeading(found.label));
    const named = groupedBy(labels, (found) => found?.label);
    const firstText = chapter.findIndex(({ kind }, k) => kind !== "heading" && labels[k] === undefined);
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
function chaptersOf(blocks: readonly GuideBlock[]): GuideBlock[][] {
  const chapters: GuideBlock[][] = [[]];
  for (const block of blocks) {
    if (block.kind === "heading" && readLabel(block.text).numbers !== undefined) chapters.push([]);
    chapters.at(-1)!.push(block);
  }
  return chapters;
}

const footnote = "Footnote";
const note = /^\[\^?(\w{1,4}|\*{1,3})\]:?\s+(?=\S)/;

/** Footnotes, `[1] See page 4.`, as asides, and the text without their marks. */
function withoutNotes(blocks: readonly GuideBlock[]): readonly GuideBlock[] {
  const marks = new Set<string>();
  for (const { text } of blocks)
    for (const [mark] of text.slice(1).matchAll(/\[\^?(?:\w{1,4}|\*{1,3})\]/g)) marks.add(mark);
  const isNote = ({ text }: GuideBlock) => note.test(text) && marks.has(text.slice(0, text.indexOf("]") + 1));
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
