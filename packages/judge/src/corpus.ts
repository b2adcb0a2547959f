import { type Chapter, type Corpus, memoryCorpus, type Work } from "@plotline/align";
import { Recent } from "@plotline/base";
import { type Judgement, judgeChapter, judgedAlignment, outcomesOf } from "./align.ts";
import type { JudgeCalibration } from "./calibration.ts";
import { CostEstimate } from "./model/cost.ts";
import { inParallel } from "./model/parallel.ts";
import { type Ask, judgeName } from "./model/request.ts";
import type { JudgeSession } from "./model/session.ts";
import { type Own, type OwnReader, ownReader } from "./own.ts";
import { Examples } from "./prompt/example.ts";
import { type ChapterPlan, type PlanSettings, planChapter } from "./prompt/plan.ts";
import { restrictedAmong } from "./restricted.ts";
import { madeBy } from "./save.ts";
import { calibrationsOf, mustHelp, sampleChapters, type TryOut, triedOut } from "./try-out.ts";

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

/** Where answers come from, and those that are there already. */
type Asked = Pick<JudgeSession, "ask" | "known">;

interface JudgeProgress {
  /** Ask although the try-out says that the model does not help, or before it is answered. */
  readonly anyway?: boolean;
  onTryOut?(tried: TryOut): void;
  onChapter?(plan: ChapterPlan): void;
}

interface Planned {
  readonly plan: ChapterPlan;
  readonly chapter: Chapter;
}

export type JudgedChapter = ReturnType<typeof chapterOf>;

/** Judges chapters of a corpus: estimates the cost, tries the model out, asks, and returns the links. */
export class CorpusJudge {
  private constructor(
    private readonly corpus: Corpus,
    private readonly chosen: readonly ChosenChapters[],
    private readonly options: CorpusJudgeOptions,
    private readonly read: OwnReader,
    private readonly examples: Examples,
    /** The examples of the sample's chapters. */
    private readonly sampleExamples: Examples,
  ) {}

  static async of(
    corpus: Corpus,
    chosen: readonly ChosenChapters[],
    options: CorpusJudgeOptions,
  ): Promise<CorpusJudge> {
    const examples = await Examples.of(corpus, exampleWorks(corpus, chosen));
    const read = readingOnce(options.read ?? (await ownReader()));
    const ofSample = await Examples.of(memoryCorpus(sampleChapters()));
    return new CorpusJudge(corpus, chosen, options, read, examples, ofSample);
  }

  /** The works whose texts are sent, those of examples and of the try-out included. */
  async works(): Promise<Work[]> {
    const titles = new Set<string>();
    const add = (chapter: Chapter) => {
      titles.add(chapter.work);
      if (this.options.withExample) titles.add(this.examples.for(chapter)?.work ?? chapter.work);
    };
    for (const { work, numbers } of this.chosen)
      for (const number of numbers) add(await this.corpus.chapter(work, number));
    for (const chapter of this.tryOutChapters()) add(chapter);
    return this.corpus.works.filter(({ title }) => titles.has(title));
  }

  /** What is still to be asked, and how many requests were answered before. */
  async estimate(known: Ask, onChapter: (plan: ChapterPlan) => void = () => {}) {
    let [chapters, bullets] = [0, 0];
    const cost = new CostEstimate(known, this.options.counter);
    for await (const { plan } of this.plans()) {
      chapters++;
      for (const { window, request, expected } of plan.asks) {
        bullets += window.bullets.length;
        await cost.add(request, expected);
      }
      onChapter(plan);
    }
    const alone = cost.usage.requests;
    for await (const { plan } of this.tryOutPlans())
      for (const { request, expected } of plan.asks) await cost.add(request, expected);
    return { chapters, bullets, answered: cost.answered, usage: cost.usage, tryOut: cost.usage.requests - alone };
  }

  /**
   * Tries the model out on a few chapters with gold, and asks about every chapter where it helps; a chapter one of whose
   * requests has no answer yet is left out, and all are until the try-out is answered.
   */
  async judge(asked: Asked, { anyway = false, onTryOut, onChapter }: JudgeProgress = {}) {
    const tried = await this.tryOut(asked);
    if (tried === undefined && !anyway) return { tried, chapters: [] };
    if (tried !== undefined) mustHelp(tried, anyway);
    if (tried !== undefined) onTryOut?.(tried);
    const all = await inParallel(this.plans(), this.options.parallel, async ({ plan, chapter }) => {
      const judgement = await judgeChapter(plan, asked.ask);
      onChapter?.(plan);
      return judgement === undefined ? [] : [{ judgement, chapter }];
    });
    const judged = all.flat();
    const outcomes = judged.flatMap(({ judgement, chapter: { gold } }) => (gold ? outcomesOf(judgement, gold) : []));
    const calibration = calibrationsOf([...(tried?.outcomes ?? []), ...outcomes]);
    return { tried, chapters: judged.map(({ judgement, chapter }) => chapterOf(judgement, calibration(chapter))) };
  }

