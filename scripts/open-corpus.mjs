// Checks the open corpus chapter by chapter and prints its figures next to those of the paper's corpus.
// usage: node scripts/open-corpus.mjs [FOLDER] [--check | --card]   (FOLDER: corpora/open unless given)
//   --check  only checks: one line per fault, exit status 1 if there is any
//   --card   writes the figures and the agreement of annotators into FOLDER/README.md, between its markers
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The published corpus: the works with human links among all its works, and what their 360 chapters have. */
const paper = {
  works: "15 of 231",
  chapters: 360,
  wordsPerPoint: 27.8,
  linksPerPoint: 2.98,
  commentary: 0.059,
  covered: 0.532,
  paragraphsPerPoint: 5.28,
};

/** A point may not share this many words in a row with its chapter, outside quotation marks. */
const longestCopy = 5;

/** What learns from the open corpus is tested on these. */
const published = JSON.parse(readFileSync(new URL("../src/corpus/data/published-works.json", import.meta.url), "utf8"));
const testWorks = new Set(
  published.filter(({ split }) => split === "validation").map(({ title }) => plainTitle(title)),
);

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
const folder = given ?? fileURLToPath(new URL("../corpora/open", import.meta.url));
if (!existsSync(join(folder, "corpus.json"))) stop(`${folder} has no corpus.json.`);

const works = JSON.parse(readFileSync(join(folder, "corpus.json"), "utf8")).works.map(readWork);
const writersLinks = join(folder, "writers-links.jsonl");
const faults = [...works.flatMap(faultsOfWork), ...strayFolders(), ...faultsOfWritersLinks()];
const card = join(folder, "README.md");
const secondAnnotation = join(folder, "second-annotation.jsonl");

