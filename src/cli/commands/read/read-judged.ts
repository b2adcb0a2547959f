import type { Aligner, CorpusView, Readable } from "../../../align/method.ts";
import { judgingAligner } from "../../../judge/method.ts";
import { answerTokens, CostEstimate, type TokenCounter } from "../../../judge/model/cost.ts";
import { judgeName } from "../../../judge/model/name.ts";
import type { JudgeSession } from "../../../judge/model/session.ts";
import { ownReader } from "../../../judge/own.ts";
import { type PlanSettings, planChapter, ShareOfTokens } from "../../../judge/prompt/plan.ts";
import type { Style } from "../../../judge/prompt/prompt.ts";
import { chosenModel, costText, type JudgeChoice, openSession, tokenCounter, writeBatch } from "../../options/judge.ts";
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

  /** Prints the cost, then asks chapter by chapter. */
  async aligner(corpus: CorpusView): Promise<Aligner> {
    const chapters: Readable[] = [];
    for await (const chapter of corpus.chapters())
      if (chapter.summary.length > 0 && chapter.story.length > 0) chapters.push(chapter);
    const settings = await this.settings(chapters);
    await this.sayCost(chapters, settings);
    if (this.options.dryRun) return async () => [];
    return judgingAligner(this.session.ask, settings, {
      onJudged: (_, judgement) => {
        if (judgement === undefined) this.unanswered++;
        else this.refused += judgement.refused.size;
      },
    });
  }

  /** Prints the closing remarks; a batch or a dry run ends without a page. */
  end(): "page" | "no page" {
    const { batch, dryRun } = this.options;
    if (batch !== undefined) writeBatch(batch, this.session, this.options);
    if (batch !== undefined || dryRun) return "no page";
    if (this.refused > 0)
      warn(
        `${counted(this.refused, "point")} have plotline's own links: the model's answer failed the checks.`,
        this.options,
      );
    if (this.unanswered > 0)
      warn(`${counted(this.unanswered, "chapter")} have plotline's own links: a request had no answer.`, this.options);
    return "page";
  }

  private async settings(chapters: readonly Readable[]): Promise<PlanSettings> {
    const { style, context, onlyUnsure } = this.options;
    const settings = { model: this.model, style, context, counter: this.counter };
    if (onlyUnsure === undefined) return settings;
    const read = await ownReader();
    const shared = new ShareOfTokens();
    for (const chapter of chapters) shared.add(planChapter(chapter, read, settings));
    return { ...settings, worthPerToken: shared.worthPerToken(onlyUnsure) };
  }

  private async sayCost(chapters: readonly Readable[], settings: PlanSettings): Promise<void> {
    const read = await ownReader();
    const cost = new CostEstimate(this.session.known, this.counter);
    for (const chapter of chapters)
      for (const { request, window } of planChapter(chapter, read, settings).asks)
        await cost.add(request, answerTokens(window.bullets.length));
    warn(`${costText(cost, this.counter, this.options.price)}.`, this.options);
  }
}
