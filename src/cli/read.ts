import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import type { Aligner, Readable } from "../align/method.ts";
import type { Alignment, Link } from "../corpus/types.ts";
import { withoutInvisible } from "../ingest/book/clean.ts";
import { decode } from "../ingest/book/decode.ts";
import { plainBytes } from "../ingest/book/plain-file.ts";
import { readStory, type Story } from "../ingest/book/story.ts";
import { readGuide } from "../ingest/guide/guide.ts";
import { readTextGuide } from "../ingest/guide/text.ts";
import { beside } from "../ingest/match/beside.ts";
import { prepareMethods } from "../jobs/align/methods.ts";
import { Problem } from "../problem.ts";
import { isReadingPage, readingPage } from "../report/reading-page/page.ts";
import { version } from "../version.ts";
import { writeAtomically } from "../write.ts";
import { alarm, type Common, command, counted, fileToWrite, print, printJson, warn, wholeNumber } from "./frame.ts";
import { type ChosenMethod, withMethod } from "./method-choice.ts";
import { Progress } from "./progress.ts";

interface ReadOptions extends Common, ChosenMethod {
  readonly out?: string;
  readonly title?: string;
  readonly chapter?: number;
}

export function readCommand(): Command {
  const made = command(
    "read <story> <summary>",
    "Align a story with its summary and write one HTML page to read them side by side. The story is plain text, HTML or EPUB; the summary is plain text, HTML or Markdown, one bullet a paragraph or a line. Where its headings name chapters, each chapter is aligned with its own section.",
    [
      "read story.txt summary.txt",
      "read emma.epub guide.md",
      "read emma.epub guide.html --chapter 3 --out emma-3.html",
    ],
  );
  return withMethod(
    made
      .option("--out <file>", "the page (default: the story's name with .html)", fileToWrite)
      .option("--title <words>", "the page's title (default: what the story says, else its file name)")
      .option("--chapter <number>", "only this chapter of the story, counted from 0", wholeNumber),
  ).action(run);
}

/** What is aligned at once: a chapter with its section of the guide, or everything where the guide has no sections. */
interface Part {
  readonly headings: readonly string[];
  readonly chapters: readonly (readonly string[])[];
  readonly bullets: readonly string[];
}

async function run(storyFile: string, summaryFile: string, options: ReadOptions): Promise<void> {
  const book = readStory(plainBytes(storyFile), storyFile);
  for (const warning of book.warnings)
    if (book.alarms.includes(warning)) alarm(`${storyFile}: ${warning}.`);
    else warn(`${storyFile}: ${warning}.`, options);
  if (options.chapter !== undefined && options.chapter >= book.chapters.length)
    throw new Problem(
      `${storyFile} has no chapter ${options.chapter}: it has ${book.chapters.length}, counted from 0.`,
    );
  const title = options.title ?? book.title ?? plainName(storyFile);
  const parts = await partsOf(book, summaryFile, title, options);
  const summary = parts.flatMap((part) => part.bullets);
  const story = parts.flatMap((part) => part.chapters.flat());
  if (summary.length === 0) throw new Problem(`${summaryFile} tells nothing of this chapter.`);
  const out = options.out ?? freeName(`${plainName(storyFile)}.html`);
  if ([storyFile, summaryFile].some((file) => isSameFile(file, out)))
    throw new Problem(`${out} would replace what is read: name another file with --out.`);
  const links = await alignParts(parts, title, options);
  const headings = book.chapters.length > 1 ? headingsOf(parts) : new Map();
  const madeBy = `Aligned by ${options.method}, plotline ${version}.`;
  writeAtomically(out, readingPage({ title, summary, story, links, headings, madeBy }));
  if (options.json) printJson({ page: out, bullets: summary.length, paragraphs: story.length, links });
  else
    print(
      `${out}: ${counted(summary.length, "bullet")}, ${counted(story.length, "paragraph")}, ${counted(links.length, "link")}`,
    );
}

