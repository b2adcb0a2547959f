import { counted, sumOf } from "@plotline/base";
import type { Block } from "@plotline/formats";
import { withoutInvisible } from "@plotline/formats/node";
import { cutParagraph } from "../blocks/paragraphs.ts";
import { type Label, readLabel } from "../match/label.ts";
import type { GuideSection } from "../match/match.ts";
import { boldLevel, isAnswer, isNoise, isOtherHeading, isQuestion, isSummaryHeading } from "./blocks.ts";

export interface Sections {
  readonly sections: readonly GuideSection[];
  /** What was left out of the guide's own text, for a person. */
  readonly notes: readonly string[];
}

interface PageName {
  /** The file, as the user knows it. */
  readonly file: string;
  /** What the page is called where no heading in it says which chapter it covers. */
  readonly fallback: string;
  /** The whole page is one section, whatever its headings: there is one file per chapter. */
  readonly single: boolean;
  readonly work: string;
  /** A page saved from the web, which may end in questions that lead to a quiz. */
  readonly saved?: boolean;
}

/** The sections of one page: cut at the headings that name chapters. */
export function guideSections(blocks: readonly Block[], page: PageName): Sections {
  const collector = new Collector(page, sectionLevel(blocks, page));
  for (const block of blocks) collector.add(block);
  return collector.result();
}

/**
 * The headings that begin sections: those with a number or a prologue's name. A page whose headings have no numbers is cut at
 * its most frequent level of heading that has text below it. Undefined: at none.
 */
function sectionLevel(blocks: readonly Block[], { single, work }: PageName): "labelled" | number | undefined {
  const headings = blocks.filter(
    (block) => block.level > 0 && !isSummaryHeading(block.text) && !isOtherHeading(block.text),
  );
  const labelled = headings.filter((block) => isLabelled(readLabel(block.text, work)));
  if (single && distinct(labelled) < 2) return undefined;
  // Among many titles, one that looks like a number ("The First Day") is a title too.
  const lowest = Math.max(...labelled.map(({ level }) => level));
  const peers = headings.filter(({ level }) => level <= lowest).length;
  if (labelled.length > 0 && labelled.length > labelledShare * peers) return "labelled";
  const levels = [1, 2, 3, 4, 5, 6].map((level) => headings.filter((block) => block.level === level).length);
  const most = Math.max(...levels);
  if (single) return undefined;
  const bold = headings.filter((block) => block.level === boldLevel);
  if (bold.length >= 2 && (most < 2 || areJoined(bold, headings))) return boldLevel;
  return most >= 2 ? levels.indexOf(most) + 1 : undefined;
}

/** `The Brahmin's Son, With the Samanas, Gotama` above, and each of the three again above its own text. */
function areJoined(bold: readonly Block[], headings: readonly Block[]): boolean {
  const above = headings.filter((block) => block.level < boldLevel).map(({ text }) => text.toLowerCase());
  const named = bold.filter(({ text }) => above.some((other) => other.includes(text.toLowerCase()) && other !== text));
  return named.length >= joinedShare * bold.length;
}

const [joinedShare, labelledShare] = [0.6, 0.25];

function distinct(blocks: readonly Block[]): number {
  return new Set(blocks.map(({ text }) => JSON.stringify(readLabel(text).numbers))).size;
}

function isLabelled({ numbers, special }: Label): boolean {
  return numbers !== undefined || special !== undefined;
}

/** Paragraphs of a page that are in no section. */
interface LeftOut {
  readonly where: string;
  /** The heading that they are under, where that says that they are no summary. */
  readonly heading: string | undefined;
  count: number;
}

class Collector {
  private readonly sections: { name: string; place: string; points: string[]; items: number }[] = [];
  private readonly leftOut: LeftOut[] = [];
  /** A part's heading without text of its own: chapters below it belong to it. */
  private part: { name: string } | undefined;
  /** The level of the headings that name chapters; 1 is the largest. */
  private rank = 0;
  /** The heading that the text that follows is under, where it is not summary. */
  private aside: string | undefined;

  constructor(
    private readonly page: PageName,
    private readonly cut: "labelled" | number | undefined,
  ) {}

  add(block: Block): void {
    if (block.level > 0) this.heading(block);
    else if (isNoise(block.text)) return;
    else if (this.aside !== undefined) this.leave(`under "${this.aside}"`, { heading: this.aside });
    else this.point(block);
  }

  result(): Sections {
    if (this.page.saved) for (const section of this.sections) this.dropQuestions(section.points);
    this.dropFurniture();
    const sections = this.sections.filter(({ points }) => points.length > 0);
    return {
      sections: sections.map(({ items, ...section }) => ({ ...section, ...(items > 0 && { isList: true }) })),
      notes: this.notes(),
    };
  }

