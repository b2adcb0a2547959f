import type { Command } from "commander";
import {
  calibrationOf,
  fewestChapters,
  judgedApart,
  judgedLinks,
  type LinkedChapter,
} from "../../align/guide/calibrate.ts";
import { shippedScorer } from "../../align/learned/shipped-scorer.ts";
import { removeCalibration, writeCalibration } from "../../corpus/alignments/calibration-file.ts";
import { decided } from "../../corpus/annotations/annotation.ts";
import { annotatorsOf, readAnnotation } from "../../corpus/annotations/annotation-store.ts";
import { openCorpus } from "../../corpus/open.ts";
import type { Alignment, Chapter, Corpus, Work } from "../../corpus/types.ts";
import { reliability } from "../../evaluate/calibration.ts";
import { Problem } from "../../problem.ts";
import { type Common, command } from "../command.ts";
import { counted, print, printJson } from "../print/print.ts";
import { Progress } from "../print/progress.ts";

interface CalibrateOptions extends Common {
  readonly undo?: boolean;
  readonly dryRun?: boolean;
}

export function calibrateCommand(): Command {
  return command(
    "calibrate <corpus>",
    "Fit the aligner's confidences, and with them how much is linked, to a corpus's own links: a slope and a shift of the log-odds, from three chapters with gold (or with finished sheets of annotators) on. They are saved in the corpus as calibration.json, and used from then on.",
    ["calibrate corpora/sample --dry-run", "calibrate my-corpus", "calibrate my-corpus --undo"],
  )
    .option("--dry-run", "show what would change, write nothing")
    .option("--undo", "remove the calibration: confidences are as shipped again")
    .action(run);
}

async function run(folder: string, options: CalibrateOptions): Promise<void> {
  const corpus = await openCorpus(folder);
  if (options.undo) {
    const removed = removeCalibration(corpus.folder);
    if (options.json) printJson({ removed });
    else print(removed ? `The calibration of ${folder} was removed.` : `${folder} has no calibration.`);
    return;
  }
  const chapters = await linkedChapters(corpus, options);
  if (chapters.length < fewestChapters)
    throw new Problem(
      `${folder} has ${counted(chapters.length, "chapter")} with gold or a finished sheet; a calibration needs ${fewestChapters}.`,
    );
  const { slope, shift } = calibrationOf(chapters);
  const works = new Set(chapters.map(({ work }) => work)).size;
  const [before, after] = [judgedLinks(chapters), judgedApart(chapters)].map((links) => ({
    links: links.length,
    right: links.filter(({ right }) => right).length / Math.max(1, links.length),
    claimed: links.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, links.length),
    calibrationError: reliability(links).expectedCalibrationError,
  })) as [Reliable, Reliable];
  const saved = { slope: digits(slope), shift: digits(shift), chapters: chapters.length, works };
  const path = options.dryRun ? undefined : writeCalibration(corpus.folder, saved);
  if (options.json) printJson({ ...saved, before, after, heldOut: works > 1 ? "work" : "chapter", file: path ?? null });
  else {
    print(
      `From ${counted(chapters.length, "chapter")} of ${counted(works, "work")}: slope ${saved.slope}, shift ${saved.shift}.`,
    );
    print(`Before: ${told(before)}.`);
    print(`After, each ${works > 1 ? "work" : "chapter"} by the others: ${told(after)}.`);
    print(path === undefined ? "Nothing was written." : `Saved as ${path}; --undo removes it.`);
  }
}

interface Reliable {
  readonly links: number;
  readonly right: number;
  readonly claimed: number;
  readonly calibrationError: number;
}

function told({ links, right, claimed, calibrationError }: Reliable): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  return `${counted(links, "link")}, on average ${percent(claimed)} sure and ${percent(right)} right; calibration error ${calibrationError.toFixed(3)}`;
}

/** Chapters with gold, or with a sheet on which an annotator has finished every bullet. */
async function linkedChapters(corpus: Corpus, options: Common): Promise<LinkedChapter[]> {
  const refs = corpus.works.flatMap((work) => work.summarised.map((number) => ({ work, number })));
  const progress = new Progress("Reading chapters", refs.length, options.quiet);
  const found: LinkedChapter[] = [];
  for (const { work, number } of refs) {
    const chapter = await corpus.chapter(work, number);
    const gold = chapter.gold ?? (await finishedSheet(corpus, work, chapter));
    if (gold !== undefined && gold.length > 0 && chapter.story.length > 0)
      found.push({ work: work.title, odds: shippedScorer()(chapter), gold });
    progress.advance();
  }
  progress.end();
  return found;
}

async function finishedSheet(corpus: Corpus, work: Work, { number, summary }: Chapter): Promise<Alignment | undefined> {
  for (const annotator of await annotatorsOf(corpus, work, number)) {
    const { linked, done } = decided(await readAnnotation(corpus, { annotator, work, number }));
    if (summary.length > 0 && done.length === summary.length) return linked.map((cell) => ({ ...cell, confidence: 1 }));
  }
  return undefined;
}

function digits(value: number): number {
  return Number(value.toPrecision(4));
}