async function partsOf(book: Story, file: string, title: string, options: ReadOptions): Promise<Part[]> {
  const wanted = book.chapters
    .map(({ heading, paragraphs }, number) => ({ heading, paragraphs, number }))
    .filter(({ number }) => options.chapter === undefined || number === options.chapter);
  const { sections } = readGuide(file, title);
  if (sections.length > 1 && book.chapters.length > 1) {
    const { bullets, notes } = beside(book, sections);
    for (const note of notes) warn(`${file}: ${note}.`, options);
    return wanted.map(({ heading, paragraphs, number }) => ({
      headings: [heading],
      chapters: [paragraphs],
      bullets: bullets[number] ?? [],
    }));
  }
  const marked = sections.length > 1 || /\.(md|markdown|x?html?)$/i.test(file);
  return [
    {
      headings: wanted.map(({ heading }) => heading),
      chapters: wanted.map(({ paragraphs }) => paragraphs),
      bullets: marked ? sections.flatMap((section) => section.bullets) : summaryBullets(plainBytes(file), file),
    },
  ];
}

/** The headings, by the number of the paragraph they stand before. */
function headingsOf(parts: readonly Part[]): Map<number, string> {
  const headings = new Map<number, string>();
  let before = 0;
  for (const part of parts)
    part.chapters.forEach((paragraphs, k) => {
      const heading = part.headings[k] ?? "";
      if (heading !== "") headings.set(before, heading);
      before += paragraphs.length;
    });
  return headings;
}

/** A name that nobody asked for replaces a page of ours at most, never somebody's book. */
function freeName(page: string): string {
  if (!existsSync(page) || isReadingPage(readFileSync(page, "utf8"))) return page;
  throw new Problem(`${page} is there already, and plotline did not write it: name a file with --out.`);
}

/** However the two are written: `book.html` is `./book.html`. */
function isSameFile(file: string, other: string): boolean {
  return existsSync(other) && realpathSync(file) === realpathSync(other);
}

/** A file's name without its endings: `1` for `1.txt.utf8`. */
function plainName(file: string): string {
  return basename(file).replace(/(\.(txt|utf-?8|html?|epub|md))+$/i, "") || basename(file);
}

/** One bullet a paragraph or a line; the name of the chapter may stand above them. */
function summaryBullets(bytes: Uint8Array, file: string): string[] {
  const blocks = readTextGuide(decode(bytes, file).text).filter(({ kind }, k) => kind !== "heading" || k > 0);
  const bullets = blocks.map((block) => withoutInvisible(block.text)).filter(Boolean);
  if (bullets.length === 0) throw new Problem(`${file} has no text, so there is no summary.`);
  return bullets;
}

/** Links of all parts, counted through. */
async function alignParts(parts: readonly Part[], title: string, options: ReadOptions): Promise<Alignment> {
  const chapters = parts.map(({ bullets, chapters }, number) => ({
    work: title,
    number,
    summary: bullets,
    story: chapters.flat(),
  }));
  const aligner = await alignerOf(chapters, options);
  const progress = new Progress("Aligning chapters", chapters.length, options.quiet);
  const links: Link[] = [];
  const before = { summary: 0, story: 0 };
  for (const chapter of chapters) {
    for (const { summary, story, confidence } of await aligner(chapter))
      links.push({ summary: summary + before.summary, story: story + before.story, confidence });
    before.summary += chapter.summary.length;
    before.story += chapter.story.length;
    progress.advance();
  }
  progress.end();
  return links;
}

async function alignerOf(chapters: readonly Readable[], { method, seed, encoder }: ReadOptions): Promise<Aligner> {
  const corpus = {
    async *chapters() {
      yield* chapters;
    },
  };
  const [prepared] = await prepareMethods(corpus, { methods: [method], seed, encoder });
  return prepared!.align;
}
