import type { Aligner, CorpusView, Readable } from "../../../align/method.ts";
import { memoryCorpus } from "../../../corpus/memory.ts";
import { CorpusJudge, type JudgedChapter } from "../../../judge/corpus.ts";
import type { TokenCounter } from "../../../judge/model/cost.ts";
import { judgeName } from "../../../judge/model/name.ts";
import type { JudgeSession } from "../../../judge/model/session.ts";
import { ownReader } from "../../../judge/own.ts";
import type { Style } from "../../../judge/prompt/prompt.ts";
import { sumOf } from "../../../lists.ts";
import {
  chosenModel,
  costText,
  type JudgeChoice,
  openSession,
  stoppable,
  tokenCounter,
  writeBatch,
} from "../../options/judge.ts";
import { counted, warn } from "../../print/print.ts";

export interface JudgedReading extends JudgeChoice {
  readonly style: Style;
  readonly onlyUnsure?: number;
}

/** `read --judge`: the book and guide are the user's own files, and are sent to the address that the user names. */
export async function openJudging(options: JudgedReading): Promise<Judging> {
  const model = chosenModel(options);
  const counter = await tokenCounter(options);
  return new Judging(model, counter, await openSession(options, counter), options);
}

class Judging {
  private refused = 0;
  private unanswered = 0;

  constructor(
    private readonly model: string,
    private readonly counter: TokenCounter,
    private readonly session: JudgeSession,
    private readonly options: JudgedReading,
  ) {}

  get name(): string {
    return judgeName(this.model);
  }

  /**
   * Prints the cost. The aligner asks about the whole book when it is given the first chapter; it gives what was
   * answered, and plotline's own links where nothing was.
   */
  async aligner(view: CorpusView): Promise<Aligner> {
    const chapters: Readable[] = [];
    for await (const chapter of view.chapters())
      if (chapter.summary.length > 0 && chapter.story.length > 0) chapters.push(chapter);
    const judge = await this.judgeOf(chapters);
    const estimate = await judge.estimate(this.session.known);
    warn(`${costText(estimate, this.counter, this.options.price)}.`, this.options);
    if (this.options.dryRun) return async () => [];
    const read = await ownReader();
    let judged: Promise<readonly JudgedChapter[]> | undefined;
    return async (chapter) => {
      judged ??= this.judged(judge, chapters.length);
      const found = (await judged).find(({ number }) => number === chapter.number);
      return found?.alignment ?? read(chapter).links;
    };
  }

  /** Prints the closing remarks; a batch or a dry run ends without a page. */
  end(): "page" | "no page" {
    const { batch, dryRun } = this.options;
    if (batch !== undefined) writeBatch(batch, this.session, this.options);
    if (batch !== undefined || dryRun) return "no page";
    if (this.refused > 0)
      warn(
        `${counted(this.refused, "point has", "points have")} plotline's own links: the model's answer failed the checks.`,
        this.options,
      );
    if (this.unanswered > 0)
      warn(
        `${counted(this.unanswered, "chapter has", "chapters have")} plotline's own links: a request had no answer.`,
        this.options,
      );
    return "page";
  }

  private async judged(judge: CorpusJudge, chapters: number): Promise<readonly JudgedChapter[]> {
    const judged = await stoppable(() => judge.judge(this.session.ask));
    this.refused = sumOf(judged, ({ refused }) => refused.size);
    this.unanswered = chapters - judged.length;
    return judged;
  }

  private judgeOf(chapters: readonly Readable[]): Promise<CorpusJudge> {
    const { style, context, onlyUnsure: share, parallel } = this.options;
    const corpus = memoryCorpus(chapters);
    const chosen = corpus.works.map((work) => ({ work, numbers: work.summarised }));
    const settings = { model: this.model, style, context, counter: this.counter, share, parallel, withExample: false };
    return CorpusJudge.of(corpus, chosen, settings);
  }
}
