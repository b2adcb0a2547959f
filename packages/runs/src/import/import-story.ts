import { basename } from "node:path";
import type { Kind, Rights } from "@plotline/align";
import { Problem } from "@plotline/base";
import type { Story } from "@plotline/books";
import { readPair, workOfPair } from "@plotline/books/node";
import { addWork } from "@plotline/corpus/node";
import { plainBytes } from "@plotline/formats/node";
import { languageNamed } from "@plotline/text";

/** What may be said of a book that is imported. */
export interface ImportOptions {
  readonly title?: string;
  readonly kind?: Kind;
  /** A file with the headings of the chapters, one per line. */
  readonly headings?: string;
  readonly source?: string;
  readonly licence?: string;
  /** The code of its language, where detecting it is not wanted. */
  readonly language?: string;
  /** Look, but write nothing. */
  readonly dryRun?: boolean;
}

/** A book that was imported. */
export interface Imported extends Story {
  readonly title: string;
  /** Where it was written; undefined after a dry run. */
  readonly folder: string | undefined;
}

/** Reads a book from a file and adds it to a corpus as a new work. */
export async function importStory(file: string, corpus: string, options: ImportOptions = {}): Promise<Imported> {
  const headings =
    options.headings === undefined ? undefined : plainBytes(options.headings).toString("utf8").split(/\r?\n/);
  const pair = readPair({ book: file, title: options.title, kind: options.kind, headings });
  const { story, title, kind } = pair;
  if (title === "") throw new Problem(`${file} does not say what it is called.`, "another title");
  if (options.dryRun) return { ...story, title, kind, folder: undefined };
  const language = options.language === undefined ? undefined : languageNamed(options.language).code;
  const { folder } = await addWork(corpus, workOfPair(pair, { story: rightsOf(file, story, options), language }));
  return { ...story, title, kind, folder };
}

/** Where a book is from, as far as its file says. */
export function rightsOf(file: string, story: Story, { source, licence }: ImportOptions = {}): Rights {
  const own = licence ?? story.licence ?? (story.isGutenberg ? "Public domain in the USA" : undefined);
  return {
    source: source ?? (story.isGutenberg ? `Project Gutenberg (${basename(file)})` : basename(file)),
    ...(own !== undefined && { licence: own }),
  };
}