if (options.includes("--card")) writeFileSync(card, cardNow());
else if (options.includes("--check")) faults.push(...faultsOfCard());
else console.log(figuresText());
for (const fault of faults) console.log(fault);
if (options.includes("--check")) {
  console.log(`${works.length} works, ${sum(works, (work) => work.chapters.length)} chapters: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

function readWork({ title, folder: name = title, kind, split, story, summary }) {
  const numbers = numbersIn("stories", name, ".txt.utf8");
  const chapters = numbers.map((number) => readChapter(name, number));
  const voice = /voice: (.*)/.exec(summary?.source ?? "")?.[1] ?? "";
  return { title, name, kind, split, voice, licences: [story?.licence, summary?.licence], chapters };
}

function readChapter(name, number) {
  const read = (section, ending) => {
    const path = join(folder, section, name, `${number}${ending}`);
    return existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : "";
  };
  return {
    number,
    place: `${name}/${number}`,
    story: paragraphs(read("stories", ".txt.utf8")),
    points: paragraphs(read("summaries", ".txt.utf8")),
    rows: read("manual_alignments", ".txt").split("\n").filter(Boolean).map(readRow),
  };
}

function paragraphs(text) {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** `S2: 3, 6, 7`; what does not have this form has no links and no point. */
function readRow(text) {
  const [, point, links = ""] = /^S(\d+):((?: \d+,?)*)$/.exec(text) ?? [];
  return {
    text,
    point: point === undefined ? undefined : Number(point),
    links: (links.match(/\d+/g) ?? []).map(Number),
  };
}

function faultsOfWork({ title, name, kind, split, licences, chapters }) {
  const found = [];
  if (!["novel", "play", "story"].includes(kind)) found.push("its kind is not novel, play or story");
  if (!["train", "validation"].includes(split)) found.push("its split is not train or validation");
  if (licences[0] !== "public domain" || licences[1] !== "CC0-1.0")
    found.push("its story must be public domain and its summary CC0-1.0");
  if (chapters.length === 0) found.push("it has no chapters");
  if (testWorks.has(plainTitle(title))) found.push("it is one of the 15 works on which the paper tests");
  for (const [section, ending] of Object.entries({ summaries: ".txt.utf8", manual_alignments: ".txt" }))
    if (numbersIn(section, name, ending).join() !== chapters.map(({ number }) => number).join())
      found.push(`${section} has other chapters than stories`);
  return [...found.map((fault) => `${title}: ${fault}`), ...chapters.flatMap(faultsOfChapter)];
}

function plainTitle(title) {
  return title.toLowerCase().replace(/[^a-z]+/g, "");
}

function faultsOfChapter({ place, story, points, rows }) {
  const runs = new Set(story.flatMap((paragraph) => runsOf(wordsOf(paragraph))));
  const found = [];
  if (story.length === 0) found.push("the story is empty");
  if (points.length === 0) found.push("there are no points");
  if (rows.length !== points.length) found.push(`${points.length} points but ${rows.length} rows of links`);
  for (const text of [...story, ...points])
    if (gutenbergLine.test(text)) found.push(`a line of Project Gutenberg's licence: "${text.slice(0, 60)}"`);
  for (const [at, { text, point, links }] of rows.entries()) {
    if (point !== at) found.push(`row ${at + 1} is "${text}", not "S${at}: …"`);
    for (const link of links)
      if (link >= story.length)
        found.push(`point ${at + 1}: link ${link}, but the last paragraph is ${story.length - 1}`);
    if (new Set(links).size !== links.length) found.push(`point ${at + 1} has a link twice`);
  }
  for (const [at, point] of points.entries()) {
    if (wordsOf(point).length === 0) found.push(`point ${at + 1} has no words`);
    const copied = copiedRun(point, runs);
    if (copied !== undefined) found.push(`point ${at + 1} copies "${copied}"`);
  }
  return found.map((fault) => `${place}: ${fault}`);
}

/** The first run of the story's words that a point repeats outside its quotations. */
function copiedRun(point, runs) {
  const unquoted = point.split(/[“"][^”"]{0,200}[”"]/);
  return unquoted.flatMap((part) => runsOf(wordsOf(part))).find((run) => runs.has(run));
}

function runsOf(words) {
  return words.slice(longestCopy - 1).map((_, at) => words.slice(at, at + longestCopy).join(" "));
}

function wordsOf(text) {
  const plain = text.toLowerCase().replaceAll("’", "'").replaceAll("_", "");
  return plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
}

function strayFolders() {
  const known = new Set(works.map(({ name }) => name));
  return ["stories", "summaries", "manual_alignments"].flatMap((section) =>
    entries(join(folder, section))
      .filter((name) => !known.has(name))
      .map((name) => `${section}/${name} is in no work of corpus.json`),
  );
}

function numbersIn(section, name, ending) {
  return entries(join(folder, section, name))
    .filter((file) => file.endsWith(ending) && /^\d+$/.test(file.slice(0, -ending.length)))
    .map((file) => Number.parseInt(file, 10))
    .sort((a, b) => a - b);
}

function entries(path) {
  return existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith(".")) : [];
}

function figuresOf(chapters) {
  const points = sum(chapters, (chapter) => chapter.points.length);
  const words = sum(chapters, (chapter) => sum(chapter.points, (point) => point.split(/\s+/).length));
  const stories = sum(chapters, (chapter) => chapter.story.length);
  const rows = chapters.flatMap((chapter) => chapter.rows);
  const perPoint = (total) => total / Math.max(1, points);
  return {
    chapters: chapters.length,
    points,
    wordsPerPoint: perPoint(words),
    linksPerPoint: perPoint(sum(rows, ({ links }) => links.length)),
    commentary: perPoint(rows.filter(({ links }) => links.length === 0).length),
    covered:
      sum(chapters, (chapter) => new Set(chapter.rows.flatMap(({ links }) => links)).size) / Math.max(1, stories),
    paragraphsPerPoint: perPoint(stories),
    outOfOrder: perPoint(sum(chapters, backwardRows)),
  };
}

/** Rows that begin before something that an earlier row has reached. */
function backwardRows({ rows }) {
  let [furthest, count] = [-1, 0];
  for (const { links } of rows) {
    if (links.length > 0 && Math.min(...links) < furthest) count++;
    furthest = Math.max(furthest, ...links);
  }
  return count;
}

function figuresText() {
  const kinds = ["novel", "play", "story"].map((kind) => works.filter((work) => work.kind === kind).length);
  const all = works.flatMap((work) => work.chapters);
  const links = sum(all, ({ rows }) => sum(rows, (row) => row.links.length));
  const [chapters, points, linked] = [all.length, sum(all, (chapter) => chapter.points.length), links].map((count) =>
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
function totalLine(split) {
  const chosen = works.filter((work) => split === undefined || work.split === split);
  const figures = figuresOf(chosen.flatMap((work) => work.chapters));
  return line([`**${split ?? "all"}**`, `${chosen.length} works`, ...cellsOf(figures), ""]);
}

function cellsOf(figures) {
  return [
    figures.chapters,
    figures.points ?? "",
    figures.wordsPerPoint.toFixed(1),
    figures.linksPerPoint.toFixed(2),
    share(figures.commentary),
    share(figures.covered),
    figures.paragraphsPerPoint.toFixed(2),
    share(figures.outOfOrder),
  ];
}

function line(cells) {
  return `| ${cells.join(" | ")} |`;
}

function share(value) {
  return value === undefined ? "" : value.toFixed(3).replace(/^0/, "");
}

/** The card with its figures, and with the agreement of annotators where there is a second annotation. */
function cardNow() {
  if (!existsSync(card)) stop(`${card} is not there.`);
  const withFigures = between(readFileSync(card, "utf8"), "figures", figuresText());
  return existsSync(secondAnnotation) ? between(withFigures, "agreement", agreementText()) : withFigures;
}

function between(text, marker, filling) {
  const [before, rest, ...more] = text.split(`<!-- ${marker} -->\n`);
  const [, after] = rest?.split(`<!-- /${marker} -->`) ?? [];
  if (after === undefined || more.length > 0) stop(`${card} needs one pair of the markers ${marker} and /${marker}.`);
  return `${before}<!-- ${marker} -->\n${filling}\n<!-- /${marker} -->${after}`;
}

/** F of the first and the second annotator's links, chapter by chapter. */
function agreementText() {
  const validation = new Set(works.filter((work) => work.split === "validation").map((work) => work.title));
  const chapters = readFileSync(secondAnnotation, "utf8")
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => JSON.parse(row))
    .map(({ work, chapter, first, second }) => ({ work, chapter, f: agreement(first, second) }));
  const inValidation = chapters.filter(({ work }) => validation.has(work));
  const mean = (some) => share(sum(some, ({ f }) => f) / some.length);
  const low = chapters.filter(({ f }) => f < 0.75).sort((a, b) => a.f - b.f);
  const named = low.map(({ work, chapter, f }) => `${work} ${chapter} (${share(f)})`).join(", ");
  return [
    `Second annotators, who saw story and points only, linked ${chapters.length} chapters of ${new Set(chapters.map(({ work }) => work)).size} works (\`second-annotation.jsonl\`): F ${mean(chapters)} with the first on average; on the ${inValidation.length} chapters of the validation split ${mean(inValidation)}, where every difference was settled by a third look.`,
    `Below .750: ${named || "none"}.`,
  ].join(" ");
}

function agreement(first, second) {
  const links = (rows) => new Set(rows.flatMap((row, point) => row.map((paragraph) => `${point} ${paragraph}`)));
  const [a, b] = [links(first), links(second)];
  if (a.size + b.size === 0) return 1;
  return (2 * [...a].filter((link) => b.has(link)).length) / (a.size + b.size);
}

function faultsOfWritersLinks() {
  if (!existsSync(writersLinks)) return [];
  const rows = readFileSync(writersLinks, "utf8").trimEnd().split("\n");
  return rows.flatMap((row, k) => {
    const { work, chapter, links } = JSON.parse(row);
    const found = works.find(({ title }) => title === work)?.chapters.find(({ number }) => number === chapter);
    const fits = links.length === found?.points.length && links.flat().every((place) => place < found.story.length);
    return fits ? [] : [`writers-links.jsonl: line ${k + 1} does not fit "${work}" ${chapter}`];
  });
}

function faultsOfCard() {
  const isCurrent = existsSync(card) && cardNow() === readFileSync(card, "utf8");
  return isCurrent ? [] : ["README.md: its figures are out of date; node scripts/open-corpus.mjs --card writes them"];
}

function sum(items, measure) {
  return items.reduce((total, item) => total + measure(item), 0);
}

function stop(sentence) {
  console.error(sentence);
  process.exit(2);
}
