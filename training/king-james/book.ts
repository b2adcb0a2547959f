import { Problem } from "@plotline/base";

export interface Verse {
  readonly number: number;
  readonly text: string;
}

export interface BibleChapter {
  /** As printed. */
  readonly number: number;
  readonly heading: string;
  readonly verses: readonly Verse[];
}

export interface BibleBook {
  readonly title: string;
  readonly chapters: readonly BibleChapter[];
}

/**
 * Reads a book of the source: USFM with one marker a line, of which the title (`\h`), chapters (`\c`), their headings
 * (`\cd`) and verses (`\v`) count. `name` is the file's, for messages.
 */
export function readBook(text: string, name: string): BibleBook {
  let title: string | undefined;
  const chapters: { number: number; heading: string; verses: Verse[] }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, marker, content = ""] = /^\\(\w+)\s*(.*)$/.exec(line) ?? [];
    const chapter = chapters.at(-1);
    if (marker === "h") title ??= tidy(content);
    else if (marker === "c") chapters.push({ number: numbered(content).number, heading: "", verses: [] });
    else if (marker === "cd" && chapter !== undefined) chapter.heading = tidy(content);
    else if (marker === "v" && chapter !== undefined) chapter.verses.push(numbered(content));
    else if (isUnexpected(line)) throw new Problem(`${name}, line ${index + 1}: text outside verses and headings.`);
  }
  if (title === undefined || chapters.length === 0)
    throw new Problem(`${name} has no title (\\h) or no chapter (\\c).`);
  return { title, chapters };
}

/** What begins with a number: `3 And God said`. */
function numbered(content: string): Verse {
  const [, number = "", text = ""] = /^(\d+)\s*(.*)$/.exec(content) ?? [];
  if (number === "") throw new Problem(`"${content.slice(0, 40)}" begins with no number of a chapter or verse.`);
  return { number: Number(number), text: tidy(text) };
}

/** Between verses there are paragraph marks, before the first chapter titles and remarks: nothing else. */
function isUnexpected(line: string): boolean {
  return tidy(line) !== "" && !/^\\(?:[mpb]\d?\s*¶?\s*$|id|ide|rem|h\d|toc\d|mte?\d)/.test(line);
}

/** One line, without pilcrows. */
function tidy(text: string): string {
  return text.replace(/¶/g, " ").replace(/\s+/g, " ").trim();
}