  /** Chapters of the corpus or of the sample, and what the same model answered earlier; undefined without all answers. */
  async tryOut({ ask, known }: Asked): Promise<TryOut | undefined> {
    const judging =
      (from: Ask) =>
      async ({ plan, chapter }: Planned) => {
        const judgement = await judgeChapter(plan, from);
        return judgement && { judgement, gold: chapter.gold ?? [] };
      };
    const tried = await inParallel(this.tryOutPlans(), this.options.parallel, judging(ask));
    const earlier = await inParallel(this.earlierPlans(), 1, judging(known));
    const isThere = <T>(found: T | undefined) => found !== undefined;
    return tried.every(isThere) ? triedOut([...tried, ...earlier].filter(isThere)) : undefined;
  }

  private async *plans(): AsyncGenerator<Planned> {
    for (const { work, numbers } of this.chosen)
      for (const number of numbers) {
        const chapter = await this.corpus.chapter(work, number);
        if (chapter.summary.length > 0 && chapter.story.length > 0) yield this.planned(chapter);
      }
  }

  private tryOutChapters(): Chapter[] {
    const own = this.examples.first(
      tryOutSize,
      this.chosen.map(({ work }) => work.title),
    );
    const isOwn = ({ work }: Chapter) => this.corpus.works.some(({ title }) => title === work);
    return [...own, ...sampleChapters().filter((each) => !isOwn(each))].slice(0, tryOutSize);
  }

  private async *tryOutPlans(): AsyncGenerator<Planned> {
    for (const chapter of this.tryOutChapters()) yield this.planned(chapter);
  }

  /** Chapters with gold whose links by the same model are saved. */
  private async *earlierPlans(): AsyncGenerator<Planned> {
    const tried = new Set(this.tryOutChapters().map(({ work, number }) => `${work} ${number}`));
    let left = mostEarlier;
    for (const work of this.corpus.folder === "" ? [] : this.corpus.works)
      for (const number of work.annotated) {
        if (left === 0 || tried.has(`${work.title} ${number}`)) continue;
        if ((await madeBy(this.corpus, work, number, judgeName(this.options.model))) === undefined) continue;
        const chapter = await this.corpus.chapter(work, number);
        if (chapter.gold === undefined) continue;
        left--;
        yield this.planned(chapter);
      }
  }

  private async planned(chapter: Chapter): Promise<Planned> {
    const isOwn = this.corpus.works.some(({ title }) => title === chapter.work);
    const example = (isOwn ? this.examples : this.sampleExamples).for(chapter);
    const shown = this.options.withExample ? example : undefined;
    return { plan: await planChapter(chapter, this.read, this.options, shown), chapter };
  }
}

/** Chapters that a model is tried out on, and the most that are read again because it answered them earlier. */
const tryOutSize = 3;
const mostEarlier = 24;

/** Where only free texts are sent, examples are free too: no restricted text is sent for the sake of another. */
function exampleWorks({ works }: Corpus, chosen: readonly ChosenChapters[]): readonly Work[] {
  const restricted = restrictedAmong(works);
  const sendsRestricted = chosen.some(({ work, numbers }) => numbers.length > 0 && restricted.includes(work));
  return sendsRestricted ? works : works.filter((work) => !restricted.includes(work));
}

/** A chapter is planned once, both for the estimate and for the request. */
function readingOnce(read: OwnReader): OwnReader {
  const known = new Recent<string, Promise<Own>>(200);
  return (chapter) => {
    const key = `${chapter.work}\u0000${chapter.number}`;
    const own = known.get(key) ?? read(chapter);
    known.set(key, own);
    return own;
  };
}

/** A chapter's final links, and where the model's answer was not used. */
function chapterOf(judgement: Judgement, calibration: JudgeCalibration) {
  const { work, number, summary } = judgement.plan.chapter;
  const { accepted, refused } = judgement;
  const asked = new Set([...accepted.keys(), ...refused.keys()]).size;
  return { work, number, bullets: summary.length, asked, alignment: judgedAlignment(judgement, calibration), refused };
}
