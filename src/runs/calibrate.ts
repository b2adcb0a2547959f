import { join } from "node:path";
import { calibrationOf, fewestChapters, type LinkedChapter, linksApart, linksUnder } from "../align/guide/calibrate.ts";
import type { Calibration } from "../align/guide/density.ts";
import type { GuideOdds } from "../align/guide/similarity.ts";
import { shippedWithEncoder } from "../align/plotline.ts";
import { shippedScorer } from "../align/shipped-scorer.ts";
import {
  corpusCalibration,
  encoderName,
  readCalibration,
  type SavedCalibration,
} from "../corpus/alignments/calibration-file.ts";
import { finishedState } from "../corpus/annotations/sheet-state.ts";
import { allAnnotators, annotatorsOf, sheetsOf } from "../corpus/annotations/sheet-store.ts";
import { cellKey, cellSet } from "../corpus/cells.ts";
import { openCorpus } from "../corpus/open.ts";
import type { Alignment, Chapter, Corpus, Work } from "../corpus/types.ts";
import { reliability } from "../evaluate/calibration.ts";
import { mean, score } from "../evaluate/score.ts";
import { type Job, job, type Step } from "../jobs/executor.ts";
import { Problem } from "../problem.ts";
import { tableAtOnce } from "../text/pieces/at-once.ts";
import { encoderOf } from "./methods/methods.ts";

/** A chapter whose links people made. */
export interface CorrectedChapter {
  readonly work: Work;
  readonly number: number;
}

/** What a calibration would be, and what it would change on the chapters that it is fitted to. */
export interface CalibrationPlan {
  readonly calibration: SavedCalibration;
  /** With the calibration that the corpus has, or as shipped. */
  readonly now: LinksNextToGold;
  /** Each chapter by a calibration from the others. */
  readonly after: LinksNextToGold;
  /** What was left out for each of those: all chapters of its work, or the chapter alone where there is one work only. */
  readonly heldOut: "work" | "chapter";
}

export type LinksNextToGold = ReturnType<typeof judged>;

/** More chapters than this add nothing: a large corpus is sampled evenly. */
const mostChapters = 120;

/** The chapters with gold, or with a sheet on which an annotator has finished every bullet. */
export async function correctedChapters(corpus: Corpus): Promise<CorrectedChapter[]> {
  const found: CorrectedChapter[] = [];
  const people = await allAnnotators(corpus);
  for (const work of corpus.works) {
    const begun = new Set((await Promise.all(people.map((name) => sheetsOf(corpus, work, name)))).flat());
    for (const number of work.summarised)
      if (
        work.annotated.includes(number) ||
        (begun.has(number) && (await finishedSheet(corpus, work, number)) !== undefined)
      )
        found.push({ work, number });
  }
  return found;
}

/**
 * Fits a calibration to the chapters that people corrected, of the default tier and where one is named of an encoder's, and
 * says what the latter would change; writes nothing.
 */
export async function planCalibration(
  corpus: Corpus,
  encoder?: string,
  begin: (chapters: number) => () => void = () => () => undefined,
): Promise<CalibrationPlan> {
  const corrected = spread(await correctedChapters(corpus), mostChapters);
  const advance = begin(corrected.length * (encoder === undefined ? 1 : 2));
  const byTable = await linkedChapters(corpus, corrected, shippedScorer(), advance);
  const works = new Set(byTable.map(({ work }) => work)).size;
  const fitted = (chapters: readonly LinkedChapter[]) => ({
    ...rounded(calibrationOf(chapters)),
    chapters: chapters.length,
    works,
  });
  const chapters =
    encoder === undefined
      ? byTable
      : await linkedChapters(corpus, corrected, await encoderScorer(corpus, encoder), advance);
  const ofEncoder =
    encoder === undefined
      ? readCalibration(corpus.folder)?.encoder
      : { name: encoderName(encoder), ...fitted(chapters) };
  const saved = corpusCalibration(corpus.folder, encoder);
  return {
    calibration: { ...fitted(byTable), encoder: ofEncoder },
    now: judged(
      chapters,
      chapters.map((chapter) => linksUnder(chapter, saved)),
    ),
    after: judged(chapters, linksApart(chapters)),
    heldOut: works > 1 ? "work" : "chapter",
  };
}

type Scorer = (chapter: Chapter) => GuideOdds | Promise<GuideOdds>;

async function encoderScorer(corpus: Corpus, encoder: string): Promise<Scorer> {
  const { contextual } = await encoderOf({ encoder, vectors: join(corpus.folder, ".cache", "vectors") });
  return shippedWithEncoder(contextual!).prepare({ table: tableAtOnce() });
}

async function linkedChapters(
  corpus: Corpus,
  corrected: readonly CorrectedChapter[],
  score: Scorer,
  advance: () => void,
): Promise<LinkedChapter[]> {
  const chapters: LinkedChapter[] = [];
  for (const { work, number } of corrected) {
    const chapter = await corpus.chapter(work, number);
    const gold = chapter.gold ?? (await finishedSheet(corpus, work, number)) ?? [];
    if (gold.length > 0) chapters.push({ work: work.title, odds: await score(chapter), gold });
    advance();
  }
  if (chapters.length < fewestChapters)
    throw new Problem(
      `A calibration needs ${fewestChapters} chapters with links made by people (gold, or sheets that annotators have finished); ${corpus.folder} has ${chapters.length}.`,
    );
  return chapters;
}

/** The same for a corpus folder, wherever it runs. */
export const planCalibrationJob: Job<undefined, string, CalibrationPlan> = job(
  import.meta.url,
  startPlanningCalibrations,
  undefined,
);

export async function startPlanningCalibrations(): Promise<Step<string, CalibrationPlan>> {
  return async (folder) => planCalibration(await openCorpus(folder));
}

async function finishedSheet(corpus: Corpus, work: Work, number: number): Promise<Alignment | undefined> {
  for (const annotator of await annotatorsOf(corpus, work, number)) {
    const { isDone, links } = await finishedState(corpus, { annotator, work, number });
    if (isDone) return links.map((cell) => ({ ...cell, confidence: 1 }));
  }
  return undefined;
}

/** Links of some chapters next to those that people made: the share that people made too, and the mean confidence. */
function judged(chapters: readonly LinkedChapter[], alignments: readonly Alignment[]) {
  const links = chapters.flatMap(({ gold }, k) => {
    const linked = cellSet(gold);
    return alignments[k]!.map((link) => ({ confidence: link.confidence, right: linked.has(cellKey(link)) }));
  });
  return {
    links: links.length,
    right: mean(links.map(({ right }) => (right ? 1 : 0))),
    claimed: mean(links.map(({ confidence }) => confidence)),
    calibrationError: reliability(links).expectedCalibrationError,
    f: mean(chapters.map(({ gold }, k) => score(alignments[k]!, gold).f)),
  };
}

function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, k) => list[Math.floor((k * list.length) / most)]!);
}

function rounded({ slope, shift, ...rest }: Calibration): Calibration {
  return { slope: Number(slope.toPrecision(4)), shift: Number(shift.toPrecision(4)), ...rest };
}
