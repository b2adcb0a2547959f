// Does the importer divide books where an editor would? Measures it against the frozen truth in books/truth.
// usage: node --conditions=@plotline/source --import ./scripts/sources.mjs bench/books.ts FILES [--split choose] [--json] [--limit n]
// FILES is where books/fetch-books.md laid the books out; --json prints a line for each file, and the table as the last.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { groupedBy, median, Problem, sentenceOf, sumOf, version } from "@plotline/base";
import { type Story, warningTexts } from "@plotline/books";
import { readStory } from "@plotline/books/node";
import { titledTable } from "plotline/node";

/** Where an editor begins a chapter: `w` are the first words below its heading, normalised. */
export interface TrueChapter {
  readonly h: string;
  readonly w: string;
}

/** A line of the truth: a book file, and where its chapters begin. */
export interface TrueBook {
  readonly file: string;
  readonly sha256: string;
  readonly format: "text" | "html" | "epub";
  readonly kind: string;
  readonly title: string;
  readonly chapters: readonly TrueChapter[];
  /** Where a further chapter may begin or not. */
  readonly may?: readonly TrueChapter[];
}

/** How the importer did on a file. */
export interface Verdict {
  /** Every true chapter begins a chapter, and nothing else does. */
  readonly right: boolean;
  /** It gave a warning about its division, or refused the file. */
  readonly warned: boolean;
  readonly missing: number;
  readonly added: number;
  /** The share of the book's words that are in no chapter, and not named among what is left out. */
  readonly lost: number;
  /** The same with what is named, but without a reason: the importer's own alarm counts these. */
  readonly unexplained: number;
  readonly refusal?: string;
}

interface Measured extends Verdict {
  readonly file: string;
  readonly kind: string;
  readonly format: string;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** The words of a text as the truth normalises them: lower case, without punctuation, each Chinese or Japanese character a word. */
export function wordsOf(text: string): string[] {
  const spaced = text.toLowerCase().replace(/([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])/g, " $1 ");
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

export function verdictOf(book: TrueBook, story: Story): Verdict {
  const { missing, added } = comparison(book, openingsOf(story));
  const { words, inChapters, leftOut, unexplained } = story.account;
  const unnamed = words - inChapters - sumOf(leftOut, (each) => each.words);
  return {
    right: missing === 0 && added === 0,
    warned: warningTexts(story.warnings, "alarm").length + warningTexts(story.warnings, "chapters").length > 0,
    missing,
    added,
    lost: Math.max(0, unnamed) / words,
    unexplained: unexplained / words,
  };
}

/** How many true chapters no chapter begins at, in order, and how many chapters begin at none. */
export function comparison(book: TrueBook, openings: readonly Opening[]): { missing: number; added: number } {
  let next = 0;
  let found = 0;
  let added = 0;
  for (const opening of openings) {
    const at = book.chapters.findIndex(({ w }, k) => k >= next && beginsIn(opening, w));
    if (at >= 0) {
      next = at + 1;
      found += 1;
    } else if (!book.may?.some(({ w }) => beginsIn(opening, w))) added += 1;
  }
  return { missing: book.chapters.length - found, added };
}

/** The words from the beginning of a chapter on, its heading first; `within` is how many of them a true chapter may begin at. */
export interface Opening {
  readonly words: readonly string[];
  readonly within: number;
}

/** Headings, dates, arguments and settings before the first words have about this many; the truth compares up to 16. */
const [mostBefore, longEnough] = [60, 100];

/** An opening runs on into the next chapters, as the first words of a very short one do. */
export function openingsOf({ chapters }: Pick<Story, "chapters">): Opening[] {
  const own = chapters.map(({ heading, paragraphs }) => wordsOf([heading, ...paragraphs].join(" ")));
  const beginnings = own.map((words) => words.slice(0, longEnough));
  return own.map(({ length }, k) => ({
    words: beginnings
      .slice(k, k + 20)
      .flat()
      .slice(0, longEnough),
    within: Math.min(mostBefore, length),
  }));
}

/** Compares letters, not words, since a drop capital or a soft hyphen divides a word; the first word may differ. */
function beginsIn({ words, within }: Opening, first: string): boolean {
  const letters = first.split(" ").slice(1).join("");
  const at = words.join("").indexOf(letters);
  return at >= 0 && at <= words.slice(0, within).join("").length;
}

const truth = fileURLToPath(new URL("books/truth", import.meta.url));

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      split: { type: "string", default: "choose" },
      json: { type: "boolean", default: false },
      limit: { type: "string" },
    },
    allowPositionals: true,
  });
  const [files] = positionals;
  if (files === undefined)
    throw new Problem("Say where the books are: bench/books.ts FILES [--split choose|test|learn].");
  const { books, sha256 } = truthOf(values.split);
  const measured: Measured[] = [];
  for (const book of books.slice(0, values.limit === undefined ? undefined : Number(values.limit))) {
    const one = measure(book, files);
    if (values.json) console.log(JSON.stringify(one));
    measured.push(one);
  }
  const made = { split: values.split, files: measured.length, of: books.length, truth: sha256, version };
  const rows = { ...figuresBy(measured, "kind"), ...figuresBy(measured, "format"), all: figuresOf(measured) };
  if (values.json) console.log(JSON.stringify({ ...made, rows }));
  else console.log(`${titledTable(`The books of ${values.split}`, tableOf(rows))}\n${JSON.stringify(made)}`);
}