  /** One for each place; where a heading over each chapter is such a place, one for all of them. */
  private notes(): string[] {
    const under = this.leftOut.filter(({ heading }) => heading !== undefined);
    const all = {
      where: `under ${under.length} headings such as "${under[0]?.heading}"`,
      count: sumOf(under, ({ count }) => count),
    };
    const shown =
      under.length > mostNamed ? [all, ...this.leftOut.filter((each) => !under.includes(each))] : this.leftOut;
    return shown.map(({ where, count }) => `${this.page.file}: left out ${counted(count, "paragraph")} ${where}`);
  }

  /** The same words in one section after another belong to the page, not to a chapter. */
  private dropFurniture(): void {
    const counts = new Map<string, number>();
    for (const { points } of this.sections)
      for (const point of new Set(points)) counts.set(point, (counts.get(point) ?? 0) + 1);
    const least = Math.max(leastRepeated, this.sections.length / 2);
    const repeated = new Set([...counts].filter(([, count]) => count >= least).map(([point]) => point));
    for (const section of this.sections) {
      const kept = section.points.filter((point) => !repeated.has(point));
      // What is all that a section says stays, whatever the others say.
      if (kept.length === 0) continue;
      this.leave(furniture, { count: section.points.length - kept.length });
      section.points = kept;
    }
  }

  /** A question with answers to choose from is of a quiz; so are questions at the end of a section, after what it says. */
  private dropQuestions(points: string[]): void {
    for (let from = 0; from < points.length; from++) {
      if (!isQuestion(points[from]!)) continue;
      let end = from + 1;
      while (end < points.length && (isQuestion(points[end]!) || isAnswer(points[end]!))) end++;
      const answers = points.slice(from, end).filter((each) => !isQuestion(each)).length;
      const isQuiz = answers > 1 ? end - from < points.length : from > 0 && end === points.length;
      if (!isQuiz) continue;
      this.leave(quizzes, { count: points.splice(from, end - from).length });
      from--;
    }
  }

  private leave(where: string, { count = 1, heading }: Partial<LeftOut> = {}): void {
    if (count === 0) return;
    const known = this.leftOut.find((each) => each.where === where);
    if (known === undefined) this.leftOut.push({ where, count, heading });
    else known.count += count;
  }

  private heading(block: Block): void {
    if (isSummaryHeading(block.text)) this.aside = undefined;
    else if (isOtherHeading(block.text)) this.aside = block.text;
    else if (this.begins(block)) this.begin(block);
  }

  /** Among headings that name chapters, one of their rank without a number is a section too, once they have begun. */
  private begins(block: Block): boolean {
    if (this.cut !== "labelled") return block.level === this.cut;
    const labelled = isLabelled(readLabel(block.text, this.page.work));
    if (labelled) this.rank = Math.max(this.rank, block.level);
    return labelled || (this.sections.length > 0 && block.level <= this.rank);
  }

  private begin(block: Block): void {
    this.aside = undefined;
    const label = readLabel(block.text, this.page.work);
    const last = this.sections.at(-1);
    const name = this.nameOf(block.text, label);
    if (last !== undefined && label.numbers !== undefined && continues(name, last.name)) {
      last.name = withoutContinuation(last.name);
      return;
    }
    if (label.unit === "part") this.part = { name: block.text };
    else if (this.part !== undefined && last?.name === this.part.name && last.points.length === 0) this.sections.pop();
    const { file } = this.page;
    this.sections.push({ name, place: block.line === 0 ? file : `${file}, line ${block.line}`, points: [], items: 0 });
  }

  private nameOf(text: string, label: Label): string {
    const inside = this.part !== undefined && label.unit === "chapter" && label.part === undefined;
    return inside ? `${this.part?.name}, ${text}` : text;
  }

  /** Text before the first heading of a page with many sections belongs to none of them. */
  private point({ text, item, cell }: Block): void {
    const { fallback: name, file: place } = this.page;
    if (this.sections.length === 0 && this.cut === undefined) this.sections.push({ name, place, points: [], items: 0 });
    const last = this.sections.at(-1);
    if (last === undefined) this.leave(preamble);
    else {
      if (item !== undefined && cell === undefined) last.items++;
      last.points.push(...cutParagraph(withoutInvisible(text)));
    }
  }
}

/** `Chapter 3` after `Chapter 3`, `Chapter 3 (continued)`, or `Chapter 3, part 2` after its part 1: one chapter in two sections. */
function continues(name: string, before: string): boolean {
  return withoutContinuation(name).toLowerCase() === withoutContinuation(before).toLowerCase();
}

function withoutContinuation(name: string): string {
  return name
    .replace(
      /[\s,:–—-]*[([]?\b(?:cont(?:inued|'d|d|\.)?|(?:part|pt\.?|section) (?:\d{1,2}|[ivx]+|one|two|three|four))[)\]]?$/i,
      "",
    )
    .replace(/(\d)[a-e]$/, "$1");
}

/** How many headings over what is no summary are named one by one. */
const mostNamed = 3;
/** Sections that say the same words, before those are taken for the page's own. */
const leastRepeated = 4;
const furniture = "that many sections repeat";
const quizzes = "of a quiz";
const preamble = "above the first heading of a chapter";
