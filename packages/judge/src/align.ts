import {
  type Alignment,
  at,
  type Cell,
  cellKey,
  cellSet,
  type Link,
  likeliestLinks,
  matrix,
  noPins,
} from "@plotline/align";
import { type CellOutcome, type JudgeCalibration, oddsWith, type Said } from "./calibration.ts";
import { type Checked, checkAnswer, type JudgedPoint, withoutOverused } from "./check.ts";
import { unlessTooLong } from "./model/client.ts";
import { answerTokens, requestTokens } from "./model/cost.ts";
import { type Ask, type ChatRequest, chatRequest, type Reply } from "./model/request.ts";
import type { ChapterPlan, PlannedAsk, PlanSettings } from "./prompt/plan.ts";
import { alignmentForm, repairMessages } from "./prompt/prompt.ts";

export interface Judgement {
  readonly plan: ChapterPlan;
  readonly accepted: ReadonlyMap<number, JudgedPoint>;
  /** Where an answer, or a part of it, was not used, and what was wrong with it: plotline's own odds decide there. */
  readonly refused: ReadonlyMap<number, string>;
}

/** Asks about a chapter; undefined where a request has no answer yet. */
export async function judgeChapter(plan: ChapterPlan, ask: Ask): Promise<Judgement | undefined> {
  const accepted = new Map<number, JudgedPoint>();
  const refused = new Map<number, string>();
  let isWhole = true;
  for (const planned of plan.asks) {
    const judged = await judgeWindow(plan, planned, ask);
    if (judged === undefined) isWhole = false;
    for (const [bullet, point] of judged?.accepted ?? []) accepted.set(bullet, point);
    for (const [bullet, fault] of judged?.faults ?? []) refused.set(bullet, fault);
  }
  return isWhole ? { plan, accepted, refused } : undefined;
}

/** Asks, and asks once more about the points whose answer has a fault. */
async function judgeWindow(plan: ChapterPlan, { window, request }: PlannedAsk, ask: Ask): Promise<Checked | undefined> {
  const { chapter, own, settings } = plan;
  const reply = await ask(request);
  if (reply === undefined) return undefined;
  const first = withoutOverused(checkAnswer(reply, chapter, window), own.likely);
  const again = first.faults.size === 0 ? undefined : await askAgain(request, first.faults, settings, ask);
  if (again === undefined) return first;
  const second = checkAnswer(again, chapter, { ...window, bullets: [...first.faults.keys()] });
  return withoutOverused(mended(first, second), own.likely);
}

/** Where a second question is too long for the model, what is wrong stays refused: nothing is asked, and nothing ends. */
async function askAgain(
  { model, messages, mostTokens }: ChatRequest,
  faults: Checked["faults"],
  { context, counter }: PlanSettings,
  ask: Ask,
): Promise<Reply | undefined> {
  const second = repairMessages(messages, faults);
  const room = context - requestTokens({ messages: second }, counter);
  if (room < answerTokens(faults.size, faults.size)) return undefined;
  return ask(chatRequest(model, second, alignmentForm, Math.min(mostTokens, room))).catch(unlessTooLong);
}

/** The first answer with what the second adds: links that held stay, and of the faults those that are there again. */
function mended(first: Checked, second: Checked): Checked {
  const accepted = new Map(first.accepted);
  const faults = new Map<number, string>();
  for (const [bullet, fault] of first.faults) {
    const [before, after] = [first.accepted.get(bullet), second.accepted.get(bullet)];
    if (second.faults.has(bullet)) faults.set(bullet, after === undefined ? fault : second.faults.get(bullet)!);
    if (after === undefined) continue;
    const links = [
      ...after.links,
      ...(before?.links ?? []).filter((old) => after.links.every(({ story }) => story !== old.story)),
    ];
    accepted.set(bullet, { ...after, links: links.sort((a, b) => a.story - b.story) });
  }
  return { accepted, faults };
}

interface SaidCell extends Cell {
  readonly said: Said;
  readonly odds: number;
  readonly quote?: string;
}

/** What the model said of each cell that it was asked about and answered; not of those that it named with a fault. */
function* saidOf({ plan, accepted }: Judgement): Generator<SaidCell> {
  for (const { window } of plan.asks)
    for (const summary of window.bullets) {
      const point = accepted.get(summary);
      if (point === undefined) continue;
      const links = new Map(point.links.map((link) => [link.story, link]));
      for (const story of window.paragraphs) {
        const { sure, quote } = links.get(story) ?? {};
        const odds = at(plan.own.odds, summary, story);
        if (!point.doubtful.includes(story)) yield { summary, story, said: sure ?? "unnamed", odds, quote };
      }
    }
}

/** The links with the best expected F, by what the model said beside plotline's own odds. */
export function judgedAlignment(judgement: Judgement, calibration: JudgeCalibration): Alignment {
  const { odds: own } = judgement.plan.own;
  const odds = matrix(own.rows, own.columns);
  odds.values.set(own.values);
  const quotes = new Map<number, string>();
  for (const cell of saidOf(judgement)) {
    odds.values[cell.summary * own.columns + cell.story] = oddsWith(calibration, cell.said, cell.odds);
    if (cell.quote !== undefined) quotes.set(cellKey(cell), cell.quote);
  }
  return likeliestLinks(odds, noPins).map((link): Link => {
    const quote = quotes.get(cellKey(link));
    return quote === undefined ? link : { ...link, quote };
  });
}

/** The model's own links, unweighed. */
export function namedLinks({ accepted }: Judgement): Alignment {
  return [...accepted].flatMap(([summary, { links }]) => links.map(({ story }) => ({ summary, story, confidence: 1 })));
}

/** What the model said, compared with gold. */
export function outcomesOf(judgement: Judgement, gold: readonly Link[]): CellOutcome[] {
  const right = cellSet(gold);
  const { work } = judgement.plan.chapter;
  return [...saidOf(judgement)].map(({ said, odds, ...cell }) => ({
    work,
    said,
    odds,
    right: right.has(cellKey(cell)),
  }));
}
