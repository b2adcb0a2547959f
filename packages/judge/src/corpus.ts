import type { Chapter, Corpus, Work } from "@plotline/align";
import { Recent } from "@plotline/base";
import { type Judgement, judgeChapter, judgedAlignment, outcomesOf } from "./align.ts";
import { fitCalibration, type JudgeCalibration, type LinkOutcome, shippedCalibration } from "./calibration.ts";
import { answerTokens, CostEstimate } from "./model/cost.ts";
import { inParallel } from "./model/parallel.ts";
import type { Ask } from "./model/request.ts";
import { type Own, type OwnReader, ownReader } from "./own.ts";
import { Examples } from "./prompt/example.ts";
import { type ChapterPlan, type PlanSettings, planChapter } from "./prompt/plan.ts";
import { restrictedAmong } from "./restricted.ts";

interface CorpusJudgeOptions extends PlanSettings {
  /** Show the model a chapter with its right links, where the corpus has one. */
  readonly withExample: boolean;
  readonly parallel: number;
  readonly read?: OwnReader;
}

/** Chapters of a work, by number. */
export interface ChosenChapters {
  readonly work: Work;
  readonly numbers: readonly number[];
}

export type JudgedChapter = ReturnType<typeof chapterOf>;

/** Judges chapters of a corpus: estimates the cost, asks, and returns the links. */
export class CorpusJudge {
  private constructor(
    private readonly corpus: Corpus,
    private readonly chosen: readonly ChosenChapters[],
    private readonly options: CorpusJudgeOptions,
    private readonly read: OwnReader,
    private readonly examples: Examples | undefined,
  ) {}

  static async of(
    corpus: Corpus,
    chosen: readonly ChosenChapters[],
    options: CorpusJudgeOptions,
  ): Promise<CorpusJudge> {
    const examples = options.withExample ? await Examples.of(corpus, exampleWorks(corpus, chosen)) : undefined;
    const read = readingOnce(options.read ?? (await ownReader()));
    return new CorpusJudge(corpus, chosen, options, read, examples);
  }

  /** The works whose texts are sent, those of examples included. */
  async works(): Promise<Work[]> {
    const titles = new Set<string>();
    for (const { work, numbers } of this.chosen) {
      if (numbers.length > 0) titles.add(work.title);
      for (const number of numbers) {
        const shown = this.examples?.for(await this.corpus.chapter(work, number));
        if (shown !== undefined) titles.add(shown.work);
      }
    }
    return this.corpus.works.filter(({ title }) => titles.has(title));
  }

  /** What is still to be asked, and how many requests were answered before. */
  async estimate(known: Ask, onChapter: (plan: ChapterPlan) => void = () => {}) {
    let [chapters, bullets] = [0, 0];
    const cost = new CostEstimate(known, this.options.counter);
    for await (const { plan } of this.plans()) {
      chapters++;
      for (const { window, request } of plan.asks) {
        bullets += window.bullets.length;
        await cost.add(request, answerTokens(window.bullets.length));
      }
      onChapter(plan);
    }
    return { chapters, bullets, answered: cost.answered, usage: cost.usage };
  }

  /** Asks about every chapter; a chapter one of whose requests has no answer yet is left out. */
  async judge(ask: Ask, onChapter: (plan: ChapterPlan) => void = () => {}): Promise<JudgedChapter[]> {
    const all = await inParallel(this.plans(), this.options.parallel, async ({ plan, chapter }) => {
      const judgement = await judgeChapter(plan, ask);
      onChapter(plan);
      return judgement === undefined ? [] : [{ judgement, chapter }];
    });
    const judged = all.flat();
    const outcomes = judged.flatMap(({ judgement, chapter }) =>
      chapter.gold === undefined ? [] : outcomesOf(judgement, chapter.gold),
    );
    const calibrations = calibrationsOf(outcomes);
    return judged.map(({ judgement, chapter }) => chapterOf(judgement, calibrations(chapter.work)));
  }

  private async *plans(): AsyncGenerator<{ plan: ChapterPlan; chapter: Chapter }> {
    for (const { work, numbers } of this.chosen)
      for (const number of numbers) {
        const chapter = await this.corpus.chapter(work, number);
        if (chapter.summary.length === 0 || chapter.story.length === 0) continue;
        yield { plan: planChapter(chapter, this.read, this.options, this.examples?.for(chapter)), chapter };
      }
  }
}

/** Where only free texts are sent, examples are free too: no restricted text is sent for the sake of another. */
function exampleWorks({ works }: Corpus, chosen: readonly ChosenChapters[]): readonly Work[] {
  const restricted = restrictedAmong(works);
  const sendsRestricted = chosen.some(({ work, numbers }) => numbers.length > 0 && restricted.includes(work));
  return sendsRestricted ? works : works.filter((work) => !restricted.includes(work));
}

/** A chapter is planned once, both for the estimate and for the request. */
function readingOnce(read: OwnReader): OwnReader {
  const known = new Recent<string, Own>(200);
  return (chapter) => {
    const key = `${chapter.work}\u0000${chapter.number}`;
    const own = known.get(key) ?? read(chapter);
    known.set(key, own);
    return own;
  };
}

/** A chapter's final links, and the points for which plotline's own are used. */
function chapterOf({ plan, accepted, refused }: Judgement, calibration: JudgeCalibration) {
  const { work, number, summary } = plan.chapter;
  const alignment = judgedAlignment({ plan, accepted, refused }, calibration);
  const asked = accepted.size + refused.size;
  return { work, number, bullets: summary.length, asked, alignment, refused };
}

/**
 * The calibration of confidences, fitted on the gold of the other works, so that a work's own gold does not flatter it.
 */
function calibrationsOf(outcomes: readonly LinkOutcome[]): (work: string) => JudgeCalibration {
  const made = new Map<string, JudgeCalibration>();
  return (work) => {
    const others = outcomes.filter((outcome) => outcome.work !== work);
    const known = made.get(work) ?? (others.length === 0 ? shippedCalibration : fitCalibration(others));
    made.set(work, known);
    return known;
  };
}
