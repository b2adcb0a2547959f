import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { addWork } from "../corpus/changes/store.ts";
import { openCorpus } from "../corpus/open.ts";
import type { Kind, Rights } from "../corpus/types.ts";
import { Problem } from "../problem.ts";
import { detectLanguage } from "../text/languages/detect.ts";
import { languageNamed } from "../text/languages/language.ts";
import { readStory } from "./book/story.ts";
import type { Story } from "./book/types.ts";
import { plainBytes } from "./files/plain-file.ts";

export interface ImportOptions {
  readonly title?: string;
  readonly kind?: Kind;
  /** A file with the headings of the chapters, one a line. */
  readonly chapters?: string;
  readonly source?: string;
  readonly licence?: string;
  /** The code of its language, where detecting it is not wanted. */
  readonly language?: string;
  /** Look, but write nothing. */
  readonly dryRun?: boolean;
}

export interface Imported extends Story {
  readonly title: string;
  /** Where it was written; undefined after a dry run. */
  readonly folder: string | undefined;
}

/** Reads a book from a file and adds it to a corpus as a new work. */
export async function importStory(file: string, corpus: string, options: ImportOptions = {}): Promise<Imported> {
  const chapters =
    options.chapters === undefined ? undefined : plainBytes(options.chapters).toString("utf8").split(/\r?\n/);
  const story = readStory(plainBytes(file), file, { chapters });
  const title = (options.title ?? story.title ?? "").trim();
  if (title === "") throw new Problem(`${file} does not say what it is called; give its title with --title.`);
  const kind = options.kind ?? story.kind;
  await mustBeNew(corpus, title);
  if (options.dryRun) return { ...story, title, kind, folder: undefined };
  const work = await addWork(corpus, {
    title,
    kind,
    story: rightsOf(file, story, options),
    language: languageIn(story, options),
    headings: story.chapters.map(({ heading }) => heading),
    chapters: story.chapters.map(({ paragraphs, marks }) => ({ story: paragraphs, marks })),
  });
  return { ...story, title, kind, folder: work.folder };
}

/** What is given, or detected; English is not noted, since nearly every text is. */
function languageIn({ chapters }: Story, { language }: ImportOptions): string | undefined {
  if (language !== undefined) return languageNamed(language).code;
  const { code } = detectLanguage(chapters.flatMap(({ paragraphs }) => paragraphs));
  return code === "en" || code === "und" ? undefined : code;
}

async function mustBeNew(corpus: string, title: string): Promise<void> {
  const exists = await stat(corpus).catch(() => undefined);
  if (exists === undefined) return;
  if (!exists.isDirectory()) throw new Problem(`${corpus} is a file, but a corpus is a folder.`);
  const same = (await openCorpus(corpus)).works.some((work) => work.title === title);
  if (same)
    throw new Problem(
      `${corpus} already has a work called "${title}"; import this one under another --title, or remove that one with \`plotline remove\`.`,
    );
}

/** Where a book is from, as far as its file says. */
export function rightsOf(file: string, story: Story, { source, licence }: ImportOptions = {}): Rights {
  const gutenberg = story.stripped.some((what) => what.includes("Project Gutenberg"));
  const own = licence ?? story.licence ?? (gutenberg ? "Public domain in the USA" : undefined);
  return {
    source: source ?? (gutenberg ? `Project Gutenberg (${basename(file)})` : basename(file)),
    ...(own !== undefined && { licence: own }),
  };
}
