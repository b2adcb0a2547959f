import { join } from "node:path";
import {
  type Alignment,
  type Calibration,
  type Chapter,
  type Corpus,
  calibrationOf,
  defaultMethod,
  fewestChapters,
  type GuideOdds,
  type LinkedChapter,
  linksApart,
  shippedScorer,
  shippedWithEncoder,
  type Work,
} from "@plotline/align";
import { Problem } from "@plotline/base";
import { encoderName, readCalibration, type SavedCalibration } from "@plotline/corpus/node";
import { chapterKey } from "@plotline/questions";
import { tableAtOnce } from "@plotline/text/token-table";
import type { GivenLinks } from "./evaluate.ts";
import { encoderOf } from "./methods/methods.ts";

interface CalibrateOptions {
  /** The folder of an encoder, whose odds are calibrated by themselves. */
  readonly encoder?: string;
  /** The language of the stories, where the corpus does not say it. */
  readonly language?: string;
  /** Is told how many chapters there are to align, and returns what each of them calls when it is done. */
  readonly begin?: (chapters: number) => () => void;
}

/** More chapters than this add nothing: a large corpus is sampled evenly. */
const mostChapters = 120;

/**
 * Fits a calibration to the chapters with gold: of the default tier and, where one is named, of an encoder's.
 * That of another encoder, or of the same at an earlier time, is kept where none is named. Writes nothing.
 */
export async function fitCalibration(
  corpus: Corpus,
  { encoder, language, begin = () => () => undefined }: CalibrateOptions = {},
): Promise<SavedCalibration> {
  const annotated = spread(chaptersWithGold(corpus.works), mostChapters);
  const advance = begin(annotated.length * (encoder === undefined ? 1 : 2));
  const fitted = async (score: Scorer) => {
    const chapters = (await linkedChapters(corpus, annotated, inLanguage(language, score), advance)).filter(hasLinks);
    mustBeEnough(chapters, corpus.folder);
    const works = new Set(chapters.map(({ work }) => work)).size;
    return { ...rounded(calibrationOf(chapters)), chapters: chapters.length, works };
  };
  const ofEncoder =
    encoder === undefined
      ? (await readCalibration(corpus.folder))?.encoder
      : { name: encoderName(encoder), ...(await fitted(await encoderScorer(corpus, encoder))) };
  return { ...(await fitted(shippedScorer())), encoder: ofEncoder };
}

/**
 * The links of chapters with gold by a calibration from the gold of the other works (of the other chapters, where there is
 * one work only): what calibrating is worth on works that it has not seen.
 */
export async function calibratedLinks(
  corpus: Corpus,
  works: readonly Work[],
  { encoder, language, begin = () => () => undefined }: CalibrateOptions = {},
): Promise<GivenLinks> {
  const annotated = chaptersWithGold(works);
  const scorer = encoder === undefined ? shippedScorer() : await encoderScorer(corpus, encoder);
  const chapters = await linkedChapters(corpus, annotated, inLanguage(language, scorer), begin(annotated.length));
  mustBeEnough(chapters.filter(hasLinks), corpus.folder);
  const apart = linksApart(chapters);
  const none = annotated.map(({ work, number }) => [chapterKey(work.title, number), []] as const);
  const own = chapters.map(({ work, number }, k) => [chapterKey(work, number), apart[k]!] as const);
  return { name: `${defaultMethod}, calibrated`, links: new Map<string, Alignment>([...none, ...own]) };
}

interface AnnotatedChapter {
  readonly work: Work;
  readonly number: number;
}

function chaptersWithGold(works: readonly Work[]): AnnotatedChapter[] {
  return works.flatMap((work) => work.annotated.map((number) => ({ work, number })));
}

type Scorer = (chapter: Chapter) => GuideOdds | Promise<GuideOdds>;

function inLanguage(language: string | undefined, score: Scorer): Scorer {
  return (chapter) => score({ ...chapter, language: language ?? chapter.language });
}

async function encoderScorer(corpus: Corpus, encoder: string): Promise<Scorer> {
  const { contextual } = await encoderOf({ encoder, vectors: join(corpus.folder, ".cache", "vectors") });
  return shippedWithEncoder(contextual!).prepare({ table: tableAtOnce() });
}

async function linkedChapters(
  corpus: Corpus,
  annotated: readonly AnnotatedChapter[],
  score: Scorer,
  advance: () => void,
): Promise<(LinkedChapter & { readonly number: number })[]> {
  const chapters = [];
  for (const { work, number } of annotated) {
    const chapter = await corpus.chapter(work, number);
    const { gold } = chapter;
    const hasText = chapter.summary.length > 0 && chapter.story.length > 0;
    if (gold !== undefined && hasText) chapters.push({ work: work.title, number, odds: await score(chapter), gold });
    advance();
  }
  return chapters;
}

function hasLinks({ gold }: LinkedChapter): boolean {
  return gold.length > 0;
}

function mustBeEnough({ length }: readonly LinkedChapter[], folder: string): void {
  if (length < fewestChapters)
    throw new Problem(`A calibration needs ${fewestChapters} chapters with gold; ${folder} has ${length}.`);
}

function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, k) => list[Math.floor((k * list.length) / most)]!);
}

function rounded({ slope, shift, ...rest }: Calibration): Calibration {
  return { slope: Number(slope.toPrecision(4)), shift: Number(shift.toPrecision(4)), ...rest };
}
