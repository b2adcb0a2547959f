import { type Block, mustBeBookSized } from "@plotline/formats";
import { boldLevel, isOtherHeading, isShortTitle, isSummaryHeading, namesChapter } from "./blocks.ts";

/** Plain text: paragraphs between blank lines or a line each, points, short lines that name a chapter as headings. */
export function readTextGuide(text: string): Block[] {
  return readLines(text, textHeading, false).map((block) => ({ ...block, text: withoutEmphasis(block.text) }));
}

/** Words between underscores were in italics. */
function withoutEmphasis(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, "$1");
}

/** Markdown: the same with its own headings; marks of emphasis and links are dropped, what they say stays. */
export function readMarkdownGuide(text: string): Block[] {
  const plain = withoutFrontMatter(text)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(
      /^(\S[^\n]*)\n(=+|-{3,})[ \t]*$/gm,
      (_, title: string, rule: string) => `${rule.startsWith("=") ? "#" : "##"} ${title}\n`,
    );
  const blocks = readLines(plain, markdownHeading, true);
  const own = blocks.some(({ level }) => level > 0) ? blocks : readTextGuide(plain);
  return own.map((block) => ({ ...block, text: withoutMarks(block.text) }));
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

type FindHeading = (lines: readonly string[], k: number) => Heading | undefined;

/** `# Stave One`, or `**Stave One**` on a line of its own. */
function markdownHeading(lines: readonly string[], k: number): Heading | undefined {
  const line = lines[k]!.trim();
  const marks = /^(#{1,6})\s/.exec(line)?.[1];
  if (marks !== undefined)
    return { level: marks.length, text: withoutMarks(withoutClosingMarks(line.slice(marks.length).trim())) };
  const [, , bold = ""] = /^(\*\*|__)([^*_].*?)\1:?$/.exec(line) ?? [];
  const text = withoutMarks(bold).replace(/:$/, "");
  return bold !== "" && !bold.includes("**") && isShortTitle(text) ? { level: boldLevel, text } : undefined;
}

/** A line that is underlined, whatever it says; or one by itself that names a chapter, or what follows (`Analysis`). */
function textHeading(lines: readonly string[], k: number): Heading | undefined {
  const [line, above, below] = [lines[k]!.trim(), lines[k - 1] ?? "", lines[k + 1] ?? ""];
  if (line === "") return undefined;
  if (isShortTitle(line) && /^\s*(?:-{3,}|={3,}|~{3,}|_{3,})\s*$/.test(below)) return { level: 1, text: line };
  if (above.trim() !== "" && !rule.test(above)) return undefined;
  if (isSummaryHeading(line) || isOtherHeading(line)) return { level: 2, text: line };
  const isAlone = below.trim() === "" || point.test(below) || rule.test(above);
  const isFirst = isPlainName(line) && !isPlainName(below.trim());
  return (isAlone || isFirst) && namesChapter(line) ? { level: 1, text: withoutEmphasis(line) } : undefined;
}

/** `Chapter One` or `Ch. 4: The Storm`, but not `Chapter 1 begins with the`: a heading even right above its text. */
function isPlainName(line: string): boolean {
  return /^[^\p{L}\d]*\p{L}+\.?\s+[\p{L}\d-]+(?:\s*$|\s*[:.–—(-])/u.test(line) && namesChapter(line);
}

/** `Chapter 1` of `Chapter 1 ##`. */
function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end--;
  return title.slice(0, end).trimEnd();
}

/** A point of any shape, `1.`, `(2)`, `1.3`, `a)` or `iv)`. */
const point =
  /^\s*(?:(?:[–—*+]|(?![©®™№°])\p{So}\ufe0f?|\(?(\d{1,3})[.)]|\d{1,2}\.\d{1,2}\.?|\(?(?:[a-z]|[ivx]{1,5})\))\s+(?=\S)|[•·‣◦▪-](?:\s+(?=\S)|(?=["“'\p{L}])))/u;
const rule = /^\s*(?:[-*_=~#]\s*){3,}$/;

/** `[2]: https://…`, which a link names, and `[2] See page 4`, a note. */
const [address, note] = [/^\s*\[[^\]^]+\]:\s+(?:https?:|<|\/|#)\S*/, /^\s*\[\^?\w{1,4}\]:?\s/];

interface OpenBlock extends Omit<Block, "text"> {
  readonly lines: string[];
}

function readLines(text: string, heading: FindHeading, markdown: boolean): Block[] {
  const blocks: OpenBlock[] = [];
  let open: OpenBlock | undefined;
  let rows = 0;
  const lines = text.split("\n");
  for (const [k, raw] of lines.entries()) {
    mustBeBookSized(blocks.length);
    const cells = markdown ? cellsOf(raw) : undefined;
    rows = cells === undefined ? 0 : rows + 1;
    if (cells !== undefined) {
      if (!isTableRule(cells)) blocks.push(...rowBlocks(cells, rows - 1, k + 1, lines[k + 1] ?? ""));
      open = undefined;
      continue;
    }
    const title = heading(lines, k);
    const line = raw.trimEnd();
    if (title !== undefined) {
      blocks.push({ gap: 1, level: title.level, line: k + 1, lines: [title.text] });
      open = undefined;
    } else if (line === "" || rule.test(line) || (markdown && address.test(line))) open = undefined;
    else if (point.test(line)) {
      open = pointOf(line, k + 1);
      blocks.push(open);
    } else {
      if (open === undefined || note.test(line)) {
        open = { gap: 1, level: 0, line: k + 1, lines: [] };
        blocks.push(open);
      }
      open.lines.push(line.replace(/^\s*>\s?/, ""));
    }
  }
  return blocks.flatMap((block) => closed(block, markdown));
}

function pointOf(line: string, number: number): OpenBlock {
  const [mark = "", count] = point.exec(line) ?? [];
  const indent = /^\s*/.exec(line)![0].replaceAll("\t", "    ").length;
  return {
    gap: 1,
    level: 0,
    line: number,
    lines: [line.slice(mark.length)],
    item: { count: count === undefined ? undefined : Number(count), depth: indent },
  };
}

/** The lines of a block as one, or each by itself where each is a point. */
function closed({ lines, ...block }: OpenBlock, markdown: boolean): Block[] {
  const trimmed = lines.map((each) => each.trim());
  if (!markdown && block.item === undefined && block.level === 0 && isPointEach(trimmed))
    return trimmed.map((text, k) => ({ ...block, line: block.line + k, text }));
  return [{ ...block, text: trimmed.join(" ") }];
}

/** The cells of a table's row; undefined where the line is not one. */
function cellsOf(line: string): string[] | undefined {
  const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  return row?.split("|").map((cell) => cell.trim());
}

/** The cells of a row as points. The row above the rule of a table names its columns. */
function rowBlocks(cells: readonly string[], row: number, line: number, below: string): OpenBlock[] {
  const isHeader = isTableRule(cellsOf(below));
  return cells.flatMap((cell, column) =>
    cell === "" ? [] : [{ gap: 1, level: 0, line, lines: [cell], item: {}, cell: { row, column, isHeader } }],
  );
}

function isTableRule(cells: readonly string[] = []): boolean {
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell));
}

/** Whether each line says something of its own, rather than going on with the one above. */
function isPointEach(lines: readonly string[]): boolean {
  if (!lines.every((line) => /^["'“‘«([]*[\p{Lu}\p{Lo}\p{N}]/u.test(line))) return false;
  const ended = lines.slice(0, -1).filter((line) => /[.!?…。！？]["'”’»)\]]*$/.test(line)).length;
  return ended === lines.length - 1 || (lines.length > 2 && lines.every((line) => /[\p{L}\p{N}]$/u.test(line)));
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n[\s\S]*?\n---\n/, (matter) => matter.replace(/[^\n]/g, ""));
}

/** Escaped marks are in the private use area until the others are gone. */
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
