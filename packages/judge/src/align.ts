import { type Alignment, at, cellKey, cellSet, type Link } from "@plotline/align";
import { confidenceOf, type JudgeCalibration, type LinkOutcome } from "./calibration.ts";
import { checkAnswer, type JudgedLink } from "./check.ts";
import { type Ask, chatRequest } from "./model/request.ts";
import type { ChapterPlan, PlannedAsk } from "./prompt/plan.ts";
import { alignmentForm, repairMessages } from "./prompt/prompt.ts";

export interface Judgement {
  readonly plan: ChapterPlan;
  readonly accepted: ReadonlyMap<number, readonly JudgedLink[]>;
  /** The points for which plotline's own links are used, and what was wrong with the model's. */
  readonly refused: ReadonlyMap<number, string>;
}

/** Asks about a chapter; undefined where a request has no answer yet. */
export async function judgeChapter(plan: ChapterPlan, ask: Ask): Promise<Judgement | undefined> {
  const accepted = new Map<number, readonly JudgedLink[]>();
  const refused = new Map<number, string>();
  for (const planned of plan.asks) {
    const judged = await judgeWindow(plan, planned, ask);
    if (judged === undefined) return undefined;
    for (const [bullet, links] of judged.accepted) accepted.set(bullet, links);
    for (const [bullet, fault] of judged.faults) refused.set(bullet, fault);
  }
  return { plan, accepted, refused };
}

/** Asks, and asks once more about the points whose answer has a fault. */
async function judgeWindow({ chapter }: ChapterPlan, { window, request }: PlannedAsk, ask: Ask) {
  const reply = await ask(request);
  if (reply === undefined) return undefined;
  const first = checkAnswer(reply, chapter, window);
  if (first.faults.size === 0) return first;
  const messages = repairMessages(request.messages, reply.text, first.faults);
  const again = await ask(chatRequest(request.model, messages, alignmentForm));
  if (again === undefined) return first;
  const second = checkAnswer(again, chapter, { ...window, bullets: [...first.faults.keys()] });
  return { accepted: new Map([...first.accepted, ...second.accepted]), faults: second.faults };
}

/** The alignment: the model's links where it answered, plotline's own for points that were refused. */
export function judgedAlignment({ plan, accepted }: Judgement, calibration: JudgeCalibration): Alignment {
  const { own, chapter } = plan;
  return chapter.summary.flatMap((_, summary): readonly Link[] => {
    const judged = accepted.get(summary);
    if (judged === undefined) return own.links.filter((link) => link.summary === summary);
    return judged.map(({ story, quote, sure }) => {
      const confidence = confidenceOf(calibration, sure, at(own.odds, summary, story));
      return { summary, story, confidence: Math.round(confidence * 1e6) / 1e6, quote };
    });
  });
}

/** The model's links compared with gold, for calibration. */
export function outcomesOf({ plan, accepted }: Judgement, gold: readonly Link[]): LinkOutcome[] {
  const right = cellSet(gold);
  return [...accepted].flatMap(([summary, links]) =>
    links.map(({ story, sure }) => ({
      work: plan.chapter.work,
      sure,
      odds: at(plan.own.odds, summary, story),
      right: right.has(cellKey({ summary, story })),
    })),
  );
}
