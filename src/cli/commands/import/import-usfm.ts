import { type Command, Option } from "commander";
import { described, type LeftOut, Tally } from "../../../ingest/blocks/account.ts";
import { mustBeFree } from "../../../ingest/free-titles.ts";
import { planUsfm, type UsfmPlan, type UsfmWork, writeUsfm } from "../../../ingest/import-usfm.ts";
import type { PointSource } from "../../../ingest/usfm/points.ts";
import { type Common, command } from "../../command.ts";
import { counted, print, printJson, warn } from "../../print/print.ts";
import { textTable } from "../../print/text-table.ts";
import { wrap } from "../../print/wrap.ts";

interface UsfmCommandOptions extends Common {
  readonly into: string;
  readonly books?: readonly string[];
  readonly points?: PointSource;
  readonly source?: string;
  readonly licence?: string;
  readonly dryRun?: boolean;
}

export function importUsfmCommand(): Command {
  return command(
    "usfm <path>",
    "Bring books of the Bible in USFM into a corpus: each book a work, each verse a paragraph, each clause of a chapter's heading a point with its links.",
    [
      "import usfm bible --into my-corpus --dry-run",
      'import usfm bible --into my-corpus --books GEN,RUT --licence "public domain"',
      "import usfm bible/01-GEN.usfm --into my-corpus --points sections",
    ],
  )
    .requiredOption("--into <corpus>", "the corpus folder; made if it is not there")
    .option("--books <codes>", "only these books, by the codes of their \\id: GEN,EXO", (text) => text.split(","))
    .addOption(
      new Option(
        "--points <source>",
        "the clauses of chapter headings (\\cd), or the headings of sections (\\s); by default the first where the book has any",
      ).choices(["chapters", "sections"]),
    )
    .option("--source <text>", "where the texts are from, for the record")
    .option("--licence <text>", "what may be done with them, for the record")
    .option("--dry-run", "show everything, write nothing")
    .addHelpText(
      "after",
      `
PATH is a USFM file, or a folder with files that end in .usfm, .sfm or .ptx.
A heading such as "1 The creation, 3 of the light" has two points. Each covers
from the verse it names up to the verse before the next one named, the last up
to the end of the chapter: these are the gold links. Where the numbers of a
heading contradict each other, its chapter gets no gold.`,
    )
    .action(run);
}

async function run(path: string, options: UsfmCommandOptions): Promise<void> {
  const { source, licence } = options;
  const rights = { ...(source !== undefined && { source }), ...(licence !== undefined && { licence }) };
  const plan = planUsfm(path, { books: options.books, points: options.points, rights });
  await mustBeFree(
    options.into,
    plan.works.map(({ work }) => work.title),
  );
  if (options.dryRun !== true) await writeUsfm(options.into, plan);
  if (options.json) return printJson(resultOf(plan, options.dryRun !== true));
  if (!options.quiet) print(overview(plan));
  for (const { file, words } of plan.withoutVerses)
    warn(`${file} has no verses; its ${counted(words, "word")} are left out.`, options);
  for (const each of plan.works) for (const note of notesOf(each)) warn(note, options);
  const left = leftOut(plan);
  if (left.length > 0 && !options.quiet) print(wrap(`Left out: ${left.map(described).join("; ")}.`));
  const [chapters, points, links] = totals(plan);
  print(
    `${counted(plan.works.length, "work")}, ${counted(chapters, "chapter")}, ${counted(points, "point")}, ${counted(links, "link")}.`,
  );
  print(options.dryRun ? "Nothing was written (--dry-run)." : `Written to ${options.into}.`);
}

function overview({ works }: UsfmPlan): string {
  const rows = works.map(({ book, work, points }) => [
    book.code,
    work.title,
    String(work.chapters.length),
    String(sum(work.chapters.map(({ story }) => story.length))),
    String(sum(work.chapters.map(({ summary }) => summary?.length ?? 0))),
    points,
    String(sum(work.chapters.map(({ gold }) => gold?.length ?? 0))),
    String(book.words.all - book.words.verses - book.words.headings),
  ]);
  return textTable(["", "work", "chapters", "verses", "points", "of", "links", "words left out"], rows);
}

/** What somebody who knows the book should look at; no more than a few lines for each. */
function notesOf({ file, book, work, doubtful }: UsfmWork): string[] {
  const bare = work.chapters.filter(({ summary }) => summary === undefined).length;
  const found = [
    ...(bare > 0 ? [`${counted(bare, "chapter")} without points`] : []),
    ...(doubtful.length > 0
      ? [`the numbers contradict each other in the headings of chapter ${doubtful.join(", ")}, which get no gold`]
      : []),
    ...book.notes.slice(0, mostNotes),
    ...(book.notes.length > mostNotes ? [`${book.notes.length - mostNotes} more of these`] : []),
  ];
  return found.map((note) => wrap(`${file}: ${note}.`));
}

const mostNotes = 5;

/** What is in no chapter, of all books together. */
function leftOut({ works }: UsfmPlan): LeftOut[] {
  const tally = new Tally();
  for (const { book } of works) for (const { what, words } of book.leftOut) tally.add(what, words, { count: 0 });
  return tally.leftOut();
}

function resultOf(plan: UsfmPlan, written: boolean) {
  return {
    written,
    works: plan.works.map(({ file, book, points, work, doubtful }) => ({
      title: work.title,
      code: book.code,
      file,
      points,
      chapters: work.chapters.map(({ story, summary, gold }, number) => ({
        number,
        printed: book.chapters[number]!.number,
        paragraphs: story.length,
        points: summary?.length ?? 0,
        links: gold?.length ?? 0,
      })),
      doubtful,
      words: book.words,
      leftOut: book.leftOut.map(({ what, words }) => ({ what, words })),
      notes: book.notes,
    })),
    withoutVerses: plan.withoutVerses,
  };
}

function totals({ works }: UsfmPlan): [number, number, number] {
  const chapters = works.flatMap(({ work }) => work.chapters);
  return [
    chapters.length,
    sum(chapters.map(({ summary }) => summary?.length ?? 0)),
    sum(chapters.map(({ gold }) => gold?.length ?? 0)),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
