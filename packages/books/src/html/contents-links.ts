import type { Block } from "@plotline/formats";
import { textBefore } from "../blocks/sums.ts";
import { readLabel, titleLikeness } from "../match/label.ts";
import { decodePath, type PageLink } from "./page-blocks.ts";

/** What makes a list of links a table of contents. Lengths are in characters. */
const limits = {
  /** A heading that no tag calls so; what is longer is a paragraph. */
  longestTarget: 200,
  levelOfTarget: 2,
  gapOfTarget: 4,
  /** An anchor of a page may come this many blocks before the heading on it. */
  blocksBeforeHeading: 2,
  /** Text between two entries: descriptions of chapters, names of parts without a link. */
  textBetweenLinks: 1500,
  leastEntries: 3,
  /** The share of entries that lead to a heading; notes lead into paragraphs. */
  titles: 0.7,
  /** The share of links that are marks of notes, `[1]` or `(a)`: more make a list of notes. */
  notes: 0.5,
  /** Text below each heading on the average: letters of an index have less. */
  leastText: 150,
  /** A list at the end of a book (French, Dutch, Portuguese ones) leads over this share of it; a few notes do not. */
  spreadOfLast: 0.5,
  /** Lines that are one and the same link, at least: a way back to the contents at each chapter. */
  leastNavigation: 4,
  /** "ILLUSTRATIONS" is this many blocks above its list at most. */
  blocksAboveList: 3,
  /** The share of words that a heading and its name in the list have in common. */
  sameTitle: 0.5,
} as const;

interface Aimed {
  /** The block of the list. */
  readonly from: number;
  /** The block that it leads to. */
  readonly to: number;
  readonly text: string;
}

/** The blocks of a page, those that a list of links names marked with its words, and those of the list as such. */
export function withAims(
  blocks: readonly Block[],
  anchors: ReadonlyMap<string, number>,
  links: readonly PageLink[],
): { readonly blocks: Block[]; readonly navigation: readonly Block[] } {
  const before = textBefore(blocks);
  const lists = runsOf(resolved(blocks, anchors, links), before).filter((run) => isContents(run, blocks, before));
  const aims = new Map<number, string>();
  const listed = new Set<number>();
  for (const run of lists) {
    for (let at = run[0]!.from; at <= run.at(-1)!.from; at++) listed.add(at);
    for (const { to, text } of run)
      if (!isPageOf(blocks[to]!, text) && (letters(text) > letters(aims.get(to) ?? "") || !aims.has(to)))
        aims.set(to, text);
  }
  const isLink = navigationOf(blocks, links);
  const [kept, navigation]: [Block[], Block[]] = [[], []];
  blocks.forEach((block, k) => {
    const aim = aims.get(k);
    if (listed.has(k)) kept.push({ ...block, listed: true });
    else if (aim !== undefined) kept.push(...aimedAt(block, aim));
    else if (isLink(block, k)) navigation.push(block);
    else kept.push(block);
  });
  return { blocks: kept, navigation };
}

/** The number of a page that leads into a paragraph, to a picture there (De scheepsjongens van Bontekoe). */
function isPageOf({ level, text: target }: Block, text: string): boolean {
  return level === 0 && /^\W*\d+\W*$/.test(text) && !target.includes(text.trim());
}

