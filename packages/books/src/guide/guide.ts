import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { countWords } from "@plotline/align";
import { Problem } from "@plotline/base";
import {
  type Block,
  type Document,
  documentText,
  endingsFor,
  formatNamed,
  formatsFor,
  mustHaveWords,
  NoBook,
  withoutEndings,
  wordsIn,
} from "@plotline/formats";
import { bytesOfFile, type GivenFile, nameOfFile, unixLines, withoutInvisible } from "@plotline/formats/node";
import { cutOff, isCutPage } from "../html/cut-page.ts";
import { readLabel } from "../match/label.ts";
import type { GuideSection } from "../match/match.ts";
import { openFile } from "../open-file.ts";
import { isOtherHeading, isParagraph, isShortTitle, isSummaryHeading } from "./blocks.ts";
import { withHeadings } from "./headings.ts";
import { readHtmlGuide } from "./html.ts";
import { readGuideRecord } from "./record.ts";
import { guideSections } from "./sections.ts";
import { readMarkdownGuide, readTextGuide } from "./text.ts";

export interface Guide {
  readonly sections: readonly GuideSection[];
  readonly notes: readonly string[];
  /** Where it came from and with whose permission, when `plotline import fetch` wrote that down. */
  readonly source?: string;
  readonly permission?: string;
}

const [mostFiles, mostSections, mostBlocks, mostWords] = [5000, 2000, 20_000, 400_000];

/**
 * A study guide: one file with all chapters, or a folder with one file per chapter (as `plotline import fetch` leaves it,
 * too).
 *
 * @example
 * const guide = readGuide("corpora/sample/summaries/Forty Guineas", "Forty Guineas");
 * guide.sections.map(({ points }) => points.length); // → [15, 14, 13, 13, 14, 16, 16]
 */
export function readGuide(file: GivenFile, work: string): Guide {
  const path = nameOfFile(file);
  const isFolder = typeof file === "string" && statSync(file).isDirectory();
  const guide = isFolder ? readFolder(path, work) : readPage(file, { work, single: false });
  if (guide.sections.length === 0) throw new Problem(`${path}: no summary was found in it.`, "known formats");
  if (guide.sections.length > mostSections) {
    throw new Problem(`${path} falls into ${guide.sections.length} sections; a guide has at most ${mostSections}.`);
  }
  return guide;
}

function readFolder(folder: string, work: string): Guide {
  const record = readGuideRecord(folder);
  const files = record?.sections ?? pageFiles(folder, work).map((file) => ({ file, name: undefined }));
  if (files.length === 0)
    throw new Problem(`${folder}: there is no guide in this folder: no file that ends with ${endingsFor("guide")}.`);
  if (files.length > mostFiles)
    throw new Problem(`${folder} has ${files.length} files; a guide has at most ${mostFiles}.`);
  const pages = files.map(({ file, name }) => readPage(join(folder, file), { work, single: true, name }));
  return {
    sections: pages.flatMap(({ sections }) => sections),
    notes: pages.flatMap(({ notes }) => notes),
    ...(record && { source: record.source, ...(record.permission !== undefined && { permission: record.permission }) }),
  };
}

/** In the order of the numbers in their names: `chapter-2` before `chapter-10`, `chapter-two` before `chapter-three`. */
function pageFiles(folder: string, work: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && formatNamed(entry.name, "guide") !== undefined)
    .map(({ name }) => name);
  const pages = names.filter((name) => !/^index\.x?html?$/i.test(name));
  const natural = new Intl.Collator("en", { numeric: true });
  const places = new Map(pages.map((name) => [name, readLabel(spokenName(name), work)]));
  const numbered = pages.every((name) => places.get(name)?.numbers !== undefined);
  return (pages.length > 0 ? pages : names).sort((a, b) => {
    const [x, y] = [places.get(a), places.get(b)];
    const byNumber = numbered
      ? (x?.part ?? 0) - (y?.part ?? 0) || (x?.numbers?.first ?? 0) - (y?.numbers?.first ?? 0)
      : 0;
    return byNumber || natural.compare(a, b);
  });
}

interface PageChoice {
  readonly work: string;
  readonly single: boolean;
  /** What the guide's contents page calls it. */
  readonly name?: string;
}

