import {
  type Alignment,
  type ChapterScores,
  type Corpus,
  corpusView,
  drawnSeeds,
  type Evaluation,
  learnedFrom,
  results,
  type ScoredMethod,
  scoreChapter,
  scoredMethod,
  type Work,
} from "@plotline/align";
import { ownWeights } from "@plotline/align/node";
import { signatureOf } from "@plotline/base";
import { digest } from "@plotline/base/node";
import { findWork, mustFit, openCorpus } from "@plotline/corpus/node";
import { chapterKey } from "@plotline/questions";
import { type AlignSetup, type ChapterRef, chapterRefs } from "./align.ts";
import { type Executor, type Job, job, type News, type Step } from "./jobs/executor.ts";
import { alignerTier, chosenMethods, encoderWords, type MethodChoice, methodOptions } from "./methods/methods.ts";

/** Links that were made elsewhere or earlier, scored like those of a method. */
export interface GivenLinks {
  readonly name: string;
  /** By `chapterKey`. */
  readonly links: ReadonlyMap<string, Alignment>;
}

interface EvaluateOptions {
  /** By default all. */
  readonly works?: readonly Work[];
  /** Each is a row after those of the methods; only chapters that all of them have are scored. */
  readonly given?: readonly GivenLinks[];
  /** Add the scores of each work. */
  readonly byWork?: boolean;
  readonly executor: Executor;
  readonly watch?: (news: News) => void;
  /** Called for each chapter with how many there are. */
  readonly onChapter?: (chapters: number) => void;
}

/** An evaluation, and the methods that learned from the gold of works on which they are scored. */
export interface EvaluatedCorpus {
  readonly evaluation: Evaluation;
  readonly learned: readonly { readonly method: string; readonly works: number; readonly of: number }[];
}

/** Scores methods against the gold of a corpus; the evaluation is empty where no chapter has gold that can be used. */
export async function evaluateCorpus(
  corpus: Corpus,
  choice: MethodChoice,
  { works = corpus.works, given = [], byWork, executor, watch, onChapter }: EvaluateOptions,
): Promise<EvaluatedCorpus> {
  const methods = await chosenMethods(choice.methods);
  const tasks = chapterRefs(works, "annotated").flatMap((ref) => withLinks(ref, given));
  const signature = await evaluationSignature(corpus, works, choice);
  const chapters: ChapterScores[] = [];
  for await (const chapter of executor.run(scoreChapters({ folder: corpus.folder, ...choice }), tasks, watch)) {
    if (chapter !== undefined) chapters.push(chapter);
    onChapter?.(tasks.length);
  }
  const rows = chapters.length === 0 ? [] : results([...methods, ...given], chapters, { seed: choice.seed, byWork });
  const judged = new Set(chapters.map(({ work }) => work));
  const encoder = choice.encoder === undefined ? undefined : { weights: ownWeights(choice.encoder) };
  const learned = methods.flatMap((method) => {
    const works = learnedFrom(method, encoder).filter((work) => judged.has(work)).length;
    return works === 0 ? [] : [{ method: method.name, works, of: judged.size }];
  });
  return { evaluation: { signature, chapters: chapters.length, methods: rows }, learned };
}

function withLinks(ref: ChapterRef, given: readonly GivenLinks[]): ScoreTask[] {
  const key = chapterKey(ref.work, ref.number);
  const links = given.map((each) => each.links.get(key)).filter((own) => own !== undefined);
  return links.length < given.length ? [] : [{ ...ref, given: links }];
}

async function evaluationSignature(corpus: Corpus, works: readonly Work[], choice: MethodChoice): Promise<string> {
  const { encoder, density, language, calibration, seed } = choice;
  return signatureOf({
    corpus: await corpus.hash(),
    works: workWords(corpus, works),
    average: "chapters",
    interval: "bootstrap-2000",
    draws: `${drawnSeeds}-seeds`,
    encoder: await encoderWords(encoder),
    tier: alignerTier(encoder),
    density,
    language,
    calibration,
    seed,
  });
}

/** A choice of works in the words of a signature; no two choices have the same. */
function workWords(corpus: Corpus, works: readonly Work[]): string {
  const others = corpus.works.filter((work) => !works.includes(work));
  const titles = (some: readonly Work[]) => some.map((work) => work.title).join(" + ");
  if (others.length === 0) return "all";
  if (works.length <= 3) return titles(works);
  if (others.length <= 3) return `all but ${titles(others)}`;
  const mark = digest(titles(works), 8);
  return `${works.length} of ${corpus.works.length} (${mark})`;
}

/** A chapter to be scored; links made elsewhere are scored after those of the methods. */
interface ScoreTask extends ChapterRef {
  readonly given?: readonly Alignment[];
}

/** Scores methods against gold, chapter by chapter; nothing for a chapter whose gold cannot be used. */
export function scoreChapters(setup: AlignSetup): Job<AlignSetup, ScoreTask, ChapterScores | undefined> {
  return job(import.meta.url, startScoring, setup);
}

export async function startScoring(setup: AlignSetup): Promise<Step<ScoreTask, ChapterScores | undefined>> {
  const corpus = await openCorpus(setup.folder);
  const options = await methodOptions(setup);
  const prepared: ScoredMethod[] = [];
  for (const method of await chosenMethods(setup.methods))
    prepared.push(await scoredMethod(method, corpusView(corpus), options));
  return async ({ work, number, given = [] }) => {
    const chapter = await corpus.chapter(findWork(corpus, work), number);
    const fitting = chapter.gold === undefined ? [] : given.map((links) => mustFit(links, chapter, "The alignment"));
    return scoreChapter(chapter, prepared, fitting);
  };
}
