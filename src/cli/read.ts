import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { align } from "../align/align.ts";
import { defaultMethod, findMethod } from "../align/registry.ts";
import { splitParagraphs } from "../corpus/paragraphs.ts";
import type { Alignment } from "../corpus/types.ts";
import { decode } from "../ingest/decode.ts";
import { htmlBlocks, isHtml } from "../ingest/html.ts";
import { readStory } from "../ingest/story.ts";
import { externalMethod, isModule } from "../jobs/align/external.ts";
import { Problem } from "../problem.ts";
import { readingPage } from "../report/reading-page/page.ts";
import { version } from "../version.ts";
import { writeAtomically } from "../write.ts";
import { type Common, command, print, printJson, seedOption, warn, wholeNumber } from "./frame.ts";

interface ReadOptions extends Common {
  readonly out?: string;
  readonly title?: string;
  readonly chapter?: number;
  readonly method: string;
  readonly seed: number;
}

interface StoryText {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly headings: ReadonlyMap<number, string>;
}

export function readCommand(): Command {
  return command(
    "read <story> <summary>",
    "Align a story with its summary and write one HTML page to read them side by side. The story is plain text, HTML or EPUB; the summary is plain text or HTML, one bullet a paragraph or a line.",
    ["read story.txt summary.txt", "read emma.epub guide.html --chapter 3 --out emma-3.html"],
  )
    .option("--out <file>", "the page (default: the story's name with .html)")
    .option("--title <words>", "the page's title (default: what the story says, else its file name)")
    .option("--chapter <number>", "only this chapter of the story, counted from 0", wholeNumber)
    .option("--method <name>", "the method, or a module with one", defaultMethod)
    .addOption(seedOption())
    .action(run);
}

async function run(storyFile: string, summaryFile: string, options: ReadOptions): Promise<void> {
  const story = await readStoryFile(storyFile, options);
  const summary = summaryParagraphs(await readFile(summaryFile), summaryFile);
  const links = await alignBy(options, summary, story);
  const out = options.out ?? `${plainName(storyFile)}.html`;
  if (out === storyFile || out === summaryFile)
    throw new Problem(`${out} would replace what is read: name another file with --out.`);
  const madeBy = `Aligned by ${options.method}, plotline ${version}.`;
  const { title, paragraphs, headings } = story;
  writeAtomically(out, readingPage({ title, summary, story: paragraphs, links, headings, madeBy }));
  if (options.json) printJson({ page: out, bullets: summary.length, paragraphs: paragraphs.length, links });
  else print(`${out}: ${summary.length} bullets, ${paragraphs.length} paragraphs, ${links.length} links`);
}

async function readStoryFile(file: string, options: ReadOptions): Promise<StoryText> {
  const book = readStory(await readFile(file), file);
  for (const warning of book.warnings) warn(`${file}: ${warning}.`, options);
  const wanted =
    options.chapter === undefined ? book.chapters : book.chapters.slice(options.chapter, options.chapter + 1);
  if (wanted.length === 0)
    throw new Problem(`${file} has no chapter ${options.chapter}: it has ${book.chapters.length}, counted from 0.`);
  const headings = new Map<number, string>();
  const paragraphs: string[] = [];
  for (const chapter of wanted) {
    if (chapter.heading !== "" && book.chapters.length > 1) headings.set(paragraphs.length, chapter.heading);
    paragraphs.push(...chapter.paragraphs);
  }
  return { title: options.title ?? book.title ?? plainName(file), paragraphs, headings };
}

/** A file's name without its endings: `1` for `1.txt.utf8`. */
function plainName(file: string): string {
  return basename(file).replace(/(\.(txt|utf-?8|html?|epub|md))+$/i, "") || basename(file);
}

/** One bullet a paragraph; where no line is blank, one a line. Marks of a list are taken off. */
function summaryParagraphs(bytes: Uint8Array, file: string): string[] {
  const { text } = decode(bytes, file);
  const paragraphs = isHtml(text) ? htmlBlocks(text).blocks.map((block) => block.text) : splitParagraphs(text);
  const bullets = paragraphs.length === 1 ? (paragraphs[0] ?? "").split("\n") : paragraphs;
  const bare = bullets.map((bullet) => bullet.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, "").trim()).filter(Boolean);
  if (bare.length === 0) throw new Problem(`${file} has no text, so there is no summary.`);
  return bare;
}

async function alignBy(
  { method, seed }: ReadOptions,
  summary: readonly string[],
  story: StoryText,
): Promise<Alignment> {
  if (method === defaultMethod) return align(summary, story.paragraphs);
  const chapter = { work: story.title, number: 0, summary, story: story.paragraphs };
  const chosen = isModule(method) ? await externalMethod(method) : findMethod(method);
  const corpus = {
    async *chapters() {
      yield chapter;
    },
  };
  return (await chosen.prepare(corpus, { seed }))(chapter);
}
