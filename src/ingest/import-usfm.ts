import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { NewChapter, NewWork } from "../corpus/changes/add-works.ts";
import type { Rights, Split } from "../corpus/types.ts";
import { sumOf } from "../lists.ts";
import { Problem } from "../problem.ts";
import { decode } from "./files/decode.ts";
import { plainBytes } from "./files/plain-file.ts";
import { readUsfm, type UsfmBook, type UsfmChapter } from "./usfm/book.ts";
import { goldOf, type PointSource, pointsOf } from "./usfm/points.ts";

export interface UsfmOptions {
  /** Which books, by their codes; all unless given. */
  readonly books?: readonly string[];
  /** Where the points come from; for each book its chapters' headings if it has any, else its sections', unless given. */
  readonly points?: PointSource;
  readonly rights?: Rights;
  /** The split of a book, by its code. */
  readonly split?: ((code: string) => Split) | undefined;
}

/** One book as it would be written. */
export interface UsfmWork {
  readonly book: UsfmBook;
  readonly file: string;
  readonly points: PointSource;
  readonly work: NewWork;
  /** Chapters, as printed, whose heading has numbers that contradict each other: they get points, but no links. */
  readonly doubtful: readonly number[];
}

export interface UsfmPlan {
  readonly works: readonly UsfmWork[];
  /** Files without a verse: front matter, glossaries. */
  readonly withoutVerses: readonly { readonly file: string; readonly words: number }[];
}

/** Reads the books of a USFM file or of a folder of them: each a work, whose paragraphs are verses. Writes nothing. */
export function planUsfm(path: string, options: UsfmOptions = {}): UsfmPlan {
  const wanted = options.books?.map((code) => code.trim().toUpperCase());
  const all = usfmFiles(path).map((file) => ({ file, book: readUsfm(decode(plainBytes(file), file).text, file) }));
  const missing = wanted?.filter((code) => !all.some(({ book }) => book.code === code)) ?? [];
  if (missing.length > 0)
    throw new Problem(
      `${path} has no book ${missing.join(", ")}; it has ${all.map(({ book }) => book.code).join(", ")}.`,
    );
  const chosen = all.filter(({ book }) => wanted === undefined || wanted.includes(book.code));
  const withVerses = chosen.filter(({ book }) => book.chapters.length > 0);
  if (withVerses.length === 0) throw new Problem(`${path} has no verses, so there is nothing to import.`);
  return {
    works: withVerses.map(({ file, book }) => planBook(file, book, options)),
    withoutVerses: chosen
      .filter(({ book }) => book.chapters.length === 0)
      .map(({ file, book }) => ({ file, words: book.words.all })),
  };
}

/** More files are no Bible, and larger ones together do not fit into memory. */
const [mostFiles, mostBytes] = [500, 256 * 1024 * 1024];

function usfmFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Problem(`${path}: there is no such file or folder.`);
  if (!found.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.(usfm|sfm|ptx)$/i.test(name));
  if (names.length === 0)
    throw new Problem(`${path} has no USFM files: none of its names ends with .usfm, .sfm or .ptx.`);
  if (names.length > mostFiles)
    throw new Problem(`${path} has ${names.length} USFM files; at most ${mostFiles} are read.`);
  const files = names.sort().map((name) => join(path, name));
  const bytes = sumOf(files, (file) => statSync(file).size);
  if (bytes > mostBytes)
    throw new Problem(`The USFM files of ${path} have ${Math.ceil(bytes / 1024 / 1024)} MB; at most 256 MB are read.`);
  return files;
}

function planBook(file: string, book: UsfmBook, options: UsfmOptions): UsfmWork {
  const points = options.points ?? (book.chapters.some(({ heading }) => heading !== "") ? "chapters" : "sections");
  const doubtful: number[] = [];
  const chapters = book.chapters.map((chapter) => newChapter(file, chapter, points, doubtful));
  const rights = { source: basename(file), ...options.rights };
  const split = options.split?.(book.code);
  const work = {
    title: book.title,
    ...(split !== undefined && { split }),
    story: rights,
    summary: rights,
    headings: book.chapters.map(({ number }) => `Chapter ${number}`),
    chapters,
  };
  return { book, file, points, work, doubtful };
}

/** No printed heading has as many clauses. */
const mostPoints = 1000;

function newChapter(file: string, chapter: UsfmChapter, source: PointSource, doubtful: number[]): NewChapter {
  const story = chapter.verses.map(({ text }) => text);
  const points = pointsOf(chapter, source);
  if (points.length > mostPoints)
    throw new Problem(
      `${file}: the headings of chapter ${chapter.number} have ${points.length} points; at most ${mostPoints} are read.`,
    );
  if (points.length === 0) return { story };
  const gold = goldOf(points, chapter);
  if (gold === undefined) doubtful.push(chapter.number);
  return { story, summary: points.map(({ text }) => text), gold };
}