/** The books of a split; a truth that was changed after it was frozen is refused. */
function truthOf(split: string): { books: TrueBook[]; sha256: string } {
  const frozen = JSON.parse(readFileSync(join(truth, "FROZEN.json"), "utf8")).files[`${split}.jsonl`];
  if (frozen === undefined) throw new Problem(`There is no split ${split}: there are choose, test and learn.`);
  const bytes = readFileSync(join(truth, `${split}.jsonl`));
  const sha256 = hashOf(bytes);
  if (sha256 !== frozen.sha256)
    throw new Problem(`${split}.jsonl is not the truth that was frozen: its hash is ${sha256}.`);
  const lines = bytes.toString("utf8").split("\n");
  return { books: lines.filter((line) => line !== "").map((line) => JSON.parse(line)), sha256 };
}

function measure(book: TrueBook, files: string): Measured {
  const bytes = readFileSync(join(files, book.file));
  if (hashOf(bytes) !== book.sha256) mustBeZipped(book);
  forgetPeak();
  const before = process.cpuUsage();
  const story = storyOf(bytes, book);
  const { user, system } = process.cpuUsage(before);
  const verdict = story instanceof Problem ? refused(book, story) : verdictOf(book, story);
  const { file, kind, format } = book;
  return { file, kind, format, ...verdict, cpuSeconds: (user + system) / 1e6, peakMb: peakMb() };
}

/** Only an EPUB may have other bytes than the truth's, since its layout depends on the version of zlib. */
function mustBeZipped({ file, format }: TrueBook): void {
  if (format !== "epub") throw new Problem(`${file} is not the file whose chapters are known: its hash differs.`);
  console.error(
    `${file} has another hash than the truth's, which a different zlib explains; its members were not compared.`,
  );
}

function storyOf(bytes: Uint8Array, { file }: TrueBook): Story | Problem {
  try {
    return readStory(bytes, file);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** A file that the importer refuses is not divided rightly, but nobody is deceived. */
function refused({ chapters }: TrueBook, problem: Problem): Verdict {
  const refusal = sentenceOf(problem);
  return { right: false, warned: true, missing: chapters.length, added: 0, lost: 0, unexplained: 0, refusal };
}

/** Linux forgets a process's peak of memory when told to; elsewhere it is the peak since the bench began. */
function forgetPeak(): void {
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5");
}

/** All files are read by one process, so this includes its code (some 100 MB) and what the last file left uncollected. */
function peakMb(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1024;
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

type Figures = ReturnType<typeof figuresOf>;

function figuresBy(measured: readonly Measured[], key: "kind" | "format"): Record<string, Figures> {
  const groups = [...groupedBy(measured, (each) => each[key])].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, files]) => [name, figuresOf(files)]));
}

function figuresOf(files: readonly Measured[]) {
  const share = (is: (file: Measured) => boolean) => files.filter(is).length / files.length;
  return {
    files: files.length,
    right: share(({ right }) => right),
    wrongInSilence: share(({ right, warned }) => !right && !warned),
    rightButWarned: share(({ right, warned }) => right && warned),
    refused: files.filter(({ refusal }) => refusal !== undefined).length,
    mostLost: Math.max(...files.map(({ lost }) => lost)),
    mostUnexplained: Math.max(...files.map(({ unexplained, warned }) => (warned ? 0 : unexplained))),
    cpuMedian: median(files.map(({ cpuSeconds }) => cpuSeconds)),
    cpuMost: Math.max(...files.map(({ cpuSeconds }) => cpuSeconds)),
    peakMbMedian: median(files.map(({ peakMb }) => peakMb)),
    peakMbMost: Math.max(...files.map(({ peakMb }) => peakMb)),
  };
}

function tableOf(rows: Record<string, Figures>): { header: string[]; rows: string[][] } {
  const percent = (share: number) => (100 * share).toFixed(1);
  return {
    header: [
      "kind",
      "files",
      "strict %",
      "silent %",
      "right, warned %",
      "lost % (max)",
      "CPU s",
      "(max)",
      "MB",
      "(max)",
    ],
    rows: Object.entries(rows).map(([name, of]) => [
      name,
      `${of.files}`,
      ...[of.right, of.wrongInSilence, of.rightButWarned].map(percent),
      (100 * of.mostLost).toFixed(2),
      ...[of.cpuMedian, of.cpuMost].map((seconds) => seconds.toFixed(2)),
      ...[of.peakMbMedian, of.peakMbMost].map((mb) => mb.toFixed(0)),
    ]),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    main();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(sentenceOf(error));
    process.exitCode = 2;
  }