function readPage(given: GivenFile, { work, single, name }: PageChoice): Guide {
  const path = nameOfFile(given);
  const { title, blocks: all, isPlain, saved, isCut } = readBlocks(bytesOfFile(given), path);
  const titled = all.length > 1 && isTitleLine(all[0]!, work) ? all.slice(1) : all;
  const blocks = withHeadings(titled, { single });
  const file = basename(path);
  const fallback = name ?? fallbackName(file, title, blocks, work);
  const { sections, notes } = guideSections(blocks, { file, fallback, single, work, saved });
  const found = { sections, notes: isCut ? [...notes, `${file}: ${cutOff}`] : notes };
  const hasAsides = blocks.some(({ level, text }) => level > 0 && (isSummaryHeading(text) || isOtherHeading(text)));
  if (!isPlain || found.sections.length > 1 || hasAsides) return found;
  return { ...found, sections: found.sections.map((section) => ({ ...section, lines: plainLines(blocks) })) };
}

/** `Summary of Treasure Island` above the text: the guide's own title, and no point of it. */
function isTitleLine(block: Block, work: string): boolean {
  if (!isParagraph(block) || !isShortTitle(block.text)) return false;
  const small = block.text.toLowerCase();
  return small === work.toLowerCase() || /\b(?:summary|synopsis|study guide|plot overview)\b/.test(small);
}

/** One point per paragraph or line; the name of the chapter may be above them. */
function plainLines(blocks: readonly Block[]): string[] {
  return blocks
    .filter(({ level }, k) => level === 0 || k > 0)
    .map(({ text }) => withoutInvisible(text))
    .filter(Boolean);
}

interface GuideFile {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Plain text, in which any line may be a point. */
  readonly isPlain: boolean;
  /** A page of a site that we do not know: it may have more on it than the guide. */
  readonly saved: boolean;
  readonly isCut?: boolean;
}

function readBlocks(bytes: Uint8Array, path: string): GuideFile {
  try {
    const file = readFile(bytes, path);
    if (file.blocks.length > mostBlocks) throw new NoBook(`over ${mostBlocks.toLocaleString("en")} paragraphs`);
    mustBeGuideSized(wordsIn(file.blocks));
    for (const { text } of file.blocks) mustHaveWords(text, path);
    return file;
  } catch (error) {
    if (!(error instanceof NoBook)) throw error;
    throw new Problem(`${path} has ${error.message}, too many for a guide.`);
  }
}

function readFile(bytes: Uint8Array, path: string): GuideFile {
  const file = openFile(bytes, path, "guide");
  if (file.kind === "document") return documentGuide(file.document);
  const text = unixLines(file.text);
  if (file.kind === "TEI")
    throw new Problem(`${path} is a text in TEI; save the guide as ${formatsFor("guide")} and give plotline that.`);
  const named = formatNamed(path, "guide");
  if (named === "HTML" || (named !== "Markdown" && file.kind === "HTML"))
    return { ...readHtmlGuide(text), isPlain: false, isCut: isCutPage(text) };
  const isPlain = named !== "Markdown";
  mustBeGuideSized(countWords(text));
  return { title: "", blocks: isPlain ? readTextGuide(text) : readMarkdownGuide(text), isPlain, saved: false };
}

function mustBeGuideSized(words: number): void {
  if (words > mostWords) throw new NoBook(`over ${mostWords.toLocaleString("en")} words`);
}

/** A document without headings and tables is read as plain text, where a short line that names a chapter is one. */
function documentGuide(document: Document): GuideFile {
  const title = document.title ?? "";
  const isPlain = !document.blocks.some(({ level, cell }) => level > 0 || cell !== undefined);
  if (isPlain) return { title, blocks: readTextGuide(documentText(document)), isPlain, saved: false };
  const blocks = document.blocks.map((block) => ({ ...block, text: block.text.replaceAll("\n", " ") }));
  return { title, blocks, isPlain, saved: false };
}

/** The first of the page's headings, its title and its file's name that says which chapter it covers. */
function fallbackName(file: string, title: string, blocks: readonly Block[], work: string): string {
  const headings = blocks.filter(({ level }) => level > 0).map(({ text }) => text);
  const names = [...headings, title, spokenName(file)].filter((name) => name !== "");
  const telling = names.find((name) => {
    const { numbers, special } = readLabel(name, work);
    return numbers !== undefined || special !== undefined;
  });
  return telling ?? names[0] ?? file;
}

/** `003 act-1-scene-2-summary.html` → `act 1 scene 2`; a number in front only counts when there is no other. */
function spokenName(file: string): string {
  const plain = withoutEndings(file).replace(/[-_]+/g, " ").trim();
  const rest = plain.replace(/^\d+[.\s]+|\bsummary\b/gi, "").trim();
  return readLabel(rest).numbers === undefined ? plain : rest;
}
