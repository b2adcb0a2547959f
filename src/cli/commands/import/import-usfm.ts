import { type Command, Option } from "commander";
import { described, type LeftOut, Tally } from "../../../ingest/blocks/account.ts";
import { planUsfm, type UsfmPlan, type UsfmWork } from "../../../ingest/import-usfm.ts";
import type { PointSource } from "../../../ingest/usfm/points.ts";
import { command } from "../../command.ts";
import { counted } from "../../print/print.ts";
import { textTable } from "../../print/text-table.ts";
import { wrap } from "../../print/wrap.ts";
import { countsOf, importWorks, rightsIn, type WorksImport, withWorksImport } from "./import-works.ts";

interface UsfmCommandOptions extends WorksImport {
  readonly books?: readonly string[];
  readonly points?: PointSource;
}

export function importUsfmCommand(): Command {
  const made = command(
    "usfm <path>",
    "Bring books of the Bible in USFM into a corpus: each book a work, each verse a paragraph, each clause of a chapter's heading a point with its links.",
    [
      "import usfm bible --into my-corpus --dry-run",
      'import usfm bible --into my-corpus --books GEN,RUT --licence "public domain"',
      "import usfm bible/01-GEN.usfm --into my-corpus --points sections",
    ],
  );
  return withWorksImport(made)
    .option("--books <codes>", "only these books, by the codes of their \\id: GEN,EXO", (text) => text.split(","))
    .addOption(
      new Option(
        "--points <source>",
        "the clauses of chapter headings (\\cd), or the headings of sections (\\s); by default the first where the book has any",
      ).choices(["chapters", "sections"]),
    )
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
  const { books, points } = options;
  const plan = planUsfm(path, { books, points, rights: rightsIn(options) });
  const works = plan.works.map(({ work }) => work);
  const unread = plan.withoutVerses.map(
    ({ file, words }) => `${file} has no verses; its ${counted(words, "word is", "words are")} left out.`,
  );
  await importWorks(works, options, {
    result: resultOf(plan),
    overview: overview(plan),
    notes: [...unread, ...plan.works.flatMap(notesOf)],
    chapter: "chapter",
  });
}

function overview(plan: UsfmPlan): string {
  const rows = plan.works.map(({ book, work, points: source }) => {
    const { chapters, paragraphs, points, links } = countsOf(work);
    const left = book.words.all - book.words.verses - book.words.headings;
    return [book.code, work.title, ...[chapters, paragraphs, points, source, links, left].map(String)];
  });
  const table = textTable(["", "work", "chapters", "verses", "points", "of", "links", "words left out"], rows);
  const left = leftOut(plan);
  return left.length === 0 ? table : `${table}\n${wrap(`Left out: ${left.map(described).join("; ")}.`)}`;
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
  return found.map((note) => `${file}: ${note}.`);
}

const mostNotes = 5;

/** What is in no chapter, of all books together. */
function leftOut({ works }: UsfmPlan): LeftOut[] {
  const tally = new Tally();
  for (const { book } of works) for (const { what, words } of book.leftOut) tally.add(what, words, { count: 0 });
  return tally.leftOut();
}

function resultOf(plan: UsfmPlan) {
  return {
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
