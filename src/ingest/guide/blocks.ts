import noise from "./data/noise.json" with { type: "json" };

/** A guide's page, whatever its format, as the blocks that a reader sees. */
export interface GuideBlock {
  readonly kind: "heading" | "bullet" | "paragraph";
  /** Of a heading: 1 is the largest. */
  readonly level: number;
  readonly text: string;
  /** The line it begins on, where the format has lines. */
  readonly line: number | undefined;
}

/** A guide has no more blocks than this; reading stops at the next one. */
export const mostBlocks = 100_000;

/** Buttons, adverts and copyright lines that stand among the text. */
export function isNoise(text: string): boolean {
  const plain = plainLine(text);
  if (plain === "" || lines.has(plain)) return true;
  return text.length < 200 && noise.lineStarts.some((start) => text.toLowerCase().trimStart().startsWith(start));
}

/** A heading over the summary itself: it names no chapter. */
export function isSummaryHeading(text: string): boolean {
  return summaryHeadings.has(plainLine(text));
}

/** A heading over something that is not summary: what follows does not belong to it. */
export function isOtherHeading(text: string): boolean {
  return otherHeadings.has(plainLine(text));
}

const lines = new Set(noise.lines);
const summaryHeadings = new Set(noise.summaryHeadings);
const otherHeadings = new Set(noise.otherHeadings);

function plainLine(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