/** `Inhoud`, `Noten` at the head of each chapter: lines that are nothing but a link, the same again and again. */
function navigationOf(blocks: readonly Block[], links: readonly PageLink[]): (block: Block, k: number) => boolean {
  const alone = new Set<number>();
  const counts = new Map<string, number>();
  for (const { block, text } of links) {
    const own = blocks[block]?.text.trim();
    if (own === undefined || own === "" || own !== text.replace(/\s+/g, " ").trim()) continue;
    alone.add(block);
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return ({ text, level }, k) =>
    alone.has(k) && level === 0 && (counts.get(text.trim()) ?? 0) >= limits.leastNavigation;
}

/**
 * What a contents list names is a heading, whatever its tag says. Where it leads to a short sentence that says something
 * else, the name is the heading (the printed one is a picture) and the sentence stays in the text.
 */
function aimedAt(block: Block, aim: string): Block[] {
  if (block.level > 0 || block.text.length >= limits.longestTarget) return [{ ...block, aim }];
  const isTitle = !isSentence(block.text) || isNamed(block.text, aim) || letters(aim) < 3;
  return isTitle ? [asHeading(block, aim)] : headed(block, aim);
}

export function asHeading(block: Block, aim: string): Block {
  return { ...block, aim, level: block.level || limits.levelOfTarget, gap: limits.gapOfTarget };
}

/** The name as a heading of its own above a block. */
export function headed(block: Block, aim: string): Block[] {
  return [asHeading({ text: aim, gap: 0, line: block.line, level: 0 }, aim), block];
}

function isSentence(text: string): boolean {
  return /[.!?…:;,]["'”’»)]*\s*$/.test(text) && /\s\S+\s/.test(text.trim());
}

/** Whether a heading says what a contents list calls it: in the same words, by the same number, or with half of its words. */
export function isNamed(text: string, name: string): boolean {
  if (text.length >= limits.longestTarget) return false;
  const [own, other] = [text, name].map((each) =>
    each
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
  if (own === "" || other === "") return false;
  if (own!.startsWith(other!) || other!.startsWith(own!) || other!.endsWith(own!)) return true;
  const [mine, named] = [readLabel(text), readLabel(name)];
  if (mine.numbers !== undefined && mine.numbers.first === named.numbers?.first) return true;
  return titleLikeness(mine.title, named.title) >= limits.sameTitle;
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Links whose place is known, each led to the heading that is there. */
function resolved(blocks: readonly Block[], anchors: ReadonlyMap<string, number>, links: readonly PageLink[]): Aimed[] {
  return links.flatMap(({ block: from, id, text }) => {
    const place = anchors.get(id) ?? anchors.get(decodePath(id));
    if (place === undefined || place >= blocks.length || !/[\p{L}\p{N}]/u.test(text)) return [];
    const to = headingNear(blocks, place);
    return to === from ? [] : [{ from, to, text: text.replace(/\s+/g, " ").trim() }];
  });
}

/** The mark of a page or an empty anchor comes a little before the heading that is meant. */
function headingNear(blocks: readonly Block[], place: number): number {
  for (let at = place; at <= Math.min(place + limits.blocksBeforeHeading, blocks.length - 1); at++)
    if (blocks[at]!.level > 0) return at;
  return place;
}

/** Links close together that lead ever further down the page. */
function runsOf(links: readonly Aimed[], before: Float64Array): Aimed[][] {
  const runs: Aimed[][] = [];
  for (const link of links) {
    const last = runs.at(-1)?.at(-1);
    const isNear = last !== undefined && before[link.from]! - before[last.from + 1]! < limits.textBetweenLinks;
    if (isNear && link.to >= last.to) runs.at(-1)!.push(link);
    else runs.push([link]);
  }
  return runs;
}

/**
 * Links to headings, with a text below each; footnotes lead back into paragraphs, an index leads all over the book, and a
 * list of pictures is called so.
 */
function isContents(run: readonly Aimed[], blocks: readonly Block[], before: Float64Array): boolean {
  const targets = [...new Set(run.map(({ to }) => to))];
  const [from, until] = [run[0]!.from, run.at(-1)!.from];
  if (targets.length < limits.leastEntries || targets.some((to) => to >= from && to <= until)) return false;
  const notes = run.filter(({ text }) => /^\W*[[({]\s*\w{1,4}\s*[\])}]\W*$/.test(text)).length;
  if (notes > limits.notes * run.length) return false;
  const titles = targets.filter((to) => blocks[to]!.level > 0 || blocks[to]!.text.length < limits.longestTarget).length;
  if (titles < limits.titles * targets.length || isOfPictures(blocks, from)) return false;
  const [first, last] = [targets[0]!, targets.at(-1)!];
  const spread = before[last]! - before[first]!;
  if (spread < limits.leastText * targets.length) return false;
  return first > until || spread > limits.spreadOfLast * before.at(-1)!;
}

function isOfPictures(blocks: readonly Block[], from: number): boolean {
  const above = blocks.slice(Math.max(0, from - limits.blocksAboveList), from + 1);
  return above.some(
    ({ text }) => text.length < limits.longestTarget && /\billustrati|\bpictures\b|\bplates\b/i.test(text),
  );
}
