import type { Chapter, Corpus, Work } from "@plotline/align";
import { once, sumOf } from "@plotline/base";
import { type Judgement, judgeChapter, judgedAlignment, outcomesOf } from "./align.ts";
import type { JudgeCalibration } from "./calibration.ts";
import { CostEstimate } from "./model/cost.ts";
import { inParallel } from "./model/parallel.ts";
import type { Ask } from "./model/request.ts";
import { type OwnReader, ownReader } from "./own.ts";
import { Examples } from "./prompt/example.ts";
import { type ChapterPlan, type PlanSettings, planChapter } from "./prompt/plan.ts";
import { restrictedAmong } from "./restricted.ts";
import { calibrationsOf, mustHelp, sampleChapters, type TryOut, triedOut } from "./try-out.ts";

interface CorpusJudgeOptions extends PlanSettings {
  /** Show the model a chapter with its right links, where the corpus has one. */
  readonly withExample: boolean;
  readonly parallel: number;
  readonly read?: OwnReader;
  /** Called for each chapter that was read and planned. */
  onRead?(): void;
}

/** Chapters of a work, by number. */
export interface ChosenChapters {
  readonly work: Work;
  readonly numbers: readonly number[];
}

interface JudgeProgress {
  /** Ask although the try-out says that the model does not help, or before it is answered. */
  readonly anyway?: boolean;
  onTryOut?(tried: TryOut): void;
  onChapter?(plan: ChapterPlan): void;
}

interface Planned {
  readonly chapter: Chapter;
  readonly plan: ChapterPlan;
  /** The works whose texts are sent. */
  readonly works: readonly string[];
}

/** A chapter with the links that the model's answers give. */
export type JudgedChapter = ReturnType<typeof chapterOf>;

/** Judges chapters of a corpus: estimates the cost, tries the model out, asks, and returns the links. */
export class CorpusJudge {
  private constructor(
    private readonly corpus: Corpus,
    private readonly chosen: readonly ChosenChapters[],
    private readonly options: CorpusJudgeOptions,
    private readonly read: OwnReader,
    private readonly examples: Examples,
  ) {}

  static async of(corpus: Corpus, chosen: readonly ChosenChapters[], options: CorpusJudgeOptions) {
    const examples = await Examples.of(corpus, exampleWorks(corpus, chosen));
    return new CorpusJudge(corpus, chosen, options, options.read ?? (await ownReader()), examples);
  }

  /** What is still to be asked, how many requests were answered before, and the works whose texts are sent. */
  async estimate(known: Ask) {
    const cost = new CostEstimate(known);
    const titles = new Set<string>();
    const add = async ({ plan, works }: Planned) => {
      for (const { request } of plan.asks) await cost.add(request);
      for (const title of works) titles.add(title);
    };
    const plans = await this.plans();
    for (const each of plans) await add(each);
    const { requests } = cost.usage;
    for (const each of await this.tryOutPlans()) await add(each);
    return {
      chapters: plans.length,
      points: sumOf(plans, ({ chapter }) => chapter.summary.length),
      tryOut: cost.usage.requests - requests,
      answered: cost.answered,
      usage: cost.usage,
      works: this.corpus.works.filter(({ title }) => titles.has(title)),
    };
  }

  /**
   * Tries the model out on a few chapters with gold, and asks about every chapter where it helps; a chapter one of whose
   * requests has no answer yet is left out, and all are until the try-out is answered.
   */
  async judge(ask: Ask, { anyway = false, onTryOut, onChapter }: JudgeProgress = {}) {
    const tried = await this.tryOut(ask);
    if (tried === undefined && !anyway) return { tried, chapters: [] };
    if (tried !== undefined) onTryOut?.(mustHelp(tried, anyway));
    const judged = await this.judged(await this.plans(), ask, onChapter);
    const outcomes = judged.flatMap(({ judgement, chapter: { gold } }) => (gold ? outcomesOf(judgement, gold) : []));
    const calibration = calibrationsOf([...(tried?.outcomes ?? []), ...outcomes]);
    return { tried, chapters: judged.map(({ judgement, chapter }) => chapterOf(judgement, calibration(chapter))) };
  }

  /** Undefined while a request has no answer. */
  async tryOut(ask: Ask): Promise<TryOut | undefined> {
    const plans = await this.tryOutPlans();
    const judged = await this.judged(plans, ask);
    if (judged.length < plans.length) return undefined;
    return triedOut(judged.map(({ judgement, chapter }) => ({ judgement, gold: chapter.gold ?? [] })));
  }

  private async judged(plans: readonly Planned[], ask: Ask, onChapter: JudgeProgress["onChapter"] = () => {}) {
    const all = await inParallel(plans, this.options.parallel, async ({ plan, chapter }) => {
      const judgement = await judgeChapter(plan, ask);
      onChapter(plan);
      return judgement === undefined ? [] : [{ judgement, chapter }];
    });
    return all.flat();
  }

  /** Planned once, both for the estimate and for the requests. */
  private readonly plans = once(async () => {
    const plans: Planned[] = [];
    for (const { work, numbers } of this.chosen)
      for (const number of numbers) {
        const chapter = await this.corpus.chapter(work, number);
        if (chapter.summary.length === 0 || chapter.story.length === 0) continue;
        plans.push(await this.planned(chapter));
        this.options.onRead?.();
      }
    return plans;
  });

  /** Chapters with gold, those of the chosen works first; where the corpus has too few, the sample's. */
  private readonly tryOutPlans = once(() => {
    const chosen = this.chosen.map(({ work }) => work.title);
    const isOwn = ({ work }: Chapter) => this.corpus.works.some(({ title }) => title === work);
    const found = [...this.examples.first(chosen), ...sampleChapters().filter((each) => !isOwn(each))];
    // A corpus may have the sample's texts without their gold.
    const chapters = (found.length > 0 ? found : sampleChapters()).slice(0, tryOutSize);
    return Promise.all(chapters.map((chapter) => this.planned(chapter)));
  });

  private async planned(chapter: Chapter): Promise<Planned> {
    const example = this.options.withExample ? this.examples.for(chapter) : undefined;
    const plan = await planChapter(chapter, this.read, this.options, example);
    return { chapter, plan, works: [chapter.work, ...(example === undefined ? [] : [example.work])] };
  }
}

/** Chapters that a model is tried out on. */
const tryOutSize = 3;

/** Where only free texts are sent, examples are free too: no restricted text is sent for the sake of another. */
function exampleWorks({ works }: Corpus, chosen: readonly ChosenChapters[]): readonly Work[] {
  const restricted = restrictedAmong(works);
  const sendsRestricted = chosen.some(({ work, numbers }) => numbers.length > 0 && restricted.includes(work));
  return sendsRestricted ? works : works.filter((work) => !restricted.includes(work));
}

/** A chapter's final links, and where the model's answer was not used. */
function chapterOf(judgement: Judgement, calibration: JudgeCalibration) {
  const { work, number, summary } = judgement.plan.chapter;
  const { accepted, refused } = judgement;
  const asked = new Set([...accepted.keys(), ...refused.keys()]).size;
  return { work, number, points: summary.length, asked, alignment: judgedAlignment(judgement, calibration), refused };
}
