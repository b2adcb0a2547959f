import type { Block } from "@plotline/formats";
import { opensWithUnit, readLabel } from "../match/label.ts";
import noise from "./data/noise.json" with { type: "json" };

/** A heading above this block, one that its format does not mark; as large as the largest two of a page's own. */
export function headingAt({ line }: Block, text: string): Block {
  return { text, gap: 1, line, level: 2 };
}

/** The level of a line in bold type that serves as a heading: below all that are marked as headings. */
export const boldLevel = 7;

/** Neither a heading nor an item of a list. */
export function isParagraph(block: Block | undefined): block is Block {
  return block !== undefined && block.level === 0 && block.item === undefined;
}

/** What a heading may be that is only set in bold or underlined: a few words that are no sentence. */
export function isShortTitle(text: string): boolean {
  return text.length <= 100 && text.split(/\s+/).length <= 14 && !/[.!?,;]["'”’]?$/.test(text);
}

/** Short, and it names a chapter: by a number with or without a word for it, or as a prologue. */
export function namesChapter(line: string): boolean {
  const words = line.split(/\s+/, 16).length;
  if (line.length > 100 || words > 15) return false;
  const label = readLabel(line);
  if (label.special !== undefined) return words <= 6;
  if (label.numbers === undefined) return false;
  if (/^\W*(?:\d+|[IVXLCivxlc]+)\W*$/.test(line)) return true;
  if (/^\W*(?:\d+[.)]|#\d+)\s/.test(line)) return !/[.!?]["'”’]?$/.test(line) && words <= 8;
  // "Chapter 21: If Love Were All!" is a title, "Chapter 21 begins!" is not.
  const isTitled = /^\S+\s+\S+\s*[:–—-]/.test(line);
  return (
    opensWithUnit(line) &&
    !(isTitled ? /[a-z]\.["'”’]?$/ : /[a-z][.!?]["'”’]?$/).test(line.replace(/^\S+\s+\S+[.:]?/, ""))
  );
}

/** Buttons, adverts, cookie notices and copyright lines in the text. */
export function isNoise(text: string): boolean {
  const plain = plainLine(text);
  if (plain === "" || lines.has(plain) || pageNumber.test(plain)) return true;
  if (text.length >= noise.longestNoise) return false;
  const small = text.toLowerCase().trimStart();
  if (noise.lineStarts.some((start) => small.startsWith(start)) || noisy.test(small)) return true;
  return quizQuestion.test(text) || wayThrough.test(text) || isRowOfNames(text);
}

/** `Who is Long John Silver?`, `2. True or false: he limps.`: a question by itself, as a quiz has them. */
export function isQuestion(text: string): boolean {
  return text.length < 120 && question.test(text.trim());
}

const question =
  /^(?:\d+[.)]\s*)?(?:(?:\w+ )?(?:who|whom|what|why|how|when|where|which|whose)\b[^.!]*\?|true or false\b.*)$/i;

/** What a question may be answered with: `B. Long John`, a name, `Answer: B`. */
export function isAnswer(text: string): boolean {
  return (
    /^\(?[a-e1-5][).:]\s|^(?:correct )?answers?\b/i.test(text) || (text.length < 60 && !/[.!?…]["'”’)]*$/.test(text))
  );
}

/** `What is his name? A) George B) John`: a question with its answers, or the answers alone. */
const quizQuestion = /(?:\?\s*\(?[Aa1][).:]|^\s*\(?[Aa]\))\s+\S.{0,80}?\s\(?[Bb2][).:]\s+\S/;
/** `Home > Literature > The Lost World`, `Chapter 3 | Chapter 4`. */
const wayThrough = /^\s*[^.!?]{1,60}(?:\s[>»›|→]\s[^.!?>»›|→]{1,60}){1,8}\s*$/;

/** `Chapter 1 Chapter 2 Chapter 3`: a site's list of its pages in one line. */
function isRowOfNames(text: string): boolean {
  const names = text.match(nameOfChapter) ?? [];
  return names.length > 2 && names.join("").length > 0.6 * text.replace(/[\s,;|·•–—-]+/g, " ").length;
}

/** A heading over the summary itself: it names no chapter. */
export function isSummaryHeading(text: string): boolean {
  return summaryHeadings.has(plainLine(text));
}

/** A heading over something that is not summary, alone or of a chapter (`Analysis: Chapter iii`): what follows is left out. */
export function isOtherHeading(text: string): boolean {
  const plain = plainLine(text).replace(/^\d+ (?=comments$)/, "");
  if (otherHeadings.has(plain) || asidePhrase.test(plain)) return true;
  if (/\bsummar(?:y|ies)\b/.test(plain)) return false;
  return asideOfChapter.test(plain) || chapterThenAside.test(plain);
}

/** `Chapter`, as the name of a column. */
export function isUnitName(text: string): boolean {
  return unitName.test(plainLine(text));
}

/** `Analysis` in front of a colon: what follows is no summary. */
export function isAsideLabel(text: string): boolean {
  return asideLabels.has(plainLine(text));
}

const pageNumber = /^(?:p |page )?\d{1,4}(?: of \d{1,4})?$/;
const lines = new Set(noise.lines);
const summaryHeadings = new Set(noise.summaryHeadings);
const otherHeadings = new Set([...noise.otherHeadings, ...noise.asideLabels]);
const noisy = new RegExp(noise.patterns.join("|"), "i");
const asides = noise.asides.join("|");
const asideLabels = new Set([...noise.asides, ...noise.asideLabels]);
const asidePhrase = new RegExp(
  `^(?:(?:${noise.asideAdjectives.join("|")}) )+(?:${asides})$|^(?:${noise.asideAdjectives.join("|")} )?(?:questions|quotes|quotations|topics|vocabulary) (?:for|from|about) `,
);
const unit =
  "(?:chapters?|chap|ch|chapitres?|kapitel|capítulos?|capitol[oi]|hoofdstuk|actes?|akt|acts?|scenes?|books?|parts?|staves?|stave|cantos?|letters?|sections?|volumes?|prologue|epilogue|introduction|preface)";
const nameOfChapter = new RegExp(`\\b${unit}\\s+(?:\\d+|[ivxlc]+)\\b`, "gi");
const unitName = new RegExp(`^${unit}$`);
const asideOfChapter = new RegExp(
  `^(?:${asides})(?: (?:of|for|on|in|du|de|del|des|von|zu|zum))? (?:the )?(?:${unit}\\b|[ivxlc\\d]+$)`,
);
const chapterThenAside = new RegExp(`^(?:the )?${unit}\\b.* (?:${asides})$`);

function plainLine(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
