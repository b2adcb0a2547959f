/** A stretch of a book between blank lines (in HTML: between block tags), the unit that everything here works on. */
export interface Block {
  /** Its lines, separated by line breaks, as printed. */
  readonly text: string;
  /** How many blank lines stand before it. */
  readonly gap: number;
  /** The line of the file that it begins on, counted from 1. */
  readonly line: number;
  /** 1 to 6 where HTML says that it is a heading, else 0. */
  readonly level: number;
}

/** Plain text with `\n` line ends as blocks; `firstLine` is the line number of its first line. */
export function textBlocks(text: string, firstLine = 1): Block[] {
  const blocks: Block[] = [];
  let [start, gap, line, startLine] = [-1, 0, firstLine, firstLine];
  for (let at = 0; at <= text.length; line++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    if (isBlank(text, at, end)) {
      if (start >= 0) blocks.push({ text: text.slice(start, at - 1), gap, line: startLine, level: 0 });
      gap = start >= 0 ? 1 : gap + 1;
      start = -1;
    } else if (start < 0) {
      start = at;
      startLine = line;
    } else if (end - at < 40 && ownLine.test(text.slice(at, end))) {
      blocks.push({ text: text.slice(start, at - 1), gap, line: startLine, level: 0 });
      [start, gap, startLine] = [at, 0, line];
    }
    at = end + 1;
  }
  if (start >= 0) blocks.push({ text: text.slice(start), gap, line: startLine, level: 0 });
  return blocks;
}

/** A numbered heading begins a block even where the blank line above it was forgotten. */
const ownLine =
  /^\s*(?:CHAPTER|Chapter|VOLUME|BOOK|PART|ACT|SCENE|STAVE|CANTO)\s+(?:[IVXLC]+|\d{1,3}|[A-Z][a-z]+(?:-[a-z]+)?|[A-Z-]{3,15})[.:]?\s*$/;

/** The line breaks inside a block become spaces: one paragraph. */
export function joinLines(text: string): string {
  const other = text.includes("\n") || text.includes("\t") || text.includes("\u00a0");
  const line = other ? text.split(/[\n\r\t\v\u00a0][\n\r\t\v\u00a0 ]*/).join(" ") : text;
  return (line.includes("  ") ? line.replace(/ {2,}/g, " ") : line).trim();
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 0xa0 && code !== 0xfeff) return false;
  }
  return true;
}
