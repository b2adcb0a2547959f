import type { Block } from "@plotline/formats";
import { type Form, formOf, type Heading } from "./heading-forms.ts";
import { isCapitals, isTitleLike, mostlyCapitals, undecorated } from "./lettering.ts";
import { headingLimits } from "./limits.ts";

/** What a block says when it is a heading, or starts with one. */
export function headingOf(block: Pick<Block, "text" | "level">): Heading | undefined {
  if (block.level > 0 && block.text.length > headingLimits.longest) return undefined;
  const first = firstLine(block.text);
  if (block.level === 0 && isProse(block.text, first)) return undefined;
  if (first.length > (block.level > 0 ? limits.longestMarkedLine : limits.longestLine)) return undefined;
  // A word that a scanner cut in two.
  const line = undecorated(first).replace(/^CHAP TER\b/, "CHAPTER");
  if (line === "") return undefined;
  const below = () => (block.text.includes("\n") ? block.text.trim().split("\n").slice(1) : []);
  const found = formOf(line, block.level, below);
  return found === undefined ? undefined : settled(found, line, below(), block.level);
}

/** The heading as one line, for people. */
export function headingText(block: Pick<Block, "text">, heading: Heading): string {
  return undecorated(block.text.trim().split("\n").slice(0, heading.lines).join(" "));
}

function firstLine(whole: string): string {
  const text = whole.length > limits.lookedAt ? whole.slice(0, limits.lookedAt) : whole;
  const start = text.length - text.trimStart().length;
  const end = text.indexOf("\n", start);
  return end < 0 ? text.slice(start) : text.slice(start, end);
}

/** Filled lines of a paragraph, or what somebody says. */
function isProse(text: string, first: string): boolean {
  return (
    /^\s*["'`“‘]/.test(first) ||
    (first.length >= limits.filledLine && text.length > limits.longestWrapped && !isCapitals(first))
  );
}

/** How much of the block belongs to the heading, and whether the block is one at all. */
function settled(found: Form, line: string, rest: readonly string[], level: number): Heading | undefined {
  const alone: Heading = { ...found, lines: 1 };
  if (rest.length === 0) {
    const longest = isCapitals(line) ? limits.longestLine : limits.longestPlainLine;
    return line.length <= longest || level > 0 ? alone : undefined;
  }
  const others = rest.map((each) => each.trim());
  const whole: Heading = {
    ...found,
    title: [found.title, ...others].join(" ").replace(/_/g, "").trim(),
    lines: rest.length + 1,
  };
  if (level > 0) return whole;
  const isCounted = found.class !== "number" && found.number !== undefined;
  if (others.length <= limits.mostTitleLines && isCapitals(others.join(" ")))
    return isCounted || found.title === "" || isCapitals(line) ? whole : undefined;
  if (isCounted) return withWord(alone, whole, line, others);
  return found.class === "number" ? withNumeral(alone, whole, others) : alone;
}

/** `CHAPTER IV` above other lines: those are its title, or the text of the chapter. */
function withWord(alone: Heading, whole: Heading, line: string, others: readonly string[]): Heading | undefined {
  const total = line.length + others.join(" ").length;
  const aloneIfShort = line.length < limits.filledLine ? alone : undefined;
  if (total < limits.longestCapitalisedTitle && mostlyCapitals(`${alone.title} ${others.join(" ")}`)) return whole;
  if (areProse(others)) return aloneIfShort;
  if (line.length >= limits.wrappedLine || alone.title !== "")
    return total < limits.longestWrapped && others.length <= limits.mostWrappedLines ? whole : aloneIfShort;
  const isTitle =
    others.length <= limits.mostShortTitleLines &&
    total < limits.longestShortTitle &&
    !/[.!?]["”’]?$/.test(others[0]!) &&
    alone.class !== "scene";
  return isTitle ? whole : alone;
}

/** `IV` or `IV. The Inn` above other lines: a heading where those are the text, or one more line of the title. */
function withNumeral(alone: Heading, whole: Heading, others: readonly string[]): Heading | undefined {
  if (alone.title === "") return areProse(others) ? alone : undefined;
  // A remark on the story: "(Translated from the Russian.)"
  if (/^_?\([^()]*\)_?$/.test(others.join(" "))) return alone;
  return others.length <= 1 && isTitleLike(whole.title) ? whole : undefined;
}

/** Running text: filled lines, or many. */
function areProse(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.length >= limits.filledLine).length;
  return lines.length >= limits.proseLines || (lines.length >= limits.filledProseLines && filled >= lines.length - 1);
}

const limits = {
  /** The first line of a heading in HTML, however long: old novels say what happens in a chapter above it. */
  longestMarkedLine: 600,
  /** The first line of a heading in plain text, where lines are wrapped; all of it when it is in capitals. */
  longestLine: 160,
  /** The same in small letters: a sentence in one long line is no heading. */
  longestPlainLine: 120,
  /** No more of a block is looked at for its first line. */
  lookedAt: 900,
  /** Lines of a title in capitals below the number: long, wrapped and centred headings. */
  mostTitleLines: 5,
  /** A title below the number with capitals on most words: long headings over several lines. */
  longestCapitalisedTitle: 500,
  /** A line that is filled to this width is wrapped prose. */
  filledLine: 55,
  /** From this width on, a heading is taken to continue on the next line. */
  wrappedLine: 45,
  /** A numbered heading over several lines: novels like The Pickwick Papers ("In which …"). */
  longestWrapped: 400,
  mostWrappedLines: 6,
  /** A short title on the next lines, which is not wrapped: `CHAPTER I` above `The Inch of Candle`. */
  longestShortTitle: 160,
  mostShortTitleLines: 2,
  /** This many lines below a number are prose, however short they are; filled ones are prose from three on. */
  proseLines: 7,
  filledProseLines: 3,
} as const;
