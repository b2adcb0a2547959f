// Checks the open corpus chapter by chapter and prints its figures next to those of the paper's corpus.
//   npm run script -- open-corpus [FOLDER] [--check | --card]      (FOLDER: corpora/open unless given)
//   --check  only checks: one line per fault, exit status 1 if there is any
//   --card   writes the figures and the agreement of annotators into FOLDER/README.md, between its markers
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agreement, type Cell, rowsOf, rowsOutOfOrder, type Work } from "@plotline/align";
import { sumOf } from "@plotline/base";
import { checkCorpus, openCorpus, publishedWork } from "@plotline/corpus/node";
import { open, share as shown } from "../bench/kit/kit.ts";
import { stop } from "./setup.mjs";

interface Figures {
  readonly chapters: number;
  readonly points?: number;
  readonly wordsPerPoint: number;
  readonly linksPerPoint: number;
  readonly commentary: number;
  readonly covered: number;
  readonly paragraphsPerPoint: number;
  readonly outOfOrder?: number;
}

/** The published corpus: the works with human links among all its works, and what their 360 chapters have. */
const paper: Figures & { readonly works: string } = {
  works: "15 of 231",
  chapters: 360,
  points: 4533,
  wordsPerPoint: 27.8,
  linksPerPoint: 2.98,
  commentary: 0.059,
  covered: 0.532,
  paragraphsPerPoint: 5.28,
  outOfOrder: 0.037,
};

/** A point may not share this many words in a row with its chapter, outside quotation marks. */
const longestCopy = 5;

const titles = [
  "work",
  "split",
  "chapters",
  "points",
  "words a point",
  "links a point",
  "commentary",
  "paragraphs covered",
  "paragraphs a point",
  "rows out of order",
  "voice",
];

const gutenbergLine = /project gutenberg|gutenberg-tm|gutenberg\.(org|net)|\*\*\*\s*(start|end) of th/i;

const options = process.argv.slice(2);
const [given, ...others] = options.filter((word) => !word.startsWith("--"));
const unknown = options.find((word) => word.startsWith("--") && !["--check", "--card"].includes(word));
if (unknown !== undefined || others.length > 0) stop(`I do not know "${unknown ?? others[0]}".`);
const folder = given ?? open;
if (!existsSync(join(folder, "corpus.json"))) stop(`${folder} has no corpus.json.`);

const corpus = await openCorpus(folder);
const works = await Promise.all(corpus.works.map(readWork));
const { faults: broken } = await checkCorpus(folder);
const writersLinks = join(folder, "writers-links.jsonl");
const faults = [
  // A long paragraph is its author's.
  ...broken
    .filter(({ why }) => !why.endsWith("used as it is"))
    .map(({ file, row, why }) => `${file}${row === null ? "" : `, line ${row}`}: ${why}`),
  ...works.flatMap(faultsOfWork),
  ...faultsOfWritersLinks(),
];
const card = join(folder, "README.md");
const secondAnnotation = join(folder, "second-annotation.jsonl");

