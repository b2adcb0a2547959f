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

/** Where an editor begins a chapter: the first words below its heading, normalised. */
export interface TrueChapter {
  readonly w: string;
  /** Its heading as printed, the parts above it first. */
  readonly h?: string;
}

/** A line of the truth: a book file, and where its chapters begin. */
export interface TrueBook {
  readonly file: string;
  readonly sha256: string;
  readonly format: "text" | "html" | "epub";
  readonly kind: string;
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

interface Measured extends Verdict, Pick<TrueBook, "file" | "kind" | "format"> {
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
export function comparison({ chapters, may = [] }: TrueBook, openings: readonly Opening[]) {
  const wanted = chapters.map(firstLetters);
  const allowed = may.map(firstLetters);
  let [next, found, added] = [0, 0, 0];
  for (const opening of openings) {
    const at = wanted.findIndex((first, k) => k >= next && beginsIn(opening, first));
    if (at >= 0) [next, found] = [at + 1, found + 1];
    else if (!allowed.some((first) => beginsIn(opening, first))) added += 1;
  }
  return { missing: chapters.length - found, added };
}

/** The letters that a chapter begins with, those of its heading first; a true chapter may begin at the first `within`. */
export interface Opening {
  readonly letters: string;
  readonly within: number;
}

/** Headings, dates, arguments and settings before the first words have about this many words; the truth compares up to 16. */
const [mostBefore, enough] = [60, 100];

/** An opening runs on into the next chapters, as the first words of a very short one do, and into the end that the importer leaves out. */
export function openingsOf({ chapters }: Pick<Story, "chapters">): Opening[] {
  const own = chapters.map(({ heading, paragraphs }) => wordsOf([heading, ...paragraphs].join(" ")).slice(0, enough));
  return own.map((words, k) => ({
    letters: lettersOf([...own.slice(k, k + 20).flat(), "the", "end"].slice(0, enough)),
    within: lettersOf(words.slice(0, mostBefore)).length,
  }));
}

/** Without the first word, which may be a picture in the book. */
function firstLetters({ w }: TrueChapter): string {
  return lettersOf(w.split(" ").slice(1));
}

/** Letters are compared, not words: readers differ in soft hyphens, drop capitals, accents, marks of notes and of pictures. */
export function lettersOf(words: readonly string[]): string {
  const kept = words.filter((word) => word !== "illustration").join("");
  return kept.normalize("NFD").replace(/[\p{M}\p{N}]/gu, "");
}

function beginsIn({ letters, within }: Opening, first: string): boolean {
  const at = letters.indexOf(first);
  return at >= 0 && at <= within;
}

const truth = fileURLToPath(new URL("books/truth", import.meta.url));

function main(): void {
  const { values, positionals } = parseArgs({
    options: { split: { type: "string", default: "choose" }, json: { type: "boolean" }, limit: { type: "string" } },
    allowPositionals: true,
  });
  const [files] = positionals;
  if (files === undefined) throw new Problem("Say in which folder the books are.");
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
  if (sha256 !== frozen.sha256) throw new Problem(`${split}.jsonl was changed after it was frozen.`);
  const lines = bytes.toString("utf8").split("\n");
  return { books: lines.filter((line) => line !== "").map((line) => JSON.parse(line)), sha256 };
}

function measure(book: TrueBook, files: string): Measured {
  const bytes = readFileSync(join(files, book.file));
  if (hashOf(bytes) !== book.sha256) mustBeZipped(book);
  forgetPeak();
  const before = process.cpuUsage();
  const story = storyOf(bytes, book.file);
  const { user, system } = process.cpuUsage(before);
  const cost = { cpuSeconds: (user + system) / 1e6, peakMb: peakMb() };
  const verdict = story instanceof Problem ? refused(book, story) : verdictOf(book, story);
  const { file, kind, format } = book;
  return { file, kind, format, ...verdict, ...cost };
}

/** Only an EPUB may have other bytes than the truth's, since its layout depends on the version of zlib. */
function mustBeZipped({ file, format }: TrueBook): void {
  if (format !== "epub") throw new Problem(`${file} is not the file whose chapters are known: its hash differs.`);
  console.error(`${file} has other bytes than the truth's; its members were not compared.`);
}

function storyOf(bytes: Uint8Array, file: string): Story | Problem {
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

const onLinux = process.platform === "linux";

/** Linux forgets a process's peak of memory when told to; elsewhere it is the peak since the bench began. */
function forgetPeak(): void {
  if (onLinux) writeFileSync("/proc/self/clear_refs", "5");
}

/** One process reads all files, so this includes its code, some 100 MB, and what it has not yet collected. */
function peakMb(): number {
  const peak = onLinux ? /VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] : undefined;
  return Number(peak ?? process.resourceUsage().maxRSS) / 1024;
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
    header: "kind|files|strict %|silent %|right, warned %|lost % (max)|CPU s|(max)|MB|(max)".split("|"),
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
