import { readLabel } from "../match/label.ts";
import { boldLevel, type GuideBlock, isOtherHeading, isShortTitle, isSummaryHeading, mostBlocks } from "./blocks.ts";

/** Plain text: paragraphs between blank lines or a line each, bullets, short lines that name a chapter as headings. */
export function readTextGuide(text: string): GuideBlock[] {
  const heading = (line: string) => (isHeadingLine(line) ? { level: 1, text: withoutEmphasis(line) } : undefined);
  const blocks = readLines(text, heading, false);
  return countedChapters(blocks).map((block) => ({ ...block, text: withoutEmphasis(block.text) }));
}

/** `1. …`, `2. …` below a title that says "chapter by chapter": each is a chapter's summary. */
function countedChapters(blocks: readonly CountedBlock[]): GuideBlock[] {
  const points = blocks.filter(({ kind }) => kind === "bullet");
  const first = blocks.findIndex(({ kind }) => kind === "bullet");
  const said = blocks.slice(0, Math.max(0, first)).some(({ text }) => byChapter.test(text));
  const counted = points.length >= 3 && points.every(({ count }, k) => count === k + 1);
  if (!said || !counted || blocks.some(({ kind, text }) => kind === "heading" && !byChapter.test(text)))
    return [...blocks];
  return blocks.flatMap((block): GuideBlock[] =>
    block.kind === "bullet"
      ? [{ kind: "heading", level: 1, text: `Chapter ${block.count}`, line: block.line }, block]
      : [block],
  );
}

const byChapter = /\b(?:chapter[- ]by[- ]chapter|(?:by|for each|each) chapter)\b/i;

interface CountedBlock extends GuideBlock {
  /** The number that the list gives it. */
  readonly count: number | undefined;
}

/** Words between underscores were in italics. */
function withoutEmphasis(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, "$1");
}

/** Markdown: the same with its own headings; marks of emphasis and links are dropped, what they say stays. */
export function readMarkdownGuide(text: string): GuideBlock[] {
  const plain = withoutFrontMatter(text)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(
      /^(\S[^\n]*)\n(=+|-{3,})[ \t]*$/gm,
      (_, title: string, rule: string) => `${rule.startsWith("=") ? "#" : "##"} ${title}\n`,
    );
  const heading = (line: string) => {
    const marks = /^(#{1,6})\s/.exec(line)?.[1];
    return marks === undefined
      ? boldHeading(line)
      : { level: marks.length, text: withoutMarks(withoutClosingMarks(line.slice(marks.length).trim())) };
  };
  const blocks = readLines(withoutTables(plain), heading, true);
  const own = blocks.some(({ kind }) => kind === "heading") ? countedChapters(blocks) : readTextGuide(plain);
  return own.map((block) => ({ ...block, text: withoutMarks(block.text) }));
}

/** `**Stave One**` on a line of its own. */
function boldHeading(line: string): Heading | undefined {
  const [, , text = ""] = /^(\*\*|__)([^*_].*?)\1:?$/.exec(line) ?? [];
  const title = withoutMarks(text).replace(/:$/, "");
  return text !== "" && !text.includes("**") && isShortTitle(title) ? { level: boldLevel, text: title } : undefined;
}

/** The rows of a table as paragraphs, line for line, without the columns that are no summary. */
function withoutTables(text: string): string {
  let headers: readonly string[] = [];
  return text
    .split("\n")
    .map((line) => {
      if (!/^\s*\|.*\|\s*$/.test(line)) {
        headers = [];
        return line;
      }
      const cells = line
        .trim()
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) return "";
      if (cells.some((cell) => isSummaryHeading(cell) || isOtherHeading(cell)) && cells.every(isShortTitle)) {
        headers = cells;
        return "";
      }
      return `- ${cells.filter((cell, k) => cell !== "" && !isOtherHeading(headers[k] ?? "")).join(" ")}`;
    })
    .join("\n");
}

/** `Chapter 1` of `Chapter 1 ##`. */
function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return title.slice(0, end).trimEnd();
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

