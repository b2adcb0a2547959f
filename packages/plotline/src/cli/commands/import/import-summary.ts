import { statSync } from "node:fs";
import { basename } from "node:path";
import { type Density, type PointChoice, remarks, type Work } from "@plotline/align";
import { Problem, sumOf } from "@plotline/base";
import type { Match } from "@plotline/books";
import { type BookSumGuide, type Guide, isBookSum, readBookSum, readGuide } from "@plotline/books/node";
import { addressOf, shortAddress } from "@plotline/corpus";
import { replacedSentences } from "@plotline/corpus/node";
import { formatsFor } from "@plotline/formats";
import { plainBytes } from "@plotline/formats/node";
import { findingsOf, type Obstacle, obstacleTo } from "@plotline/runs";
import { addPairs, type GuidePlan, hasWork, planGuide, writeGuide } from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command } from "../../command.ts";
import { densityOption, languageOption, pointsOption } from "../../options/method.ts";
import { fileOrInput } from "../../options/values.ts";
import { beginning, print, printJson, printResult, textTable, warn, wrap, yellow } from "../../print/print.ts";

interface SummaryOptions extends Common {
  readonly into: string;
  readonly title: string;
  readonly map?: string;
  readonly source?: string;
  readonly licence?: string;
  readonly permission?: string;
  readonly acceptUnsure?: boolean;
  readonly points?: PointChoice;
  readonly density?: Density;
  readonly language?: string;
  readonly anyway?: boolean;
  readonly replace?: boolean;
  readonly dryRun?: boolean;
}

export function importSummaryCommand(): Command {
  return command(
    "summary <corpus> <file-or-folder>",
    "Bring a study guide into a corpus, matched with a work's chapters.",
  )
    .requiredOption("--title <title>", "the work that the guide is about")
    .option("--map <file>", "a file that says which section covers which chapter")
    .option("--accept-unsure", "accept the uncertain matches (marked ?) as shown")
    .addOption(pointsOption())
    .addOption(densityOption())
    .addOption(languageOption("the language of the story, if the guess is wrong"))
    .option("--anyway", "write it even if the guide does not seem to be about this text")
    .option("--replace", "replace existing summaries")
    .option("--dry-run", "show everything, write nothing")
    .option("--source <name>", "for BookSum: whose summaries (shmoop, sparknotes, …)")
    .option("--licence <text>", "the licence of the guide's text; without one, export leaves it out")
    .option("--permission <text>", "what the guide's publisher has permitted you")
    .addHelpText("after", help)
    .action(run);
}

const help = `
${wrap(
  `What can be read: ${formatsFor("guide")} (paragraphs between blank lines, or points), and Shmoop's pages as saved from a browser, in one file whose headings name the chapters, or in a folder with one file per chapter; and BookSum's JSONL, next to the files it names (a work that the corpus lacks is then added with BookSum's own chapters).`,
  { columns: 80 },
)}

Each section is matched by number and title, by order and by content. A section
on several chapters ("Chapters 4-6") has its points split among them by
content, in order; so has a guide in one piece that names no chapter, among all
chapters. Uncertain matches are marked ? and written only with
--accept-unsure, or decided by --map FILE, one line per section:
  Section 4 => Chapter 4       a chapter as the book names it
  Section 4 => 3               or the number of its file, counted from 0
  Chapters 5-6 => 4-5          split by content between files 4 and 5
  @12 => Act 3, Scene 2        the guide's 12th section, whatever its name
  Overview => -                left out
