import {
  type Aligner,
  corpusView,
  defaultMethod,
  memoryCorpus,
  type PointChoice,
  type Readable,
  withEvidence,
} from "@plotline/align";
import { alignFitting, isReadingPage, questionsAbout, readingPage, readPoints } from "@plotline/app";
import {
  chaptersToAlign,
  numberedThroughBook,
  pageFile,
  pageOf,
  pageTemplate,
  readSideBySide,
} from "@plotline/app/node";
import { Problem, sumOf, version } from "@plotline/base";
import { formatsFor } from "@plotline/formats";
import { prepareMethods } from "@plotline/runs/node";
import type { Command } from "commander";
import { type Common, command } from "../command.ts";
import { type ChosenMethod, pointsOption, withMethod } from "../options/method.ts";
import { fileOrInput, isStandard, mustNotBeJson, outOption, writeFileOrOutput } from "../options/values.ts";
import { chapterHelp } from "../options/works.ts";
import { alarm, counted, print, printJson, warn } from "../print/print.ts";
import { Progress } from "../print/progress.ts";

interface ReadOptions extends Common, ChosenMethod {
  readonly out?: string;
  readonly title?: string;
  readonly chapter?: string;
  readonly points?: PointChoice;
  readonly anyway?: boolean;
}

export default function readCommand(): Command {
  const made = command(
    "read <story> <summary>",
    `Align a story with its summary and write one HTML page to read them side by side. The story is ${formatsFor("book")}; the summary ${formatsFor("guide")}, one point per paragraph or line. Where its headings name chapters, each chapter is aligned with its own section.`,
  );
  return withMethod(
    made
      .addOption(outOption("the page (default: the story's name with .html; with --json none)"))
      .option("--title <words>", "the page's title (default: the story's own, else its file name)")
      .option("--chapter <chapter>", `only one chapter of the story: ${chapterHelp}`)
      .addOption(pointsOption())
      .option("--anyway", "write the page even if the guide does not seem to be about this text"),
  ).action(run);
}

async function run(story: string, summary: string, options: ReadOptions): Promise<void> {
  if (isStandard(story) && isStandard(summary))
    throw new Problem("Only one of story and summary can be standard input.");
  if (isStandard(options.out)) mustNotBeJson(options);
  const [book, guide] = [fileOrInput(story), fileOrInput(summary)];
  const read = readSideBySide({ book, guide }, options);
  for (const note of read.notes)
    if (note.alarm) alarm(`${note.text}.`);
    else warn(`${note.text}.`, options);
  const out = options.json && options.out === undefined ? undefined : pageFile({ book, guide }, options.out);
  const chapters = chaptersToAlign(read, options.language);
  const progress = new Progress("Aligning chapters", chapters.length, options.quiet);
  const prepared = (method: string, encoder?: string) => prepareOne(chapters, { ...options, method, encoder });
  const aligned = await alignFitting(chapters, {
    align: await prepared(options.method, options.encoder),
    own: () => prepared(defaultMethod),
    anyway: options.anyway === true,
    advance: () => progress.advance(),
  }).finally(() => progress.end());
  for (const remark of aligned.remarks) warn(`${guide}: ${remark}.`, options);
  const carried = aligned.links.map((own, k) => withEvidence(chapters[k]!, own));
  const links = numberedThroughBook(read, carried);
  if (out !== undefined) {
    const questions = await questionsAbout(chapters, carried);
    const page = pageOf(read, carried, { questions, madeBy: madeBy(options.method) });
    writeFileOrOutput(out, readingPage(pageTemplate(), page), isReadingPage);
  }
  const points = sumOf(chapters, ({ summary }) => summary.length);
  const paragraphs = sumOf(chapters, ({ story }) => story.length);
  if (options.json)
    printJson({
      page: out ?? null,
      title: read.title,
      countedFrom: 0,
      paragraphs,
      ...aligned.findings,
      notes: read.notes,
      points: readPoints(read, links),
      links,
    });
  else if (!isStandard(out))
    print(`${out}: ${counted(points, "point")}, ${counted(paragraphs, "paragraph")}, ${counted(links.length, "link")}`);
}

async function prepareOne(
  chapters: readonly Readable[],
  { method, seed, encoder, density, language }: ChosenMethod,
): Promise<Aligner> {
  const choice = { methods: [method], seed, encoder, density, language };
  const [prepared] = await prepareMethods(corpusView(memoryCorpus(chapters)), choice);
  return prepared!.align;
}

/** For the contents of the page. */
function madeBy(method: string): string {
  return method === defaultMethod
    ? `Made with plotline ${version}.`
    : `Aligned by ${method}; made with plotline ${version}.`;
}