const bullet = /^\s*(?:[•·‣◦▪–—*+-]|\(?\d{1,3}[.)])\s+(?=\S)/;
const rule = /^\s*(?:[-*_=~#]\s*){3,}$/;

interface OpenBlock extends Omit<CountedBlock, "text" | "line"> {
  readonly line: number;
  readonly lines: string[];
}

function readLines(text: string, heading: (line: string) => Heading | undefined, markdown: boolean): CountedBlock[] {
  const blocks: OpenBlock[] = [];
  let open: OpenBlock | undefined;
  const lines = text.split("\n");
  for (const [k, raw] of lines.entries()) {
    if (blocks.length > mostBlocks) break;
    const line = raw.trimEnd();
    const alone = markdown || (isBlank(lines[k - 1]) && (isBlank(lines[k + 1]) || bullet.test(lines[k + 1] ?? "")));
    const underlined = !markdown && isUnderlined(line, lines[k + 1]);
    const title = underlined
      ? { level: 1, text: line.trim() }
      : alone || rule.test(lines[k - 1] ?? "")
        ? heading(line.trim())
        : undefined;
    if (title !== undefined) {
      blocks.push({ kind: "heading", level: title.level, line: k + 1, lines: [title.text], count: undefined });
      open = undefined;
    } else if (line === "" || rule.test(line)) {
      open = undefined;
    } else if (bullet.test(line)) {
      const count = /^\s*\(?(\d{1,3})[.)]/.exec(line)?.[1];
      open = {
        kind: "bullet",
        level: 0,
        line: k + 1,
        lines: [line.replace(bullet, "")],
        count: count === undefined ? undefined : Number(count),
      };
      blocks.push(open);
    } else if (open === undefined) {
      open = { kind: "paragraph", level: 0, line: k + 1, lines: [line.replace(/^\s*>\s?/, "")], count: undefined };
      blocks.push(open);
    } else {
      open.lines.push(line.replace(/^\s*>\s?/, ""));
    }
  }
  return blocks.flatMap(({ lines: own, ...rest }) => {
    const trimmed = own.map((each) => each.trim());
    if (!markdown && rest.kind === "paragraph" && isPointEach(trimmed))
      return trimmed.map((text, k) => ({ ...rest, line: rest.line + k, text }));
    return [{ ...rest, text: trimmed.join(" ") }];
  });
}

/** `Chapter One` above a rule of dashes: a heading, whatever it says. */
function isUnderlined(line: string, next: string | undefined): boolean {
  return line.trim() !== "" && isShortTitle(line.trim()) && /^\s*(?:-{3,}|={3,}|~{3,}|_{3,})\s*$/.test(next ?? "");
}

/** Whether each line says something of its own, rather than going on with the one above. */
function isPointEach(lines: readonly string[]): boolean {
  if (!lines.every((line) => /^["'“‘«([]*[\p{Lu}\p{Lo}\p{N}]/u.test(line))) return false;
  const ended = lines.slice(0, -1).filter((line) => /[.!?…。！？]["'”’»)\]]*$/.test(line)).length;
  return ended === lines.length - 1 || (lines.length > 2 && lines.every((line) => /[\p{L}\p{N}]$/u.test(line)));
}

/** Short, alone, and it names a chapter: by a number with or without a word for it, or as a prologue. */
function isHeadingLine(line: string): boolean {
  if (line.length > 100 || line.split(/\s+/).length > 15) return false;
  const label = readLabel(line);
  if (label.special !== undefined) return line.split(/\s+/).length <= 6;
  if (label.numbers === undefined) return false;
  if (/^\W*(?:\d+|[IVXLCivxlc]+)\W*$/.test(line)) return true;
  if (/^\W*\d+[.)]\s/.test(line)) return !/[.!?]["'”’]?$/.test(line) && line.split(/\s+/).length <= 8;
  return startsWithUnit.test(line) && !/[a-z][.!?]["'”’]?$/.test(line.replace(/^\S+\s+\S+[.:]?/, ""));
}

const startsWithUnit =
  /^\W*(?:the\s+)?(?:book|part|volume|vol|act|phase|section|chapters?|chap|ch|scenes?|sc|canto|cantos|letters?|essays?|staves?|stave|tale|story|day|episodes?|first|second|third|fourth|fifth|summary|[ivx\d]+\.[ivx\d]+)\b/i;

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n[\s\S]*?\n---\n/, (matter) => matter.replace(/[^\n]/g, ""));
}

/** Escaped marks stand in the private use area until the others are gone. */
const escaped = 0xe000;

function withoutMarks(text: string): string {
  return text
    .replace(/\\([\\`*_{}[\]()#+.!>-])/g, (_, mark: string) => String.fromCharCode(escaped + mark.charCodeAt(0)))
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/(\*\*|__)(?=\S)([\s\S]{0,500}?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_]*\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/`([^`]*)`/g, "$1")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - escaped))
    .trim();
}