Sections on the same chapters are joined.`;

async function run(into: string, file: string, given: Omit<SummaryOptions, "into">): Promise<void> {
  const path = fileOrInput(file);
  const options = { ...given, into };
  const bookSum = isBookSum(path) && statSync(path).isFile() ? readBookSum(path, options) : undefined;
  if (bookSum !== undefined && !(await hasWork(options.into, options.title))) {
    await addFromBookSum(path, bookSum, options);
    return;
  }
  const guide: Guide =
    bookSum === undefined ? readGuide(path, options.title) : { sections: bookSum.pairs, notes: bookSum.notes };
  const map =
    options.map === undefined ? undefined : { file: options.map, text: plainBytes(options.map).toString("utf8") };
  const plan = await planGuide(options.into, options.title, guide, map, options.points);
  const findings = findingsOf(plan.chapters, plan.points, options);
  const { anyway: misfit, acceptUnsure: unsure, replace: replaces } = options;
  const obstacle = obstacleTo(plan, findings, { misfit, unsure, replaces });
  const written = obstacle === undefined && options.dryRun !== true;
  const replaced = written ? await writeGuide(options.into, plan, rightsOf(path, guide, options)) : undefined;
  if (options.json) printJson({ ...resultOf(plan, guide, written), ...findings, attached: replaced });
  else {
    show(plan, guide, written, options);
    for (const cut of plan.cuts) warn(`${path}: ${cut}.`, options);
    for (const remark of findings === undefined ? [] : remarks(findings)) warn(`${path}: ${remark}.`, options);
    if (replaced !== undefined) for (const line of replacedSentences(plan.work, replaced)) print(wrap(line));
  }
  if (obstacle !== undefined && options.dryRun !== true) throw refusalOf(obstacle, plan);
}

async function addFromBookSum(
  path: string,
  { pairs, source, notes }: BookSumGuide,
  options: SummaryOptions,
): Promise<void> {
  for (const note of notes) warn(note, options);
  const points = sumOf(pairs, (pair) => pair.points.length);
  if (options.dryRun !== true) {
    const rights = rightsOf(path, { sections: pairs, notes, source: `BookSum, ${source}` }, options);
    await addPairs(options.into, options.title, pairs, rights);
  }
  const written = options.dryRun !== true;
  printResult(
    options,
    { title: options.title, source, chapters: pairs.length, points, written },
    `"${options.title}": ${pairs.length} chapters with ${points} points by ${source}${written ? ` added to ${options.into}` : "; nothing was written"}.`,
  );
}

function refusalOf(obstacle: Obstacle, { matches, work }: GuidePlan): Problem {
  if (obstacle.is === "misfit")
    return new Problem(`${obstacle.why} Nothing was written; --anyway writes it all the same.`);
  if (obstacle.is === "no match")
    return new Problem(
      `No section of the guide fits a chapter of "${work.title}"; is it the right guide? If so, assign its sections with --map FILE.`,
    );
  return new Problem(
    obstacle.is === "unsure"
      ? `${obstacle.count} of ${matches.length} sections are uncertain (marked ?), so nothing was written: accept them as shown with --accept-unsure, or decide with --map FILE.`
      : `${obstacle.count} of these chapters already have a summary, so nothing was written: replace them with --replace.`,
  );
}

function rightsOf(path: string, guide: Guide, { licence, permission = guide.permission }: SummaryOptions) {
  return { source: guide.source ?? basename(path), licence, permission };
}

function resultOf({ work, matches, uncovered, replaced }: GuidePlan, { notes }: Guide, written: boolean) {
  return {
    title: work.title,
    countedFrom: 0,
    sections: matches.map(({ section, chapters, clues, ...rest }) => ({
      name: section.name,
      place: section.place,
      points: section.points.length,
      chapters: chapters.map(({ number, points }) => ({ number, points: points.length })),
      evidence: clues,
      ...rest,
    })),
    uncovered,
    replaced,
    notes,
    written,
  };
}

function show(plan: GuidePlan, guide: Guide, written: boolean, options: SummaryOptions): void {
  const { matches, work, uncovered } = plan;
  if (!options.quiet) {
    print(
      textTable(
        ["", "section", "points", "chapter", "by", "sure"],
        matches.map((match) => row(match, work)),
      ),
    );
    print("");
  }
  if (!options.quiet)
    for (const match of matches.filter(({ sure, why }) => !sure && why !== undefined))
      print(`${yellow("?")} ${beginning(match.section.name, 30)}: ${match.why}`);
  for (const note of guide.notes) warn(note, options);
  const used = matches.filter(({ chapters }) => chapters.length > 0).length;
  print(
    wrap(
      `"${work.title}": ${used} of ${matches.length} sections cover ${work.chapters.length - uncovered.length} of ${work.chapters.length} chapters${uncovered.length > 0 ? `; not covered: ${beginning(namesOf(work, uncovered), 200)}` : ""}.`,
    ),
  );
  print(written ? `Written to ${options.into}.` : "Nothing was written.");
}

function row({ section, chapters, clues, confidence, sure }: Match, work: Work): string[] {
  const numbers = chapters.map(({ number }) => number);
  return [
    sure ? "" : yellow("?"),
    beginning(section.name, 34),
    String(section.points.length),
    numbers.length === 0 ? "–" : beginning(namesOf(work, numbers), 40),
    clues.join(", "),
    chapters.length === 0 ? "" : `${Math.floor(confidence * 100)} %`,
  ];
}

function namesOf(work: Work, numbers: readonly number[]): string {
  return numbers.map((number) => shortAddress(addressOf(work, number))).join(", ");
}
