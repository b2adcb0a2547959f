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

/** The level of a line in bold type that serves as a heading: below all that are marked as headings. */
export const boldLevel = 7;

/** What a heading may be that is only set in bold or underlined: a few words that are no sentence. */
export function isShortTitle(text: string): boolean {
  return text.length <= 100 && text.split(/\s+/).length <= 14 && !/[.!?,;]["'”’]?$/.test(text);
}

/** Buttons, adverts, cookie notices and copyright lines that stand among the text. */
export function isNoise(text: string): boolean {
  const plain = plainLine(text);
  if (plain === "" || lines.has(plain)) return true;
  if (text.length >= noise.longestNoise) return false;
  const small = text.toLowerCase().trimStart();
  return noise.lineStarts.some((start) => small.startsWith(start)) || noisy.test(small);
}

/** `Who is Long John Silver?`: a question by itself, as pages have them above a quiz. */
export function isQuestion(text: string): boolean {
  return (
    text.length < 120 && /^(?:who|what|why|how|when|where|which|whose|true or false)\b[^.!]*\?$/i.test(text.trim())
  );
}

/** A heading over the summary itself: it names no chapter. */
export function isSummaryHeading(text: string): boolean {
  return summaryHeadings.has(plainLine(text));
}

/** A heading over something that is not summary, alone or of a chapter (`Analysis: Chapter iii`): what follows is left out. */
export function isOtherHeading(text: string): boolean {
  const plain = plainLine(text);
  if (otherHeadings.has(plain)) return true;
  if (/\bsummar(?:y|ies)\b/.test(plain)) return false;
  return asideOfChapter.test(plain) || chapterThenAside.test(plain);
}

const lines = new Set(noise.lines);
const summaryHeadings = new Set(noise.summaryHeadings);
const otherHeadings = new Set(noise.otherHeadings);
const noisy = new RegExp(noise.patterns.join("|"), "i");
const asides = noise.asides.join("|");
const unit =
  "(?:chapters?|chap|ch|acts?|scenes?|books?|parts?|staves?|stave|cantos?|letters?|sections?|volumes?|prologue|epilogue|introduction|preface)";
const asideOfChapter = new RegExp(`^(?:${asides})(?: (?:of|for|on|in))? (?:the )?(?:${unit}\\b|[ivxlc\\d]+$)`);
const chapterThenAside = new RegExp(`^(?:the )?${unit}\\b.* (?:${asides})$`);

function plainLine(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