if (options.includes("--card")) writeFileSync(card, cardNow());
else if (options.includes("--check")) faults.push(...faultsOfCard());
else console.log(figuresText());
for (const fault of faults) console.log(fault);
if (options.includes("--check")) {
  console.log(
    `${works.length} works, ${sumOf(works, (work) => work.chapters.length)} chapters: ${faults.length} faults`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

type OpenWork = Awaited<ReturnType<typeof readWork>>;
type OpenChapter = OpenWork["chapters"][number];

async function readWork(work: Work) {
  const voice = /voice: (.*)/.exec(work.summary.source ?? "")?.[1] ?? "";
  const read = async (number: number) => {
    const { story, summary: points, gold = [] } = await corpus.chapter(work, number);
    return { number, place: `${work.folder}/${number}`, story, points, gold, rows: rowsOf(gold, points.length) };
  };
  return { ...work, voice, chapters: await Promise.all(work.chapters.map(read)) };
}

function faultsOfWork({ title, kind, story, summary, summarised, annotated, chapters }: OpenWork): string[] {
  const found: string[] = [];
  if (kind === undefined) found.push("its kind is not novel, play or story");
  if (story.licence !== "public domain" || summary.licence !== "CC0-1.0")
    found.push("its story must be public domain and its summary CC0-1.0");
  // What learns from the open corpus is tested on these.
  if (publishedWork(title)?.split === "validation") found.push("it is one of the 15 works on which the paper tests");
  if (summarised.length < chapters.length) found.push("it has chapters without points");
  if (annotated.length < chapters.length) found.push("it has chapters without links");
  return [...found.map((fault) => `${title}: ${fault}`), ...chapters.flatMap(faultsOfChapter)];
}

function faultsOfChapter({ place, story, points }: OpenChapter): string[] {
  const runs = new Set(story.flatMap((paragraph) => runsOf(wordsOf(paragraph))));
  const found: string[] = [];
  for (const text of [...story, ...points])
    if (gutenbergLine.test(text)) found.push(`a line of Project Gutenberg's licence: "${text.slice(0, 60)}"`);
  for (const [at, point] of points.entries()) {
    if (wordsOf(point).length === 0) found.push(`point ${at + 1} has no words`);
    const copied = copiedRun(point, runs);
    if (copied !== undefined) found.push(`point ${at + 1} copies "${copied}"`);
  }
  return found.map((fault) => `${place}: ${fault}`);
}

/** The first run of the story's words that a point repeats outside its quotations. */
function copiedRun(point: string, runs: ReadonlySet<string>): string | undefined {
  const unquoted = point.split(/[“"][^”"]{0,200}[”"]/);
  return unquoted.flatMap((part) => runsOf(wordsOf(part))).find((run) => runs.has(run));
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(longestCopy - 1).map((_, at) => words.slice(at, at + longestCopy).join(" "));
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll("’", "'").replaceAll("_", "");
  return plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
}

function figuresOf(chapters: readonly OpenChapter[]): Figures {
  const points = sumOf(chapters, (chapter) => chapter.points.length);
  const words = sumOf(chapters, (chapter) => sumOf(chapter.points, (point) => point.split(/\s+/).length));
  const stories = sumOf(chapters, (chapter) => chapter.story.length);
  const rows = chapters.flatMap((chapter) => chapter.rows);
  const perPoint = (total: number) => total / Math.max(1, points);
  return {
    chapters: chapters.length,
    points,
    wordsPerPoint: perPoint(words),
    linksPerPoint: perPoint(sumOf(rows, ({ length }) => length)),
    commentary: perPoint(rows.filter(({ length }) => length === 0).length),
    covered: sumOf(chapters, (chapter) => new Set(chapter.rows.flat()).size) / Math.max(1, stories),
    paragraphsPerPoint: perPoint(stories),
    outOfOrder: perPoint(sumOf(chapters, ({ gold }) => rowsOutOfOrder(gold).length)),
  };
}

function figuresText(): string {
  const kinds = ["novel", "play", "story"].map((kind) => works.filter((work) => work.kind === kind).length);
  const all = works.flatMap((work) => work.chapters);
  const links = sumOf(all, ({ gold }) => gold.length);
  const [chapters, points, linked] = [all.length, sumOf(all, (chapter) => chapter.points.length), links].map((count) =>
    count.toLocaleString("en"),
  );
  return [
    `${works.length} works (${kinds[0]} novels, ${kinds[1]} plays, ${kinds[2]} short stories), ${chapters} chapters, ${points} points, ${linked} links.`,
    "",
    line(titles),
    line(titles.map((title) => (["work", "split", "voice"].includes(title) ? "---" : "--:"))),
    ...works.map((work) => line([work.title, work.split, ...cellsOf(figuresOf(work.chapters)), work.voice])),
    totalLine("train"),
    totalLine("validation"),
    totalLine(),
    line(["the paper's corpus: chapters with human links", `${paper.works} works`, ...cellsOf(paper), ""]),
  ].join("\n");
}

/** The figures of a split, or of everything. */
function totalLine(split?: string): string {
  const chosen = works.filter((work) => split === undefined || work.split === split);
  const figures = figuresOf(chosen.flatMap((work) => work.chapters));
  return line([`**${split ?? "all"}**`, `${chosen.length} works`, ...cellsOf(figures), ""]);
}

function cellsOf(figures: Figures): string[] {
  return [
    String(figures.chapters),
    String(figures.points ?? ""),
    figures.wordsPerPoint.toFixed(1),
    figures.linksPerPoint.toFixed(2),
    share(figures.commentary),
    share(figures.covered),
    figures.paragraphsPerPoint.toFixed(2),
    share(figures.outOfOrder),
  ];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function share(value: number | undefined): string {
  return value === undefined ? "" : shown(value);
}

/** The card with its figures, and with the agreement of annotators where there is a second annotation. */
function cardNow(): string {
  if (!existsSync(card)) stop(`${card} is not there.`);
  const withFigures = between(readFileSync(card, "utf8"), "figures", figuresText());
  if (!existsSync(secondAnnotation)) return withFigures;
  return between(between(withFigures, "agreement", agreementText()), "works", worksText());
}

/** Who wrote and who translated each work, when, and where its text is from. */
function worksText(): string {
  const listed: { works: Record<"title" | "author" | "translator" | "year", string>[] } = JSON.parse(
    readFileSync(join(folder, "corpus.json"), "utf8"),
  );
  const sources = new Map(works.map(({ title, story }) => [title, story.source?.replace("Project Gutenberg", "")]));
  return [
    line(["work", "author", "year", "translator", "Project Gutenberg"]),
    line(["---", "---", "--:", "---", "---"]),
    ...listed.works.map(({ title, author, year, translator = "" }) =>
      line([title, author, String(year), translator, sourceShown(sources.get(title) ?? "")]),
    ),
  ].join("\n");
}

function sourceShown(source: string): string {
  const number = /\d+/.exec(source)?.[0] ?? "unknown";
  return source.includes("as cut") ? `${number}, as cut` : number;
}

function between(text: string, marker: string, filling: string): string {
  const [before, rest, ...more] = text.split(`<!-- ${marker} -->\n`);
  const [, after] = rest?.split(`<!-- /${marker} -->`) ?? [];
  if (after === undefined || more.length > 0) stop(`${card} needs one pair of the markers ${marker} and /${marker}.`);
  return `${before}<!-- ${marker} -->\n${filling}\n<!-- /${marker} -->${after}`;
}

/** F of the first and the second annotator's links, chapter by chapter. */
function agreementText(): string {
  const validation = new Set(works.filter((work) => work.split === "validation").map((work) => work.title));
  const chapters = readFileSync(secondAnnotation, "utf8")
    .split("\n")
    .filter((row) => row !== "")
    .map((row): { work: string; chapter: number; first: Rows; second: Rows } => JSON.parse(row))
    .map(({ work, chapter, first, second }) => ({ work, chapter, f: agreementOf(first, second) }));
  const inValidation = chapters.filter(({ work }) => validation.has(work));
  const mean = (some: readonly { readonly f: number }[]) => share(sumOf(some, ({ f }) => f) / some.length);
  const low = chapters.filter(({ f }) => f < 0.75).sort((a, b) => a.f - b.f);
  const named = low.map(({ work, chapter, f }) => `${work} ${chapter} (${share(f)})`).join(", ");
  return [
    `Second annotators, language models like the first, who saw story and points only, linked ${chapters.length} chapters of ${new Set(chapters.map(({ work }) => work)).size} works (\`second-annotation.jsonl\`): F ${mean(chapters)} with the first on average; on the ${inValidation.length} chapters of the validation split ${mean(inValidation)}, where every difference was settled by a third look.`,
    `Below .750: ${named || "none"}.`,
    `The guides' own writers agree far less with the links that are here: F ${share(writersAgreement())} on the chapters of \`writers-links.jsonl\`.`,
  ].join(" ");
}

/** The mean F of the writers' links with those of the corpus. */
function writersAgreement(): number {
  const own = new Map(
    works.flatMap(({ title, chapters }) => chapters.map((each) => [`${title}/${each.number}`, each] as const)),
  );
  const scores = readFileSync(writersLinks, "utf8")
    .trimEnd()
    .split("\n")
    .map((row): { work: string; chapter: number; links: Rows } => JSON.parse(row))
    .map(({ work, chapter, links }) => agreementOf(own.get(`${work}/${chapter}`)?.rows ?? [], links));
  return sumOf(scores, (f) => f) / scores.length;
}

type Rows = readonly (readonly number[])[];

function agreementOf(first: Rows, second: Rows): number {
  const cells = (rows: Rows): Cell[] => rows.flatMap((row, summary) => row.map((story) => ({ summary, story })));
  const points = Math.max(first.length, second.length);
  return agreement([{ points, paragraphs: 0, first: cells(first), second: cells(second) }]).f;
}

function faultsOfWritersLinks(): string[] {
  if (!existsSync(writersLinks)) return [];
  const rows = readFileSync(writersLinks, "utf8").trimEnd().split("\n");
  return rows.flatMap((row, k) => {
    const { work, chapter, links }: { work: string; chapter: number; links: Rows } = JSON.parse(row);
    const found = works.find(({ title }) => title === work)?.chapters.find(({ number }) => number === chapter);
    const fits =
      links.length === found?.points.length && links.flat().every((place) => place < (found?.story.length ?? 0));
    return fits ? [] : [`writers-links.jsonl: line ${k + 1} does not fit "${work}" ${chapter}`];
  });
}

function faultsOfCard(): string[] {
  const isCurrent = existsSync(card) && cardNow() === readFileSync(card, "utf8");
  return isCurrent ? [] : ["README.md: its figures are out of date; npm run script -- open-corpus --card writes them"];
}
